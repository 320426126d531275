import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../errors/app-error.ts';
import { systemClock } from '../time/clock.ts';
import type { FileOfJob } from './confined-job.ts';

const RETRY_SECONDS = 60;
/** No job takes so long. */
const LEFT_MS = 3_600_000;

/** Where the file of a job lies while a process works on it: a copy, so that the process sees no other file of anybody. */
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

/** A folder of one process within `parent`, which several servers may share. */
export function createJobFolder(parent: string): JobFolder {
  const path = resolve(parent, randomUUID());
  // One job at a time; no name of a file says anything to the next one.
  const place = join(path, 'file');
  return {
    path,
    make() {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      removeLeft(resolve(parent));
    },
    async put(file) {
      try {
        // A server that starts may have taken the folder of a process that rested for long for one that a crash left.
        await mkdir(path, { recursive: true, mode: 0o700 });
        await copyFile(file.path, place);
      } catch (cause) {
        // The disk is full, or the file went: later there is room, or whoever has it done knows that it is gone.
        throw new AppError('server.unavailable', { cause, retryAfter: RETRY_SECONDS });
      }
      return { path: place };
    },
    clear: () => rm(place, { force: true }),
    // What cannot be removed now goes as what a crash leaves.
    remove: () => rm(path, { recursive: true, force: true }).catch(() => undefined),
  };
}

/** What servers left there that ended without a word. */
function removeLeft(parent: string): void {
  const before = systemClock.now().getTime() - LEFT_MS;
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedAt < before) rmSync(path, { recursive: true, force: true });
  }
}
