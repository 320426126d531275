import { Button, Group, Modal, Text } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import { useReturnFocus } from './use-return-focus.ts';

export type ConfirmDialogProps = {
  title: string;
  text: string;
  confirmLabel: string;
  /** "Cancel" unless told. */
  cancelLabel?: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTexts();
  useReturnFocus();
  const { title, text, confirmLabel, cancelLabel, isBusy, onConfirm, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <Text c="dimmed">{text}</Text>
      <Group justify="flex-end" mt={20}>
        <Button color="secondary.1" onClick={onClose} data-autofocus>
          {cancelLabel ?? t('shell.cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
