import { IconClockPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatPoint, formatUntil } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { useChannelTrouble } from '../api/channel-troubles.ts';
import { type ChannelTrouble, givenUpAt } from '../model/channel-trouble.ts';
import classes from './channel-notice.module.css';

const TICK_MS = 1000;

/** Says above the field that what is written now waits, and why. */
export function ChannelNotice({ channelId }: { channelId: string }) {
  const trouble = useChannelTrouble(channelId);
  // The place that speaks is there before it has something to say: a screen reader hears the change.
  return <div role="status">{trouble !== null && <Notice trouble={trouble} />}</div>;
}

function Notice({ trouble }: { trouble: ChannelTrouble }) {
  const { t } = useTexts();
  const canManage = useCan('manage_channels');
  const { id, family: type } = trouble;
  return (
    <p className={classes.notice}>
      <IconClockPause size={18} stroke={1.8} aria-hidden />
      <span>
        {trouble.isBroken && <b>{t(`dialogs.channel_state.${trouble.state}`)} </b>}
        {trouble.since !== null &&
          translateOr(`dialogs.delivery.reason.${trouble.reason}`, 'dialogs.delivery.reason.channel_off')}{' '}
        <Waiting trouble={trouble} />
      </span>
      {canManage && (
        <Link to="/app/channels/$type/$id/" params={{ type, id }}>
          {t('dialogs.channel_trouble.open')}
        </Link>
      )}
    </p>
  );
}

function Waiting({ trouble: { since, heldUntil, isBroken } }: { trouble: ChannelTrouble }) {
  const { t, locale } = useTexts();
  const now = useNow(TICK_MS);
  if (since === null) return null;
  const at = formatPoint({ at: new Date(since), now, locale });
  if (isBroken) {
    const until = formatPoint({ at: givenUpAt(now), now, locale });
    return t('dialogs.channel_trouble.broken', { since: at, until });
  }
  const wait = heldUntil === null ? null : formatUntil(new Date(heldUntil), now);
  return wait === null
    ? t('dialogs.channel_trouble.outage', { since: at })
    : t('dialogs.channel_trouble.held', { since: at, wait });
}
