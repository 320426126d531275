import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createDeadline } from './deadline.ts';

/** A clock whose only timer is fired by hand. */
function startDeadline(signal: AbortSignal) {
  const timers = new Set<() => void>();
  const clock = {
    now: () => new Date(0),
    after(_ms: number, callback: () => void) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  };
  const deadline = createDeadline({ clock, ms: 100, signal });
  const pass = () => {
    for (const fire of timers) fire();
  };
  return { deadline, timers, pass };
}

it('it ends at its time and says so, or with the caller, for the reason of the caller', () => {
  const caller = new AbortController();
  const first = startDeadline(caller.signal);
  const second = startDeadline(caller.signal);
  first.pass();
  expect([first.deadline.signal.aborted, first.deadline.hasPassed()]).toEqual([true, true]);
  expect([second.deadline.signal.aborted, caller.signal.aborted]).toEqual([false, false]);
  caller.abort(new Error('stop'));
  expect(second.deadline.signal.reason).toMatchObject({ message: 'stop' });
  expect(second.deadline.hasPassed()).toBe(false);
  expect(startDeadline(caller.signal).deadline.signal.aborted).toBe(true);
});

it('risk: every turn leaves a listener at the signal that lives as long as the process', () => {
  const caller = new AbortController();
  const { deadline, timers } = startDeadline(caller.signal);
  deadline.release();
  expect([getEventListeners(caller.signal, 'abort').length, timers.size]).toEqual([0, 0]);
});
