import { Modal, Stack, Text } from '@mantine/core';
import type { OfferedChannelType } from '@otvet/contract';
import { describeChannel } from '@otvet/contract/values';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { BeforeList } from '../../../connect-forms/before-list.tsx';
import { StepButtons } from '../../../connect-forms/steps/step-buttons.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { PUBLIC_START } from './install/public-start.ts';

type Props = {
  type: OfferedChannelType;
  channel: string;
  /** To the other ways; null where there are none. */
  onBack: (() => void) | null;
  onClose: () => void;
};

/** Why a channel cannot be connected to a server without an address of the internet, how it gets one, and what the channel needs besides. */
export function AddressNeeded({ type, channel, onBack, onClose }: Props) {
  const { t } = useTexts();
  useReturnFocus();
  const { before } = describeChannel(type);
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t('channels.connect_named', { channel })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap={12}>
        <Text>{t('channels.address.why', { channel })}</Text>
        <Text>{t('channels.address.how')}</Text>
        <div>
          <CopyLine
            line={PUBLIC_START}
            labels={{ copy: t('channels.embed.command_copy'), copied: t('channels.embed.copied') }}
            testId="public-command"
            color="secondary.1"
          />
        </div>
        {before.length > 0 && (
          <section>
            <Text fw={600} mb={4}>
              {t('channels.address.besides')}
            </Text>
            <BeforeList keys={before} />
          </section>
        )}
        <HelpLink type={type} />
        {onBack !== null && <StepButtons onBack={onBack} isBusy={false} />}
      </Stack>
    </Modal>
  );
}
