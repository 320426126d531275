import type { AnyRouter } from '@tanstack/react-router';

/** What of an address says which screen it is; the rest opens a window on it, or fills a field. */
const SCREEN_KEYS = ['tab', 'source', 'passage', 'step'] as const;

type Location = { pathname: string; search: Partial<Record<(typeof SCREEN_KEYS)[number], string>> };

function screenAt({ pathname, search }: Location): string {
  return [pathname, ...SCREEN_KEYS.map((key) => search[key] ?? '')].join(' ');
}

/**
 * All screens scroll in one frame: a new one stands at its top, unless it has brought something into view itself, one that
 * is come back to where it was left. Ends with what it gives.
 */
export function keepPlaces(router: AnyRouter, frame: HTMLElement): () => void {
  /** How far each screen on the way here was scrolled, in pixels; the one that was left last is the last. */
  const places = new Map<string, number>();
  const stopLeaving = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation === undefined) return;
    const screen = screenAt(fromLocation);
    places.delete(screen);
    places.set(screen, frame.scrollTop);
  });
  const stopArriving = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const screen = screenAt(toLocation);
    if (fromLocation !== undefined && screenAt(fromLocation) === screen) return;
    const top = places.get(screen);
    if (top === undefined && frame.contains(document.activeElement)) return;
    frame.scrollTo(0, top ?? 0);
    if (top !== undefined) forgetFrom(places, screen);
  });
  return () => {
    stopLeaving();
    stopArriving();
  };
}

/** What was opened from a screen that is come back to is left for good. */
function forgetFrom(places: Map<string, number>, screen: string): void {
  const passed = [...places.keys()];
  for (const later of passed.slice(passed.indexOf(screen))) places.delete(later);
}
