import type pg from 'pg';
import type { Clock } from './clock.ts';
import { syncSharedTime } from './shared-time-store.ts';

/** The clock of the nodes of one database, for all that is due, held or leased. People are shown the host's. */
export type SharedClock = Clock & {
  /** Agrees with the other nodes again; the first time before anything is due. */
  sync(): Promise<void>;
};

/**
 * Time that all nodes agree on and that never goes back, whatever happens to the clocks of hosts: read from the database
 * at the start and every half minute, carried on by the monotonic clock in between. Ahead of the database's clock it
 * passes at half speed until they meet; never faster than the monotonic clock, so that nothing is due too early. After a
 * jump of clocks it may differ from what they say, so it is compared with nothing but itself.
 */
export function createSharedClock({
  pool,
  clock,
  monotonicMs = () => performance.now(),
  databaseNow = () => null,
}: {
  pool: pg.Pool;
  clock: Clock;
  monotonicMs?: () => number;
  /** In the place of the database's own clock. */
  databaseNow?: () => Date | null;
}): SharedClock {
  let base: { time: number; at: number; aheadMs: number } | undefined;

  const read = () => base && base.time + slow({ ms: monotonicMs() - base.at, aheadMs: base.aheadMs });

  return {
    now() {
      const time = read();
      if (time === undefined) throw new Error('The shared clock was asked before its first sync');
      return new Date(time);
    },
    after: clock.after,
    async sync() {
      const before = read();
      const mine = before === undefined ? null : new Date(before);
      const row = await syncSharedTime.first(pool, { mine, physical: databaseNow() });
      if (!row) return;
      const agreed = row.logical.getTime();
      base = { time: Math.max(agreed, read() ?? agreed), at: monotonicMs(), aheadMs: agreed - row.physical.getTime() };
    },
  };
}

/** How much shared time passes in `ms` while it is ahead: half as much, until the clock has caught up. */
function slow({ ms, aheadMs }: { ms: number; aheadMs: number }): number {
  return Math.max(ms / 2, ms - Math.max(aheadMs, 0));
}

/** The given clock in the place of the shared one: for tests that own time. */
export const shareClock = (clock: Clock): SharedClock => ({ ...clock, sync: async () => undefined });
