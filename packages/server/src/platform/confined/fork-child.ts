import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ConfinedJobError } from './confined-job.ts';
import type { JobFolder } from './job-folder.ts';

const ENTRY = fileURLToPath(new URL('./confined-child.ts', import.meta.url));
/** Not the folder of the program itself: the data may lie in it, and settings with keys. */
const PROGRAM = ['packages', 'node_modules', 'package.json'].map((name) =>
  fileURLToPath(new URL(`../../../../../${name}`, import.meta.url)),
);
// No writing, no processes.
const NODE_FLAGS = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  '--v8-pool-size=1',
  '--disable-warning=SecurityWarning',
];
// Nothing of the server's environment: it holds the keys. The rest is for glibc, so that freed memory goes back at once.
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  VIPS_CONCURRENCY: '1',
};

type Fork = { flags: string[]; isPatient: boolean; folder: JobFolder | undefined; readsAll: boolean | undefined };

/** Without descriptors or memory Node throws, or gives a process that never was: without a channel to talk over. */
export function forkChild({ flags, isPatient, folder, readsAll = false }: Fork): { child: ChildProcess; pid: number } {
  const cache = getCompileCacheDir();
  try {
    folder?.make();
    const readable = readsAll ? ['*'] : readableFiles(cache, folder);
    const child = fork(ENTRY, [], {
      execArgv: [...NODE_FLAGS, ...readable.map((path) => `--allow-fs-read=${path}`), ...flags],
      env: { ...ENVIRONMENT, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A session of its own: see yieldToServer.
      detached: isPatient && hasGroups,
    });
    const { pid } = child;
    if (pid !== undefined) {
      yieldToServer(pid, isPatient);
      return { child, pid };
    }
    // It tells the reason later, to nobody.
    child.once('error', () => undefined);
  } catch (cause) {
    throw new ConfinedJobError('not-started', 'The machine started no process', { cause });
  }
  throw new ConfinedJobError('not-started', 'The machine started no process');
}

/** Links on the way to the program are followed; Node asks for the place behind them. */
function readableFiles(cache: string | undefined, folder: JobFolder | undefined): string[] {
  const others = [cache, folder?.path].filter((path) => path !== undefined);
  const places = [...PROGRAM, ...others].filter(existsSync);
  return [...new Set(places.flatMap((path) => [path, realpathSync(path)]))];
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
