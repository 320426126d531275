import type { Queryable } from '../database/queryable.ts';
import { readSnapshot } from './events-store.ts';

/**
 * Numbers are taken in one order and become visible in another: a reader that went up to the highest visible one would
 * pass by rows whose transaction still runs. The horizon is a number below which nothing can appear any more: the
 * highest of an earlier look, once every transaction that ran then has ended. Undefined until one is known.
 */
export function createHorizon(deps: {
  pool: Queryable;
  readTop(db: Queryable): Promise<number>;
}): () => Promise<number | undefined> {
  let horizon: number | undefined;
  let pending: { top: number; until: number } | undefined;

  return async () => {
    // The number first: whoever took a lower one has begun to write before the snapshot that follows.
    const top = await deps.readTop(deps.pool);
    if (horizon !== undefined && top <= horizon) return horizon;
    const snapshot = await readSnapshot.first(deps.pool, {});
    if (snapshot === undefined) return horizon;
    const { oldestRunning, nextToBegin } = snapshot;
    if (pending !== undefined && oldestRunning >= pending.until) {
      horizon = pending.top;
      pending = undefined;
    }
    if (oldestRunning >= nextToBegin) horizon = top;
    else pending ??= { top, until: nextToBegin };
    return horizon;
  };
}
