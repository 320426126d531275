import type { Clock } from '../platform/time/clock.ts';

/** A clock that stands until a test moves it. */
export type TestClock = Clock & {
  /** Lets time pass: timers that come due fire in their order. */
  advance(ms: number): void;
  /** Sets the hands without any time passing, as an administrator or a time server does: no timer is moved by it. */
  jump(ms: number): void;
  /** What a clock that nobody can set says. */
  monotonicMs(): number;
  /** How many timers were ever set, so that a test can wait until the code under test has begun to wait. */
  countSet(): number;
};

type Timer = { dueAt: number; callback: () => void };

export function createTestClock(startAt: Date = new Date('2026-11-22T12:00:00Z')): TestClock {
  const timers = new Set<Timer>();
  let passedMs = 0;
  let jumpedMs = 0;
  let setCount = 0;

  function nextTimer(until: number): Timer | undefined {
    return [...timers].filter(({ dueAt }) => dueAt <= until).sort((one, other) => one.dueAt - other.dueAt)[0];
  }

  return {
    now: () => new Date(startAt.getTime() + passedMs + jumpedMs),
    after(ms, callback) {
      const timer = { dueAt: passedMs + Math.max(ms, 0), callback };
      timers.add(timer);
      setCount += 1;
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = passedMs + ms;
      for (let timer = nextTimer(until); timer; timer = nextTimer(until)) {
        timers.delete(timer);
        passedMs = Math.max(passedMs, timer.dueAt);
        timer.callback();
      }
      passedMs = until;
    },
    jump(ms) {
      jumpedMs += ms;
    },
    monotonicMs: () => passedMs,
    countSet: () => setCount,
  };
}
