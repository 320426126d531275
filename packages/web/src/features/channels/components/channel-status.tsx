import type { Channel } from '@otvet/contract';
import { Chip } from '../../../components/ui/chip.tsx';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';

/** Whether a channel works, and if not why. */
export function ChannelStatus({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const trouble = useTroubleText(channel);
  return (
    <>
      {channel.inactiveReason !== null && (
        <Chip kind="error">{translateOr(`channels.reason.${channel.inactiveReason}`, 'channels.reason.other')}</Chip>
      )}
      {trouble !== null && <Chip kind="warning">{trouble}</Chip>}
      {channel.inactiveReason === null && trouble === null && (
        <Chip kind={channel.active ? 'success' : 'neutral'}>
          {t(channel.active ? 'channels.works' : 'channels.off')}
        </Chip>
      )}
      {channel.knowledgeBaseId === null && <Chip kind="warning">{t('channels.no_base')}</Chip>}
    </>
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
