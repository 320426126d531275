import { notifications } from '@mantine/notifications';
import { limits } from '@otvet/contract';
import { errorText } from '../api/error-text.ts';
import { translate } from '../texts/texts.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

const colors: Record<ToastKind, string> = { success: 'green', error: 'red', info: 'secondary', warning: 'amber' };

/** A toast at the bottom right, for four seconds. */
export function showToast({ kind, title, message }: { kind: ToastKind; title?: string; message: string }): void {
  notifications.show({
    color: colors[kind],
    title: title ?? (kind === 'error' ? translate('errors.title') : undefined),
    message,
    autoClose: limits.toastMs,
    position: 'bottom-right',
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': translate('shell.close') },
    'data-kind': kind,
  });
}

/** The toast of a failed call. */
export function showErrorToast(error: unknown): void {
  showToast({ kind: 'error', message: errorText(error) });
}
