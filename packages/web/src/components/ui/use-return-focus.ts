import { useEffect, useState } from 'react';

/** What had the focus before a window took it; of an entry of a menu, which is gone by then, what opened the menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/**
 * Gives the focus back to what opened a window, however the window is closed; whatever took the focus meanwhile keeps it.
 * The library does so only for windows that stay in the page while they are closed.
 */
export function useReturnFocus(): void {
  // The first drawing comes before the window takes the focus.
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) opener?.focus({ preventScroll: true });
    },
    [opener],
  );
}
