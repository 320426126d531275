import { notifications, notificationsStore } from '@mantine/notifications';
import { limits } from '@otvet/contract/values';
import { translate } from '../texts/texts.ts';
import type { Toast, ToastKind } from './show-toast.ts';

const colors: Record<ToastKind, string> = { success: 'green', error: 'red', info: 'secondary', warning: 'amber' };

/** Equal toasts are one that says how often, and stays for the full time again. */
export function drawToast({ kind, title, message }: Toast): void {
  const id = [kind, title ?? '', message].join('\n');
  const shown = notificationsStore.getState().notifications.find((toast) => toast.id === id);
  if (shown !== undefined) {
    const count = Number(shown['data-count']) + 1;
    notifications.update({
      ...shown,
      'data-count': count,
      message: translate('shell.toast_times', { message, count }),
      // Only another time to close by starts it anew.
      autoClose: Number(shown.autoClose) + 1,
    });
    return;
  }
  notifications.show({
    id,
    color: colors[kind],
    title,
    message,
    autoClose: limits.toastMs,
    position: 'bottom-right',
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': translate('shell.close') },
    'data-kind': kind,
    'data-count': 1,
  });
}
