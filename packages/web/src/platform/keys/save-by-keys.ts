/** Ctrl+Enter (Cmd+Enter) saves the form that somebody writes in: any in a window, and any with a long text. Tells whether there was one. */
export function saveByKeys(): boolean {
  const modal = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  const form = document.activeElement?.closest('form') ?? modal?.querySelector('form');
  if (!(form instanceof HTMLFormElement)) return false;
  if (form.closest('[aria-modal="true"]') === null && form.querySelector('textarea') === null) return false;
  // A form without it has nothing to save; one that is being saved is not saved twice.
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (button !== null && !button.disabled && button.dataset.loading === undefined) form.requestSubmit(button);
  return true;
}
