import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { BOUND_CELL, OVER_MEMORY, type WatcherData } from './watched-cells.ts';

const MEGABYTE = 1024 * 1024;
/** A decoder takes about 1 MB in a millisecond. */
const LOOK_MS = 5;
const REST_MS = 1000;
const STDERR = 2;

/**
 * Ends the process when a job wants more memory than its bound: flags of V8 do not bind what native code takes. In a thread
 * of its own, so that a job which never returns is watched too; also when the server is gone.
 */
function watch({ cells, server }: WatcherData): never {
  for (;;) {
    const bound = Atomics.load(cells, BOUND_CELL);
    Atomics.wait(cells, BOUND_CELL, bound, bound === 0 ? REST_MS : LOOK_MS);
    const isOver = bound > 0 && process.memoryUsage.rss() > bound * MEGABYTE;
    if (isOver) writeSync(STDERR, OVER_MEMORY);
    if (isOver || process.ppid !== server) process.kill(process.pid, 'SIGKILL');
  }
}

const data: WatcherData = workerData;
watch(data);
