import type { Clock } from '../platform/time/clock.ts';

export type ManualClock = Clock & {
  /** Moves the time; timers that fall due run in the order of their times. */
  advance(ms: number): void;
  /** How many timers were ever set, so that a test can wait until the code under test has begun to wait. */
  countSet(): number;
};

/** A clock that stands still until the test moves it. */
export function createManualClock(start = new Date('2026-11-22T09:00:00Z')): ManualClock {
  let now = start.getTime();
  let set = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();

  function takeDue(until: number): { at: number; callback: () => void } | undefined {
    const due = [...timers].filter(([, timer]) => timer.at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
    if (due !== undefined) timers.delete(due[0]);
    return due?.[1];
  }

  return {
    now: () => new Date(now),
    after(ms, callback) {
      set += 1;
      const id = set;
      timers.set(id, { at: now + ms, callback });
      return () => void timers.delete(id);
    },
    advance(ms) {
      const until = now + ms;
      for (let timer = takeDue(until); timer !== undefined; timer = takeDue(until)) {
        now = Math.max(now, timer.at);
        timer.callback();
      }
      now = until;
    },
    countSet: () => set,
  };
}
