import { mkdirSync, rmSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../errors/app-error.ts';
import type { FileOfJob } from './confined-job.ts';

const RETRY_SECONDS = 60;

/** Where the file of a job lies while a process works on it: a copy, so that the process sees no other file of anybody. */
export type JobFolder = {
  path: string;
  /** Before a process starts: it may read only a folder that is there, and what a crash left there belongs to nobody. */
  empty(): void;
  /** Throws `server.unavailable`. */
  put(file: FileOfJob): Promise<FileOfJob>;
  clear(): Promise<void>;
};

export function createJobFolder(folder: string): JobFolder {
  const path = resolve(folder);
  // One job at a time; no name of a file says anything to the next one.
  const place = join(path, 'file');
  return {
    path,
    empty() {
      rmSync(path, { recursive: true, force: true });
      mkdirSync(path, { recursive: true, mode: 0o700 });
    },
    async put(file) {
      try {
        await copyFile(file.path, place);
      } catch (cause) {
        // The disk is full, or the file went: later there is room, or whoever has it done knows that it is gone.
        throw new AppError('server.unavailable', { cause, retryAfter: RETRY_SECONDS });
      }
      return { path: place };
    },
    clear: () => rm(place, { force: true }),
  };
}
