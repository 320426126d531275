import type { Chat } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { IconClockPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatPoint, formatUntil } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { useChannelTrouble } from '../api/channel-troubles.ts';
import { type ChannelTrouble, leavesBefore } from '../model/channel-trouble.ts';
import { readWindowEnd } from '../model/reply-window.ts';
import classes from './channel-notice.module.css';

const TICK_MS = 1000;

/** Says above the field that what is written now waits, and why. */
export function ChannelNotice({ chat }: { chat: Chat }) {
  const trouble = useChannelTrouble(chat.channelId);
  return (
    <div className={trouble === null ? undefined : classes.notice}>
      {trouble !== null && <IconClockPause size={18} stroke={1.8} aria-hidden />}
      <span>
        {/* The place that speaks is there before it has something to say: a screen reader hears the change. */}
        <span role="status">{trouble !== null && <Trouble trouble={trouble} />}</span>
        {/* A time that moves stands outside of it, or it would be read again and again. */}
        {trouble !== null && <Wait trouble={trouble} chat={chat} />}
      </span>
      {trouble !== null && <ToChannel trouble={trouble} />}
    </div>
  );
}

function Trouble({ trouble: { state, since, reason, isBroken } }: { trouble: ChannelTrouble }) {
  const { t, locale } = useTexts();
  const now = useNow();
  return (
    <>
      {isBroken && <b>{t(`dialogs.channel_state.${state}`)} </b>}
      {since !== null && (
        <>
          {translateOr(`dialogs.delivery.reason.${reason}`, 'dialogs.delivery.reason.channel_off')}{' '}
          {t(isBroken ? 'dialogs.channel_trouble.broken' : 'dialogs.channel_trouble.outage', {
            since: formatPoint({ at: new Date(since), now, locale }),
          })}
        </>
      )}
    </>
  );
}

/** How long what is written now has to wait, or until when it can. */
function Wait({ trouble: { since, heldUntil, isBroken }, chat }: { trouble: ChannelTrouble; chat: Chat }) {
  const { t, locale } = useTexts();
  const now = useNow(TICK_MS);
  if (since === null) return null;
  if (!isBroken) {
    const wait = heldUntil === null ? null : formatUntil(new Date(heldUntil), now);
    return wait === null ? null : ` ${t('dialogs.delivery.next_try', { wait })}`;
  }
  const { channelType } = chat;
  const window = isOfferedChannelType(channelType) ? describeChannel(channelType).window : null;
  const until = leavesBefore({ now, windowEnd: readWindowEnd(chat, window) });
  if (until === null) return null;
  return ` ${t('dialogs.channel_trouble.broken_until', { until: formatPoint({ at: until, now, locale }) })}`;
}

function ToChannel({ trouble: { id, family: type } }: { trouble: ChannelTrouble }) {
  const { t } = useTexts();
  if (!useCan('manage_channels')) return null;
  return (
    <Link to="/app/channels/$type/$id/" params={{ type, id }}>
      {t('dialogs.channel_trouble.open')}
    </Link>
  );
}
