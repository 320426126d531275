import { findFreeBottom } from './free-bottom.ts';

const ROOT = '.mantine-Notifications-root[data-position="bottom-right"]';
const BOTTOM = '--toast-bottom';
/** Where somebody writes, what saves or sends it, and what says of itself that nothing may lie over it. */
const KEPT = 'input, textarea, select, button[type="submit"], [data-keep-clear]';
const CHANGES = ['resize', 'scroll', 'input', 'focusin'] as const;

/** Keeps toasts clear of what the person works with, while the page moves under them as well. */
export function keepToastsClear(): () => void {
  const root = document.querySelector<HTMLElement>(ROOT);
  if (root === null) return () => undefined;
  const { style } = document.documentElement;
  const place = () => {
    if (root.childElementCount === 0) return;
    const { left, right } = root.getBoundingClientRect();
    const toasts = { left, right, height: root.offsetHeight };
    const bottom = findFreeBottom({ toasts, viewportHeight: window.innerHeight, kept: readKept() });
    style.setProperty(BOTTOM, `${Math.round(bottom)}px`);
  };
  const watch = new ResizeObserver(place);
  watch.observe(root);
  for (const change of CHANGES) window.addEventListener(change, place, { capture: true, passive: true });
  return () => {
    watch.disconnect();
    for (const change of CHANGES) window.removeEventListener(change, place, { capture: true });
    style.removeProperty(BOTTOM);
  };
}

/**
 * In an open window its own; what has the focus is kept as well: a toast speaks of what was pressed last, and one that moved
 * over what is being pressed would take the press. A window that closes stays for a moment after the focus has left it.
 */
function readKept(): DOMRect[] {
  const focused = document.activeElement;
  const isNowhere = focused === null || focused === document.body;
  const modal = isNowhere
    ? [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
    : focused.closest('[aria-modal="true"]');
  const kept = [...(modal ?? document).querySelectorAll(KEPT), ...(isNowhere || focused === modal ? [] : [focused])];
  return kept
    .map((element) => element.getBoundingClientRect())
    .filter(({ height, bottom, top }) => height > 0 && bottom > 0 && top < window.innerHeight);
}
