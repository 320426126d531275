import { notifications } from '@mantine/notifications';
import { limits } from '@otvet/contract/values';
import { translate } from '../texts/texts.ts';
import type { Toast, ToastKind } from './show-toast.ts';

const colors: Record<ToastKind, string> = { success: 'green', error: 'red', info: 'secondary', warning: 'amber' };

export function drawToast({ kind, title, message }: Toast): void {
  notifications.show({
    color: colors[kind],
    title,
    message,
    autoClose: limits.toastMs,
    position: 'bottom-right',
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': translate('shell.close') },
    'data-kind': kind,
  });
}
