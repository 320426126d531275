/** Gives an element the focus. The dialog's focus trap begins after this and looks for the mark; without it the close button gets the focus. */
export function takeFocus(element: HTMLElement | null | undefined): void {
  element?.setAttribute('data-autofocus', '');
  element?.focus();
}

const COARSE_POINTER = '(pointer: coarse)';

/**
 * The first thing to do in a step: its fields come before links, wherever they stand. On a touch screen a field would open
 * the keyboard over the words that lead to it, so that those are where it begins.
 */
export function focusStep({ body, words }: { body: HTMLElement | null; words: HTMLElement | null }): void {
  const field = body?.querySelector<HTMLElement>('input:not([disabled])');
  const action = field ?? body?.querySelector<HTMLElement>('a[href],button:not([disabled])');
  const isTouched = window.matchMedia(COARSE_POINTER).matches;
  const heading = field && isTouched ? words?.querySelector<HTMLElement>('[tabindex]') : undefined;
  takeFocus(heading ?? action);
}
