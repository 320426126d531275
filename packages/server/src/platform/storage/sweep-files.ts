import type { Queryable } from '../database/queryable.ts';
import type { Clock } from '../time/clock.ts';
import type { Files } from './create-files.ts';
import type { Disk } from './disk.ts';
import { deleteUnattached, findKnownFiles, listUnattached } from './store.ts';

const BATCH = 1000;
const SWEEP_AGE_MS = 3_600_000;
const UNATTACHED_AGE_MS = 24 * 3_600_000;

type Sweeps = Pick<Files, 'sweepUnattached' | 'sweep'>;

type Sweep = { disk: Disk; pool: Queryable; before: Date };

/** What nobody needs any more. */
export function createSweeps({
  disk,
  pool,
  clock,
}: {
  disk: Disk;
  pool: Queryable;
  clock: Pick<Clock, 'now'>;
}): Sweeps {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  return {
    sweepUnattached: () => removeUnattached({ disk, pool, before: ago(UNATTACHED_AGE_MS) }),
    sweep: () => removeUnknownBytes({ disk, pool, before: ago(SWEEP_AGE_MS) }),
  };
}

/** Removes bytes that have no row. Gives their number. */
async function removeUnknownBytes({ disk, pool, before }: Sweep): Promise<number> {
  let removed = 0;
  for (const [accountId, ids] of await disk.listOlder(before)) {
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH);
      const known = new Set((await findKnownFiles.all(pool, { accountId, ids: batch })).map(({ id }) => id));
      for (const id of batch.filter((candidate) => !known.has(candidate))) {
        await disk.remove(accountId, id);
        removed += 1;
      }
    }
  }
  return removed;
}

/** Removes files that nothing has referred to: the row first, since bytes without one are swept. Gives their number. */
async function removeUnattached({ disk, pool, before }: Sweep): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await listUnattached.all(pool, { before, limit: BATCH });
    let gone = 0;
    // By account: no statement holds the counters of two, so none waits for another in a circle.
    for (const [accountId, files] of Map.groupBy(found, (file) => file.accountId)) {
      const deleted = await deleteUnattached.all(pool, { accountId, ids: files.map(({ id }) => id) });
      for (const { id } of deleted) await disk.remove(accountId, id);
      gone += deleted.length;
    }
    removed += gone;
    // What was attached meanwhile is in no further list; a list of which nothing goes must not be asked for without end.
    if (found.length < BATCH || gone === 0) return removed;
  }
}
