import type { Channel } from '@otvet/contract';
import { Chip } from '../../../components/ui/chip.tsx';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';

/** Whether a channel works, and if not why. */
export function ChannelStatus({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  return (
    <>
      {channel.inactiveReason !== null && (
        <Chip kind="error">{translateOr(`channels.reason.${channel.inactiveReason}`, 'channels.reason.other')}</Chip>
      )}
      {channel.inactiveReason === null && (
        <Chip kind={channel.active ? 'success' : 'neutral'}>
          {t(channel.active ? 'channels.works' : 'channels.off')}
        </Chip>
      )}
      {channel.knowledgeBaseId === null && <Chip kind="warning">{t('channels.no_base')}</Chip>}
    </>
  );
}
