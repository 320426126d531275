import { Modal, type ModalProps } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import type { LeaveGuard } from './use-leave-guard.tsx';

export type GuardedModalProps = Pick<ModalProps, 'size' | 'title' | 'children' | 'onClose' | 'closeOnClickOutside'> & {
  guard: LeaveGuard;
};

/** A dialog with something to type: Esc, the backdrop and its closing button ask when something was changed. */
export function GuardedModal({ guard, onClose, children, ...rest }: GuardedModalProps) {
  const { t } = useTexts();
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={() => guard.leave(onClose)}
      // The question above it takes the keyboard.
      closeOnEscape={!guard.isAsking}
      trapFocus={!guard.isAsking}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      {...rest}
    >
      {children}
      {guard.question}
    </Modal>
  );
}
