import { type ParsedLocation, useRouter, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** What of an address says which screen it is; the rest opens a window on it, or fills a field. */
const SCREEN_KEYS = ['tab', 'source', 'passage', 'step'] as const;

type Search = Partial<Record<(typeof SCREEN_KEYS)[number], string>>;

function screenOf(pathname: string, search: Search): string {
  return [pathname, ...SCREEN_KEYS.map((key) => search[key] ?? '')].join(' ');
}
const screenAt = ({ pathname, search }: ParsedLocation<Search>) => screenOf(pathname, search);

/** The part of the frame that screens scroll in: a new screen stands at its top, one that is come back to where it was left. */
export function useScreenPlaces(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  /** How far the screens on the way here were scrolled, in pixels; the one that was left last is the last. */
  const places = useRef(new Map<string, number>());
  const router = useRouter();
  useEffect(() => {
    const stopLeaving = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
      if (fromLocation === undefined || frame.current === null) return;
      const screen = screenAt(fromLocation);
      places.current.delete(screen);
      places.current.set(screen, frame.current.scrollTop);
    });
    const stopArriving = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      const screen = screenAt(toLocation);
      const top = places.current.get(screen);
      if (top === undefined || (fromLocation && screenAt(fromLocation) === screen)) return;
      frame.current?.scrollTo(0, top);
      forgetFrom(places.current, screen);
    });
    return () => {
      stopLeaving();
      stopArriving();
    };
  }, [router]);
  const shown = useRouterState({
    select: ({ matches }) => screenOf(matches.at(-1)?.pathname ?? '', matches.at(-1)?.search ?? {}),
  });
  // Before the screen itself brings something into view.
  useLayoutEffect(() => {
    if (!places.current.has(shown)) frame.current?.scrollTo(0, 0);
  }, [shown]);
  return frame;
}

/** What was opened from a screen that is come back to is left for good. */
function forgetFrom(places: Map<string, number>, screen: string): void {
  const passed = [...places.keys()];
  for (const later of passed.slice(passed.indexOf(screen))) places.delete(later);
}
