import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChannelBadge, channelTitle } from '../../../components/ui/channel-badge.tsx';
import { connectingListQuery, type OpenConnection, useCancelConnecting } from '../../../connect-forms/connecting.ts';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from '../channels-screen.module.css';

type Props = { openId: string | undefined; onContinue: (id: string) => void };

/** Connections that were begun and not finished: to go on with, or to give up. */
export function ConnectingList({ openId, onContinue }: Props) {
  const { t } = useTexts();
  // The one that stands open before the list is not offered in it.
  const open = (useQuery(connectingListQuery).data ?? []).filter(({ id }) => id !== openId);
  if (open.length === 0) return null;
  return (
    <section>
      <h2 className={classes.heading}>{t('channels.connecting.heading')}</h2>
      <ul className={classes.offers}>
        {open.map((connection) => (
          <ConnectingRow key={connection.id} connection={connection} onContinue={onContinue} />
        ))}
      </ul>
    </section>
  );
}

function ConnectingRow({ connection, onContinue }: { connection: OpenConnection; onContinue: (id: string) => void }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const cancel = useCancelConnecting();
  const { id, channelType, position, stepCount, expiresAt } = connection;
  const channel = channelTitle(channelType);
  const at = formatMoment({ at: new Date(expiresAt), now, locale });
  return (
    <li className={classes.offer}>
      <ChannelBadge type={channelType} size="large" />
      <div>
        <h3>{channel}</h3>
        <p>
          {[
            t('channels.connecting.progress', { position, count: stepCount }),
            t('channels.connecting.until', { at }),
          ].join(' · ')}
        </p>
      </div>
      <Button
        color="secondary.1"
        loading={cancel.isPending}
        aria-label={t('channels.connecting.cancel_named', { channel })}
        onClick={() => cancel.mutate(id)}
      >
        {t('channels.connecting.cancel')}
      </Button>
      <Button aria-label={t('channels.connecting.continue_named', { channel })} onClick={() => onContinue(id)}>
        {t('channels.connecting.continue')}
      </Button>
    </li>
  );
}
