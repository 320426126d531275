import { readFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { JobAnswer, JobOrder, ReportProgress } from './confined-job.ts';
import { CELLS, CPU_CELL, JOB_CELL, MEGABYTES_CELL } from './watched-cells.ts';

// Small on purpose: what is loaded here counts against the memory of every job. The orders come from the server alone.
type JobModule = { run(bytes: Buffer, input: unknown, report: ReportProgress): unknown };

const cells = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
const watcher = new Worker(new URL('./confined-watcher.ts', import.meta.url), {
  workerData: { cells, server: process.ppid },
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
});
// Without its watcher nothing may run here.
watcher.on('error', () => process.exit(1));
watcher.unref();

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const MAX_MESSAGE = 1000;

function answer(words: JobAnswer): void {
  process.send?.(words);
}

function bind({ id, maxCpuMs, maxMegabytes }: Pick<JobOrder, 'id' | 'maxCpuMs' | 'maxMegabytes'>): void {
  Atomics.store(cells, MEGABYTES_CELL, maxMegabytes);
  Atomics.store(cells, CPU_CELL, maxCpuMs);
  Atomics.store(cells, JOB_CELL, id);
  Atomics.notify(cells, JOB_CELL);
}

async function work(order: JobOrder): Promise<JobAnswer> {
  const { id, module, bytes, input } = order;
  bind(order);
  const before = process.cpuUsage();
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  let content: Buffer;
  try {
    content = readBytes(bytes);
  } catch (error) {
    return { kind: 'unread', id, message: messageOf(error) };
  }
  try {
    const { run }: JobModule = await import(module);
    const report: ReportProgress = ({ done, total }) => answer({ kind: 'progress', id, done, total });
    const value = writeDown(await run(content, input, report));
    globalThis.gc?.();
    return { kind: 'done', id, value, cpuMs: cpuMs(), heldBytes: process.memoryUsage.rss() };
  } catch (error) {
    return { kind: 'failed', id, cpuMs: cpuMs(), message: messageOf(error) };
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE);

function readBytes(bytes: JobOrder['bytes']): Buffer {
  if (!(bytes instanceof Uint8Array)) return readFileSync(bytes.path);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** While the job is still watched: a text that stands in a result ten thousand times is written ten thousand times. */
function writeDown(value: unknown): Buffer {
  const bytes = serialize(value);
  if (bytes.byteLength > MAX_ANSWER_BYTES) throw new Error(`The result of ${bytes.byteLength} bytes is too large`);
  return bytes;
}

/** False when the watcher was first: the process ends. */
function unbind({ id }: Pick<JobOrder, 'id'>): boolean {
  const isFirst = Atomics.compareExchange(cells, JOB_CELL, id, 0) === id;
  Atomics.notify(cells, JOB_CELL);
  return isFirst;
}

process.on('message', (order: JobOrder) => {
  void work(order).then((last) => {
    if (unbind(order)) answer(last);
  });
});
process.once('disconnect', () => process.exit());
