import { Alert } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { Chip } from '../../../components/ui/chip.tsx';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';

/** Whether a channel works, and if not why; `isShort` where the reason stands beside it. */
export function ChannelStatus({ channel, isShort = false }: { channel: Channel; isShort?: boolean }) {
  const { t } = useTexts();
  const trouble = useTroubleText(channel);
  return (
    <>
      {channel.inactiveReason !== null && (
        <Chip kind="error">
          {isShort
            ? t('channels.stopped')
            : translateOr(`channels.reason.${channel.inactiveReason}`, 'channels.reason.other')}
        </Chip>
      )}
      {trouble !== null && <Chip kind="warning">{isShort ? t('channels.trouble.short') : trouble}</Chip>}
      {channel.inactiveReason === null && trouble === null && (
        <Chip kind={channel.active ? 'success' : 'neutral'}>
          {t(channel.active ? 'channels.works' : 'channels.off')}
        </Chip>
      )}
      {channel.knowledgeBaseId === null && <Chip kind="warning">{t('channels.no_base')}</Chip>}
    </>
  );
}

/** Why a channel does not work, in a sentence across the page; nothing while it does. */
export function ChannelTrouble({ channel }: { channel: Channel }) {
  const trouble = useTroubleText(channel);
  const { inactiveReason } = channel;
  if (inactiveReason === null && trouble === null) return null;
  return (
    <Alert color={inactiveReason === null ? 'amber' : 'red'} variant="light" mb={16} role="status">
      {inactiveReason === null ? trouble : translateOr(`channels.reason.${inactiveReason}`, 'channels.reason.other')}
    </Alert>
  );
}

/** Since when nothing goes out, why, and how much waits; null while the channel sends. */
export function useTroubleText({ trouble }: Channel): string | null {
  const { t, locale } = useTexts();
  const now = useNow();
  if (trouble === null) return null;
  return t('channels.trouble', {
    since: formatMoment({ at: new Date(trouble.since), now, locale }),
    reason: translateOr(`dialogs.delivery.reason.${trouble.reason}`, 'channels.reason.other'),
    waiting: trouble.waiting.toLocaleString(locale),
  });
}
