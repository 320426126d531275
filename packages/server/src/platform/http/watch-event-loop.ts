import { monitorEventLoopDelay } from 'node:perf_hooks';
import { NotReadyError } from '../errors/not-ready-error.ts';
import type { Clock } from '../time/clock.ts';

/** How late timers were in a window of time. */
export type LoopDelay = { maxMs: number; meanMs: number };

const WINDOW_MS = 2000;
const RESOLUTION_MS = 20;
const NANOSECONDS = 1_000_000;
/** One stall of this length, or that much lateness all the time, is felt by everybody. */
const MAX_STALL_MS = 1500;
const MAX_MEAN_MS = 500;

/** Measures since the last call. */
export function measureLoopDelay(): () => LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return () => {
    const { max, mean, count } = histogram;
    histogram.reset();
    return count === 0 ? { maxMs: 0, meanMs: 0 } : { maxMs: max / NANOSECONDS, meanMs: mean / NANOSECONDS };
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
