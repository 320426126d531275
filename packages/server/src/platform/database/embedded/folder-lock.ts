import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from '../database-errors.ts';
import { isAlive, ProcessIdentity } from './process-identity.ts';
import { isStopping } from './stop-mark.ts';

const FILE_NAME = /^database\.lock\.(\d+)$/;
const POLL_MILLISECONDS = 25;
// A lock file is created first and filled at once; one that stays unreadable this long was left by a crash.
const UNREADABLE_MILLISECONDS = 2_000;
// An engine whose server was killed ends by itself as soon as its running statement is done.
const ORPHAN_PATIENCE_MILLISECONDS = 3_000;
// A server that is told to stop ends within 25 s; a service manager may start the next one before that.
const STOPPING_PATIENCE_MILLISECONDS = 30_000;

const LockHolder = z.object({ engine: ProcessIdentity, server: ProcessIdentity, released: z.boolean() });
type LockHolder = z.infer<typeof LockHolder>;

/** Who asks for the lock: the engine process that touches the files, and the server process that it serves. */
export type LockRequest = {
  folder: string;
  engine: ProcessIdentity;
  server: ProcessIdentity;
};

export type LockOutcome = { kind: 'acquired'; release: () => void } | { kind: 'in-use'; pid: number };

/**
 * Takes the lock of the data folder. Lock files are numbered and the highest one counts, so that of two processes
 * that find a stale lock only one can create its successor (O_EXCL) and none ever removes a fresh one.
 * A live server's lock is never taken: one that is stopping is waited for. An engine that outlives its killed server is
 * waited for, then killed.
 */
export async function acquireFolderLock(request: LockRequest): Promise<LockOutcome> {
  const begin = performance.now();
  for (;;) {
    const number = highestLock(request.folder);
    const holder = number === 0 ? undefined : readHolder(lockPath(request.folder, number));
    if (holder !== 'unreadable' && !isHeld(holder)) {
      const taken = tryTake(request, number + 1);
      if (taken !== undefined) {
        return taken;
      }
      continue;
    }
    if (holder !== 'unreadable' && holder !== undefined) {
      const waited = performance.now() - begin;
      if (!isAlive(holder.server)) {
        if (waited > ORPHAN_PATIENCE_MILLISECONDS) killOrphan(holder.engine);
      } else if (!isStopping(request.folder, holder.server) || waited > STOPPING_PATIENCE_MILLISECONDS) {
        return { kind: 'in-use', pid: holder.server.pid };
      }
    }
    await sleep(POLL_MILLISECONDS);
  }
}

function isHeld(holder: LockHolder | undefined): boolean {
  return holder !== undefined && !holder.released && isAlive(holder.engine);
}

function tryTake(request: LockRequest, number: number): LockOutcome | undefined {
  const path = lockPath(request.folder, number);
  const holder: LockHolder = { engine: request.engine, server: request.server, released: false };
  if (!createExclusively(path, JSON.stringify(holder))) {
    return undefined;
  }
  // A slow starter can create a number that was already used and cleared away: then a higher one exists.
  if (highestLock(request.folder) > number) {
    rmSync(path, { force: true });
    return undefined;
  }
  // The number before stays, so that a folder listing that overlaps two takeovers still sees one of them.
  for (const old of listLocks(request.folder).filter((other) => other < number - 1)) {
    rmSync(lockPath(request.folder, old), { force: true });
  }
  return { kind: 'acquired', release: () => writeFileSync(path, JSON.stringify({ ...holder, released: true })) };
}

function createExclusively(path: string, text: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

function readHolder(path: string): LockHolder | 'unreadable' | undefined {
  try {
    return LockHolder.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return 'unreadable';
    }
    return Date.now() - statSync(path).mtimeMs > UNREADABLE_MILLISECONDS ? undefined : 'unreadable';
  }
}

function killOrphan(engine: ProcessIdentity): void {
  if (isAlive(engine)) {
    process.kill(engine.pid, 'SIGKILL');
  }
}

function highestLock(folder: string): number {
  return Math.max(0, ...listLocks(folder));
}

function listLocks(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const number = FILE_NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function lockPath(folder: string, number: number): string {
  return join(folder, `database.lock.${number}`);
}
