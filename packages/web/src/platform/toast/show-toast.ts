import { errorText } from '../api/error-text.ts';
import { translate } from '../texts/texts.ts';
import { wantToasts } from './want-toasts.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export type Toast = { kind: ToastKind; title?: string; message: string };

/** A toast at the bottom right, for four seconds. What draws it is loaded when the first screen stands, or with the first one. */
export function showToast(toast: Toast): void {
  const title = toast.title ?? (toast.kind === 'error' ? translate('errors.title') : undefined);
  wantToasts();
  loadDrawing()
    .then(({ drawToast }) => drawToast({ ...toast, ...(title && { title }) }))
    .catch(() => undefined);
}

/** Loads what draws toasts, so that one can still be shown when the connection is lost. */
export function prepareToasts(): void {
  wantToasts();
  loadDrawing().catch(() => undefined);
}

function loadDrawing() {
  return import('./draw-toast.ts');
}

/** The toast of a failed call. */
export function showErrorToast(error: unknown): void {
  showToast({ kind: 'error', message: errorText(error) });
}
