import type { RouterHistory } from '@tanstack/react-router';
import { mayLeave, watchUnsaved } from '../platform/forms/unsaved.ts';

/** While something is not saved, another screen, a reload and a closed tab wait for an answer. */
export function blockLeaving(history: Pick<RouterHistory, 'block'>): void {
  let unblock: (() => void) | undefined;
  watchUnsaved((hasUnsaved) => {
    if (hasUnsaved === (unblock !== undefined)) return;
    unblock?.();
    unblock = hasUnsaved ? history.block({ blockerFn, enableBeforeUnload: true }) : undefined;
  });
}

type Step = { currentLocation: Place; nextLocation: Place };
type Place = { pathname: string; search: string };

async function blockerFn({ currentLocation, nextLocation }: Step): Promise<boolean> {
  const isSame = currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search;
  return !isSame && !(await mayLeave());
}
