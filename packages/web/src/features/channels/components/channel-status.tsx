import { Alert } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { Chip } from '../../../components/ui/chip.tsx';
import { formatPoint, formatUntil } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';

const TICK_MS = 1000;

/** Whether a channel works, and if not why; `isShort` where the reason stands beside it. */
export function ChannelStatus({ channel, isShort = false }: { channel: Channel; isShort?: boolean }) {
  const { t } = useTexts();
  return (
    <>
      <WorkingChip channel={channel} isShort={isShort} />
      {channel.knowledgeBaseId === null && <Chip kind="warning">{t('channels.no_base')}</Chip>}
    </>
  );
}

/** A channel that stopped sends nothing either: one state, and the worst one is said. */
function WorkingChip({ channel, isShort }: { channel: Channel; isShort: boolean }) {
  const { t } = useTexts();
  const trouble = useTroubleText(channel);
  const { inactiveReason } = channel;
  if (inactiveReason !== null) {
    const reason = translateOr(`channels.reason.${inactiveReason}`, 'channels.reason.other');
    return <Chip kind="error">{isShort ? t('channels.stopped') : reason}</Chip>;
  }
  if (trouble !== null) return <Chip kind="warning">{isShort ? t('channels.trouble.short') : trouble}</Chip>;
  return (
    <Chip kind={channel.active ? 'success' : 'neutral'}>{t(channel.active ? 'channels.works' : 'channels.off')}</Chip>
  );
}

/** Why a channel does not work, in a sentence across the page; nothing while it does. */
export function ChannelTrouble({ channel }: { channel: Channel }) {
  const trouble = useTroubleText(channel);
  const { inactiveReason } = channel;
  if (inactiveReason === null && trouble === null) return null;
  return (
    <Alert color={inactiveReason === null ? 'amber' : 'red'} variant="light" mb={16} role="status">
      {trouble ?? translateOr(`channels.reason.${inactiveReason}`, 'channels.reason.other')}
    </Alert>
  );
}

/** Since when or until when nothing goes out, why, and how much waits; null while the channel sends. */
export function useTroubleText({ trouble }: Channel): string | null {
  const { t, locale } = useTexts();
  const now = useNow(trouble === null ? undefined : TICK_MS);
  if (trouble === null) return null;
  const { since, reason, heldUntil, waiting } = trouble;
  const wait = heldUntil === null ? null : formatUntil(new Date(heldUntil), now);
  const params = {
    since: formatPoint({ at: new Date(since), now, locale }),
    reason: translateOr(`dialogs.delivery.reason.${reason}`, 'channels.reason.other'),
    waiting: waiting.toLocaleString(locale),
  };
  return wait === null ? t('channels.trouble', params) : t('channels.trouble.held', { ...params, wait });
}
