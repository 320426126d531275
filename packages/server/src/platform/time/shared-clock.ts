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
 * at the start and every half minute, carried on by the monotonic clock in between. After a jump of clocks it may differ
 * from what they say, so it is compared with nothing but itself.
 */
export function createSharedClock({
  pool,
  clock,
  monotonicMs = () => performance.now(),
}: {
  pool: pg.Pool;
  clock: Clock;
  monotonicMs?: () => number;
}): SharedClock {
  let base: { time: number; at: number } | undefined;

  const read = () => (base === undefined ? undefined : base.time + (monotonicMs() - base.at));

  return {
    now() {
      const time = read();
      if (time === undefined) throw new Error('The shared clock was asked before its first sync');
      return new Date(time);
    },
    after: clock.after,
    async sync() {
      const before = read();
      const row = await syncSharedTime.first(pool, { mine: before === undefined ? null : new Date(before) });
      const agreed = row?.logical.getTime();
      const own = read();
      if (agreed !== undefined && (own === undefined || agreed > own)) base = { time: agreed, at: monotonicMs() };
    },
  };
}

/** The given clock in the place of the shared one: for tests that own time. */
export const shareClock = (clock: Clock): SharedClock => ({ ...clock, sync: async () => undefined });
