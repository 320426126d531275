import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// The name that PostgreSQL clients look for in a folder given as host, at their default port.
const SOCKET_NAME = '.s.PGSQL.5432';
// sun_path holds 104 bytes on macOS and 108 on Linux, with the ending zero.
const LONGEST_PATH = 100;

/** Where the engine's unix socket lies. */
export type SocketPlace = {
  folder: string;
  path: string;
  /** The folder is there for the socket only, and goes with it. */
  isTemporary: boolean;
};

/**
 * The folder for the engine's unix socket: the data folder, or where its path is too long for a socket a folder in
 * the temporary directory that only this user can enter. The same one at each start, so that nothing piles up.
 */
export function socketPlace(dataDir: string): SocketPlace {
  const folder = resolve(dataDir);
  const path = join(folder, SOCKET_NAME);
  return Buffer.byteLength(path) <= LONGEST_PATH ? { folder, path, isTemporary: false } : shortPlace(folder);
}

function shortPlace(dataDir: string): SocketPlace {
  const user = process.getuid?.() ?? 0;
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `otvet-${user}-${mark}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that only this user can enter: remove it and start again`);
  }
  return { folder, path: join(folder, SOCKET_NAME), isTemporary: true };
}
