import { NotReadyError } from '../errors/not-ready-error.ts';
import type { Clock } from '../time/clock.ts';

/** How late timers were in a window of time. */
export type LoopDelay = { maxMs: number; meanMs: number };

const WINDOW_MS = 2000;
const RESOLUTION_MS = 100;
/** One stall of this length, or that much lateness all the time, is felt by everybody. */
const MAX_STALL_MS = 1500;
const MAX_MEAN_MS = 500;

/**
 * Measures since the last call. A timer of our own: `monitorEventLoopDelay` forgets the stall that its `reset` falls into.
 * The timer that is late by now counts as well.
 */
export function measureLoopDelay(clock: Clock): () => LoopDelay {
  let due = performance.now() + RESOLUTION_MS;
  let late = { maxMs: 0, sumMs: 0, count: 0 };
  const note = () => {
    const ms = Math.max(0, performance.now() - due);
    late = { maxMs: Math.max(late.maxMs, ms), sumMs: late.sumMs + ms, count: late.count + 1 };
  };
  const tick = () => {
    note();
    due = performance.now() + RESOLUTION_MS;
    clock.after(RESOLUTION_MS, tick);
  };
  clock.after(RESOLUTION_MS, tick);
  return () => {
    note();
    const { maxMs, sumMs, count } = late;
    late = { maxMs: 0, sumMs: 0, count: 0 };
    return { maxMs, meanMs: sumMs / count };
  };
}

/** A check that throws while this process was too busy, in this window or the last one, to serve anybody. */
export function watchEventLoop({ clock, measure }: { clock: Clock; measure: () => LoopDelay }): () => Promise<void> {
  let last: LoopDelay = { maxMs: 0, meanMs: 0 };
  let current = last;
  const merge = () => {
    const now = measure();
    current = { maxMs: Math.max(current.maxMs, now.maxMs), meanMs: Math.max(current.meanMs, now.meanMs) };
  };
  const turn = () => {
    merge();
    last = current;
    current = { maxMs: 0, meanMs: 0 };
    clock.after(WINDOW_MS, turn);
  };
  clock.after(WINDOW_MS, turn);
  return async () => {
    merge();
    const maxMs = Math.max(last.maxMs, current.maxMs);
    const meanMs = Math.max(last.meanMs, current.meanMs);
    if (maxMs > MAX_STALL_MS || meanMs > MAX_MEAN_MS) throw new NotReadyError(`late by ${Math.round(maxMs)} ms`);
  };
}
