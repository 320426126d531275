import type { Clock } from '../../platform/time/clock.ts';
import type { DialogChange } from './deps.ts';

/** Below what a person sees; a turn of question, answer and delivery often fits in. */
const GAP_MS = 50;

/**
 * Passes on the first news of a dialog at once and what follows shortly after as one, its newest: an event only says
 * that something changed, and every browser that hears it fetches.
 */
export function createChangeMerger(
  clock: Clock,
  publish: (change: DialogChange) => void,
): (change: DialogChange) => void {
  const held = new Map<string, DialogChange | undefined>();

  function pass(change: DialogChange): void {
    const key = `${change.accountId} ${change.uniqueId}`;
    publish(change);
    held.set(key, undefined);
    clock.after(GAP_MS, () => {
      const newest = held.get(key);
      held.delete(key);
      if (newest) pass(newest);
    });
  }

  return (change) => {
    const key = `${change.accountId} ${change.uniqueId}`;
    if (!held.has(key)) {
      pass(change);
      return;
    }
    const before = held.get(key);
    if (before === undefined || before.version < change.version)
      held.set(key, { ...change, isNew: change.isNew || before?.isNew === true });
  };
}
