import type { ChildProcess } from 'node:child_process';
import { deserialize } from 'node:v8';
import type { Log } from '../log/logger.ts';
import {
  ConfinedJobError,
  type FileOfJob,
  type JobAnswer,
  type JobOrder,
  type JobResult,
  jobAnswer,
  type ProcessEnd,
  type ReportProgress,
} from './confined-job.ts';
import { forkChild } from './fork-child.ts';
import { createJobFolder, type JobFolder } from './job-folder.ts';
import { OVER_MEMORY, OVER_TIME } from './watched-cells.ts';

/** Small heaps, collected after each job, since the bytes live outside of them. */
const SMALL_HEAP_FLAGS = ['--max-semi-space-size=1', '--optimize-for-size', '--expose-gc'];
/** What jobs keep is made once and would be looked through after each of them: half a second of a large vocabulary. */
const KEEPING_FLAGS = ['--max-semi-space-size=16'];
const SMALL_HEAP_MEGABYTES = 128;
const KEPT_WORDS = 1000;
/** What the engine says at the end of its own memory. */
const HEAP_IS_FULL = 'heap out of memory';
/** Signals that others send: an administrator, or a machine without memory. A decoder dies by other ones. */
const SIGNALS_OF_OTHERS = new Set<string>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
const WORN_BYTES = 115_000_000;

/** A process that does one job after the other. */
export type Child = {
  pid: number;
  run(order: Omit<JobOrder, 'id'>, onProgress?: ReportProgress): Promise<JobResult<unknown>>;
  /** It has done a job before, which has left something in its memory. */
  isUsed(): boolean;
  /** It holds so much that the next job would have less room: a new one should do it. */
  isWorn(): boolean;
  ended: Promise<void>;
  kill(): void;
};

/** `heapMegabytes`: of the engine's own heap, for jobs that build what they read there; `wornBytes`: for jobs that keep it. */
export type ChildDeps = {
  log: Log;
  heapMegabytes?: number | undefined;
  wornBytes?: number | undefined;
  isPatient?: boolean | undefined;
  folder?: string | undefined;
  readsAll?: boolean | undefined;
};
type Running = { id: number; settle: PromiseWithResolvers<JobResult<unknown>>; onProgress: ReportProgress | undefined };

/** Starts the child; it holds back no end of the server and ends with it. Throws `not-started`. */
export function startChild(deps: ChildDeps): Child {
  const { log, heapMegabytes = SMALL_HEAP_MEGABYTES, wornBytes = WORN_BYTES, isPatient = false } = deps;
  const heapFlags = deps.wornBytes === undefined ? SMALL_HEAP_FLAGS : KEEPING_FLAGS;
  const folder = deps.folder === undefined ? undefined : createJobFolder(deps.folder);
  const flags = [...heapFlags, `--max-old-space-size=${heapMegabytes}`];
  const { child, pid } = forkChild({ flags, isPatient, folder, readsAll: deps.readsAll });
  const ends = Promise.withResolvers<void>();
  const last = keepLastWords(child);
  let current: Running | undefined;
  let count = 0;
  let isWorn = false;

  function settle(answer: JobAnswer): void {
    if (current?.id !== answer.id) return;
    if (answer.kind === 'progress') {
      current.onProgress?.({ done: answer.done, total: answer.total });
      return;
    }
    if (answer.kind === 'done') {
      isWorn = answer.heldBytes > wornBytes;
      current.settle.resolve(readDone(answer));
    }
    if (answer.kind === 'failed') current.settle.reject(toFailure(answer));
    if (answer.kind === 'unread') {
      isWorn = true;
      current.settle.reject(toFailure(answer));
    }
    current = undefined;
  }

  function end(how: string, reason: ProcessEnd): void {
    if (current !== undefined)
      log.info({ how, reason, words: last.words.trim() }, 'a confined process ended within a job');
    const error = new ConfinedJobError(reason, `The confined process ended: ${how}`);
    // Its heap was collected after the job before, unless jobs keep something there.
    error.isOfJob = last.isHeapFull && deps.wornBytes === undefined;
    current?.settle.reject(error);
    current = undefined;
    void folder?.remove();
    ends.resolve();
  }

  child.on('message', (message) => {
    const answer = jobAnswer.safeParse(message);
    if (answer.success) settle(answer.data);
    else child.kill('SIGKILL');
  });
  child.once('error', (error) => end(error.message, 'crashed'));
  // Not at its exit: its last words may come after it.
  child.once('close', (code, signal) => {
    const how = signal ?? `code ${code}`;
    end(how, last.reason ?? whyEnded(how));
  });
  return {
    pid,
    run(order, onProgress) {
      count += 1;
      const settle = Promise.withResolvers<JobResult<unknown>>();
      const { promise } = settle;
      current = { id: count, settle, onProgress };
      const id = count;
      const send = (bytes: JobOrder['bytes']) => {
        // A channel that is closed: the end of the process tells.
        child.send({ id, ...order, bytes }, () => undefined);
      };
      if (order.bytes instanceof Uint8Array) {
        send(order.bytes);
        return promise;
      }
      const placed = putFile(folder, order.bytes);
      void placed.then(send, settle.reject);
      // Also of a process that ended before the file was there.
      return promise.finally(() => placed.then(() => folder?.clear()));
    },
    ended: ends.promise,
    isUsed: () => count > 0,
    isWorn: () => isWorn,
    kill: () => child.kill('SIGKILL'),
  };
}

type LastWords = { words: string; reason?: ProcessEnd; isHeapFull: boolean };

function keepLastWords({ stderr }: ChildProcess): Readonly<LastWords> {
  const last: LastWords = { words: '', isHeapFull: false };
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    const words = last.words + text;
    const reason = readReason(words);
    // What it died of stands above the trace of the engine's own code, which is long.
    if (reason !== undefined) last.reason ??= reason;
    last.isHeapFull ||= words.includes(HEAP_IS_FULL);
    last.words = words.slice(-KEPT_WORDS);
  });
  return last;
}

async function readDone({ value, cpuMs: ms }: Extract<JobAnswer, { kind: 'done' }>): Promise<JobResult<unknown>> {
  try {
    return { value: deserialize(value), ms };
  } catch (cause) {
    throw Object.assign(new ConfinedJobError('failed', 'The answer cannot be read', { cause }), { ms });
  }
}

function toFailure(answer: Extract<JobAnswer, { kind: 'failed' | 'unread' }>): ConfinedJobError {
  // Another process may be let to the file.
  if (answer.kind === 'unread') return new ConfinedJobError('not-started', `A file cannot be read: ${answer.message}`);
  return Object.assign(new ConfinedJobError('failed', answer.message), { ms: answer.cpuMs });
}

async function putFile(folder: JobFolder | undefined, file: FileOfJob): Promise<FileOfJob> {
  if (folder === undefined) throw new Error('A process without a folder was given a file');
  return await folder.put(file);
}

function readReason(words: string): ProcessEnd | undefined {
  if (words.includes(OVER_MEMORY) || words.includes(HEAP_IS_FULL)) return 'memory';
  return words.includes(OVER_TIME) ? 'time' : undefined;
}

function whyEnded(how: string): ProcessEnd {
  return SIGNALS_OF_OTHERS.has(how) ? 'killed' : 'crashed';
}
