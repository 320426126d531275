import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import type { Log } from '../log/logger.ts';
import {
  ConfinedJobError,
  type JobAnswer,
  type JobOrder,
  type JobResult,
  jobAnswer,
  type ProcessEnd,
  type ReportProgress,
} from './confined-job.ts';
import { OVER_MEMORY, OVER_TIME } from './watched-cells.ts';

const ENTRY = fileURLToPath(new URL('./confined-child.ts', import.meta.url));
// It may read the program and nothing more: no writing, no processes.
const NODE_FLAGS = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-addons',
  '--allow-worker',
  '--v8-pool-size=1',
  '--disable-warning=SecurityWarning',
];
/** Small heaps, collected after each job, since the bytes live outside of them. */
const SMALL_HEAP_FLAGS = ['--max-semi-space-size=1', '--optimize-for-size', '--expose-gc'];
/** What jobs keep is made once and would be looked through after each of them: half a second of a large vocabulary. */
const KEEPING_FLAGS = ['--max-semi-space-size=16'];
// Nothing of the server's environment: it holds the keys. The rest is for glibc, so that freed memory goes back at once.
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  VIPS_CONCURRENCY: '1',
};
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
};
type Running = { id: number; settle: PromiseWithResolvers<JobResult<unknown>>; onProgress: ReportProgress | undefined };

/** Starts the child; it holds back no end of the server and ends with it. Throws `not-started`. */
export function startChild(deps: ChildDeps): Child {
  const { log, heapMegabytes = SMALL_HEAP_MEGABYTES, wornBytes = WORN_BYTES, isPatient = false } = deps;
  const heapFlags = deps.wornBytes === undefined ? SMALL_HEAP_FLAGS : KEEPING_FLAGS;
  const { child, pid } = forkChild([...heapFlags, `--max-old-space-size=${heapMegabytes}`], isPatient);
  yieldToServer(pid, isPatient);
  const ends = Promise.withResolvers<void>();
  let current: Running | undefined;
  let count = 0;
  let words = '';
  let told: ProcessEnd | undefined;
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
    if (answer.kind === 'failed')
      current.settle.reject(Object.assign(new ConfinedJobError('failed', answer.message), { ms: answer.cpuMs }));
    current = undefined;
  }

  function end(how: string, reason: ProcessEnd): void {
    if (current !== undefined) log.info({ how, reason, words: words.trim() }, 'a confined process ended within a job');
    current?.settle.reject(new ConfinedJobError(reason, `The confined process ended: ${how}`));
    current = undefined;
    ends.resolve();
  }

  child.on('message', (message) => {
    const answer = jobAnswer.safeParse(message);
    if (answer.success) settle(answer.data);
    else child.kill('SIGKILL');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
    // What it died of stands above the trace of the engine's own code, which is long.
    told ??= readReason(words);
    words = words.slice(-KEPT_WORDS);
  });
  child.once('error', (error) => end(error.message, 'crashed'));
  // Not at its exit: its last words may come after it.
  child.once('close', (code, signal) => {
    const how = signal ?? `code ${code}`;
    end(how, told ?? whyEnded(how));
  });
  return {
    pid,
    run(order, onProgress) {
      count += 1;
      const settle = Promise.withResolvers<JobResult<unknown>>();
      const { promise } = settle;
      current = { id: count, settle, onProgress };
      // A channel that is closed: the end of the process tells.
      child.send({ id: count, ...order }, () => undefined);
      return promise;
    },
    ended: ends.promise,
    isUsed: () => count > 0,
    isWorn: () => isWorn,
    kill: () => child.kill('SIGKILL'),
  };
}

async function readDone({ value, cpuMs: ms }: Extract<JobAnswer, { kind: 'done' }>): Promise<JobResult<unknown>> {
  try {
    return { value: deserialize(value), ms };
  } catch (cause) {
    throw Object.assign(new ConfinedJobError('failed', 'The answer cannot be read', { cause }), { ms });
  }
}

/** Without descriptors or memory Node throws, or gives a process that never was: without a channel to talk over. */
function forkChild(heapFlags: string[], isPatient: boolean): { child: ChildProcess; pid: number } {
  const cache = getCompileCacheDir();
  try {
    const child = fork(ENTRY, [], {
      execArgv: [...NODE_FLAGS, ...heapFlags],
      env: { ...ENVIRONMENT, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A session of its own: see yieldToServer.
      detached: isPatient && hasGroups,
    });
    const { pid } = child;
    if (pid !== undefined) return { child, pid };
    // It tells the reason later, to nobody.
    child.once('error', () => undefined);
  } catch (cause) {
    throw new ConfinedJobError('not-started', 'The machine started no process', { cause });
  }
  throw new ConfinedJobError('not-started', 'The machine started no process');
}

function readReason(words: string): ProcessEnd | undefined {
  if (words.includes(OVER_MEMORY) || words.includes(HEAP_IS_FULL)) return 'memory';
  return words.includes(OVER_TIME) ? 'time' : undefined;
}

function whyEnded(how: string): ProcessEnd {
  return SIGNALS_OF_OTHERS.has(how) ? 'killed' : 'crashed';
}

/** Linux may share processors among sessions first, and by priority only within one: sched(7), read 2026-11-26. */
const hasGroups = process.platform === 'linux';
/** A tenth of what the server gets where both want all: less, and a busy hour would refuse a book for its time. */
const LATER = constants.priority.PRIORITY_BELOW_NORMAL;

/** Whoever waits for the server goes before whoever waits for a picture; before a book also those who work in the database. */
function yieldToServer(pid: number, isPatient: boolean): void {
  tryTo(() => setPriority(pid, LATER));
  if (isPatient && hasGroups) tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, `${LATER}`));
}

/** Not every host lets it: the work is the same. */
function tryTo(ask: () => void): void {
  try {
    ask();
  } catch {
    // Nothing depends on it but the pace of others.
  }
}
