import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import {
  CPU_CELL,
  ENDING,
  JOB_CELL,
  MEGABYTES_CELL,
  OVER_MEMORY,
  OVER_TIME,
  type WatcherData,
} from './watched-cells.ts';

const MEGABYTE = 1024 * 1024;
/** A decoder takes about 1 MB in a millisecond. */
const LOOK_MS = 5;
const REST_MS = 1000;
const STDERR = 2;

/**
 * Ends the process when a job wants more than its bounds: flags of V8 do not bind what native code takes. In a thread of
 * its own, so that a job which never returns is watched too; also when the server is gone.
 */
function watch({ cells, server }: WatcherData): never {
  let watched = 0;
  let cpuBefore = 0;
  for (;;) {
    const job = Atomics.load(cells, JOB_CELL);
    if (job !== watched) cpuBefore = cpuMs();
    watched = job;
    Atomics.wait(cells, JOB_CELL, job, job === 0 ? REST_MS : LOOK_MS);
    if (process.ppid !== server) process.kill(process.pid, 'SIGKILL');
    const words = job === 0 ? undefined : whatIsOver(cells, cpuMs() - cpuBefore);
    // The bounds are those of this job, and it is the one that ends: no other may have begun meanwhile.
    if (words === undefined || Atomics.compareExchange(cells, JOB_CELL, job, ENDING) !== job) continue;
    writeSync(STDERR, words);
    process.kill(process.pid, 'SIGKILL');
  }
}

function whatIsOver(cells: Int32Array, spentMs: number): string | undefined {
  if (process.memoryUsage.rss() > Atomics.load(cells, MEGABYTES_CELL) * MEGABYTE) return OVER_MEMORY;
  return spentMs > Atomics.load(cells, CPU_CELL) ? OVER_TIME : undefined;
}

/** Of all threads of this process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const data: WatcherData = workerData;
watch(data);
