import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChannelBadge, channelTitle } from '../../../components/ui/channel-badge.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import {
  connectingListQuery,
  isBegun,
  type OpenConnection,
  progressText,
  useCancelConnecting,
} from '../../../connect-forms/connecting.ts';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from '../channels-screen.module.css';

type Props = { openId: string | undefined; onContinue: (id: string) => void };

/** Connections that were begun and not finished: to go on with, or to give up. */
export function ConnectingList({ openId, onContinue }: Props) {
  const { t } = useTexts();
  // The one that stands open before the list is not offered in it.
  const open = (useQuery(connectingListQuery).data ?? []).filter((one) => one.id !== openId && isBegun(one));
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
  const [isAsking, setIsAsking] = useState(false);
  const { id, channelType, beganAt, expiresAt, step } = connection;
  const channel = channelTitle(channelType);
  const name = step.kind === 'review' && step.channelName !== channel ? step.channelName : null;
  const momentOf = (at: string) => formatMoment({ at: new Date(at), now, locale });
  return (
    <li className={classes.offer}>
      <ChannelBadge type={channelType} size="large" />
      <div>
        <h3>{name === null ? channel : `${channel} · ${name}`}</h3>
        <p>
          {[
            progressText(connection),
            t('channels.connecting.began', { at: momentOf(beganAt) }),
            t('channels.connecting.until', { at: momentOf(expiresAt) }),
          ].join(' · ')}
        </p>
      </div>
      <Button
        color="secondary.1"
        loading={cancel.isPending}
        aria-label={t('channels.connecting.cancel_named', { channel })}
        onClick={() => setIsAsking(true)}
      >
        {t('channels.connecting.cancel')}
      </Button>
      <Button aria-label={t('channels.connecting.continue_named', { channel })} onClick={() => onContinue(id)}>
        {t('channels.connecting.continue')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('channels.connecting.cancel_ask', { channel })}
          text={t('channels.connecting.cancel_text')}
          confirmLabel={t('channels.connecting.cancel')}
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate(id, { onSettled: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}
