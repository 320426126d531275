import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseInUseError } from '../database/database-errors.ts';
import { acquireFolderLock } from '../database/embedded/folder-lock.ts';
import { identifyProcess } from '../database/embedded/process-identity.ts';
import type { NewId } from '../time/ids.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Who this node is: the same over restarts on one data folder, so that a restart takes up at once what its earlier
 * process left. The folder's lock makes it one process at a time.
 */
export async function readNodeId({ dataDir, newId }: { dataDir: string; newId: NewId }): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'node-id');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (uuid.test(known.trim())) return known.trim();
  const id = newId();
  await writeFile(path, `${id}\n`, { mode: 0o600 });
  return id;
}

/** Takes the data folder for this process where no embedded engine takes it; throws DatabaseInUseError. */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const self = identifyProcess(process.pid);
  if (!self) return () => undefined;
  const outcome = await acquireFolderLock({ folder: dataDir, engine: self, server: self });
  if (outcome.kind === 'in-use') throw new DatabaseInUseError({ folder: dataDir, pid: outcome.pid });
  return outcome.release;
}
