import type { AnyRouter } from '@tanstack/react-router';

/** What of an address says which screen it is; the rest opens a window on it, or fills a field. */
const SCREEN_KEYS = ['tab', 'source', 'passage', 'step'] as const;

type Location = { pathname: string; search: Partial<Record<(typeof SCREEN_KEYS)[number], string>> };
/** `top`: how far the screen was scrolled, in pixels. */
type Place = { screen: string; top: number };

function screenAt({ pathname, search }: Location): string {
  return [pathname, ...SCREEN_KEYS.map((key) => search[key] ?? '')].join(' ');
}

const opensAtPlace = ({ search }: Location): boolean => search.passage !== undefined;

/**
 * All screens scroll in one frame: a new one stands at its top, unless it has brought something into view itself; the one
 * before, come back to in whatever way, where it was left. The router's own way knows the entries of the history alone: a link
 * back to the list would open it at its top. Ends with what it gives.
 */
export function keepPlaces(router: AnyRouter, frame: HTMLElement): () => void {
  /** The screens on the way here. */
  const trail: Place[] = [];
  /** The one that is being left, and whether it is turned back to before the next one has come. */
  let left: Place | undefined;
  let isTurnedBack = false;
  const stopLeaving = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation === undefined) return;
    isTurnedBack = left !== undefined;
    left ??= { screen: screenAt(fromLocation), top: frame.scrollTop };
  });
  const stopArriving = router.subscribe('onRendered', ({ toLocation }) => {
    const [from, wasTurnedBack] = [left, isTurnedBack];
    left = undefined;
    isTurnedBack = false;
    const screen = screenAt(toLocation);
    if (from?.screen === screen) {
      if (wasTurnedBack) frame.scrollTo(0, from.top);
      return;
    }
    const before = trail.at(-1);
    if (before?.screen === screen) {
      trail.pop();
      // What is opened at a place shows that place.
      if (!opensAtPlace(toLocation)) frame.scrollTo(0, before.top);
      return;
    }
    if (from !== undefined) trail.push(from);
    if (!frame.contains(document.activeElement)) frame.scrollTo(0, 0);
  });
  return () => {
    stopLeaving();
    stopArriving();
  };
}
