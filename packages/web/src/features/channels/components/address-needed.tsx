import { Modal, Stack, Text } from '@mantine/core';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { PUBLIC_START } from './install/public-start.ts';

type Props = { type: string; channel: string; onClose: () => void };

/** Why a channel cannot be connected to a server without an address of the internet, and how it gets one. */
export function AddressNeeded({ type, channel, onClose }: Props) {
  const { t } = useTexts();
  useReturnFocus();
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
        <HelpLink type={type} />
      </Stack>
    </Modal>
  );
}
