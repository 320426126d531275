import { errorText } from '../api/error-text.ts';
import { translate } from '../texts/texts.ts';
import { wantToasts } from './want-toasts.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export type Toast = { kind: ToastKind; title?: string; message: string };

/** A toast at the bottom right, for four seconds. What draws it is loaded with the first one. */
export function showToast(toast: Toast): void {
  const title = toast.title ?? (toast.kind === 'error' ? translate('errors.title') : undefined);
  wantToasts();
  // Without the network the toast is lost, and so is what it spoke of: the banner says why.
  import('./draw-toast.ts')
    .then(({ drawToast }) => drawToast({ ...toast, ...(title && { title }) }))
    .catch(() => undefined);
}

/** The toast of a failed call. */
export function showErrorToast(error: unknown): void {
  showToast({ kind: 'error', message: errorText(error) });
}
