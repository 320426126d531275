import { hash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { identifyProcess } from '../database/embedded/process-identity.ts';
import { AppError } from '../errors/app-error.ts';
import { systemClock } from '../time/clock.ts';
import type { FileOfJob } from './confined-job.ts';

const RETRY_SECONDS = 60;
/** No job takes so long. */
const LEFT_MS = 3_600_000;
const OWNER_DIGITS = 16;
/** Those of the processes that this server has now: they stay, however far the clock of their disk is behind. */
const inUse = new Set<string>();

/**
 * Where the file of a job lies while a process works on it, under a name of its own: the process, which may write nothing, sees
 * no other file of anybody.
 */
export type JobFolder = {
  path: string;
  /** Before the process starts: it may read only a folder that is there. */
  make(): void;
  /** Throws `server.unavailable`. */
  put(file: FileOfJob): Promise<FileOfJob>;
  clear(): Promise<void>;
  /** Once the process has ended. */
  remove(): Promise<void>;
};

/** A folder of one process within `parent`, beside those of the server's other processes. */
export function createJobFolder(parent: string): JobFolder {
  const path = resolve(parent, `${ownerName(process.pid)}.${randomUUID()}`);
  // One job at a time; no name of a file says anything to the next one.
  const place = join(path, 'file');
  return {
    path,
    make() {
      inUse.add(path);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      removeLeft(resolve(parent));
    },
    async put(file) {
      try {
        // A server that starts may have taken the folder of a process that rested for long for one that a crash left.
        await mkdir(path, { recursive: true, mode: 0o700 });
        // What could not be cleared is the file of another job: to write there would write into that one.
        await rm(place, { force: true });
        // To write 10 MB once more would hold up the database on the same disk.
        await link(file.path, place).catch(() => copyFile(file.path, place, constants.COPYFILE_EXCL));
      } catch (cause) {
        // The disk is full, or the file went: later there is room, or whoever has it done knows that it is gone.
        throw new AppError('server.unavailable', { cause, retryAfter: RETRY_SECONDS });
      }
      return { path: place };
    },
    clear: () => rm(place, { force: true }),
    async remove() {
      inUse.delete(path);
      // What cannot be removed now goes as what a crash leaves.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** A server by its number and its start: a later process may get the same number. */
function ownerName(pid: number): string {
  return `${pid}.${hash('sha256', identifyProcess(pid)?.startedAt ?? '').slice(0, OWNER_DIGITS)}`;
}

function isOfLiving(name: string): boolean {
  const [pid, start] = name.split('.');
  return identifyProcess(Number(pid)) !== undefined && ownerName(Number(pid)) === `${pid}.${start}`;
}

/**
 * What servers left there that ended without a word: documents of people, which nobody needs any longer. Those of another
 * server that is alive stay.
 */
export function removeLeft(parent: string): void {
  if (!existsSync(parent)) return;
  const before = systemClock.now().getTime() - LEFT_MS;
  for (const name of readdirSync(parent)) {
    const path = resolve(parent, name);
    if (inUse.has(path)) continue;
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedAt < before || !isOfLiving(name)) rmSync(path, { recursive: true, force: true });
  }
}
