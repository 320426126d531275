import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder, syncTree } from './sync-tree.ts';

const NAME = 'database';
const NEW_PREFIX = 'database.new-';

/** Where in the data folder the embedded database lies. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, NAME);
}

/**
 * Makes sure that the data folder holds a whole database, and tells whether it is new. It is written beside its place,
 * forced onto the disk and then renamed, so that a crash at any moment leaves a whole one or none. The caller has the
 * lock of the data folder.
 */
export async function prepareDatabaseFolder(options: {
  dataDir: string;
  initialise: (folder: string) => Promise<void>;
  notice: (message: string) => void;
}): Promise<boolean> {
  const { dataDir, initialise, notice } = options;
  const folder = databaseFolder(dataDir);
  removeLeftovers(dataDir);
  if (isWhole(folder)) {
    // PostgreSQL's own lock file. Which engine has the folder is decided by then, so it says nothing; but an engine that is
    // killed between its creation and its first line leaves an empty one, and PostgreSQL never starts over that.
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    return false;
  }
  setUnfinishedAside({ dataDir, folder, notice });
  const fresh = join(dataDir, `${NEW_PREFIX}${process.pid}`);
  mkdirSync(fresh, { mode: 0o700 });
  await initialise(fresh);
  await syncTree(fresh);
  renameSync(fresh, folder);
  await syncFolder(dataDir);
  return true;
}

function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(NEW_PREFIX))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function isWhole(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION')) && existsSync(join(folder, 'global', 'pg_control'));
}

// Nothing is deleted: if it is a damaged database and not an unfinished one, its owner still wants it.
function setUnfinishedAside(options: { dataDir: string; folder: string; notice: (message: string) => void }): void {
  const { dataDir, folder, notice } = options;
  if (!existsSync(folder)) {
    return;
  }
  if (readdirSync(folder).length === 0) {
    rmSync(folder, { recursive: true });
    return;
  }
  const number = readdirSync(dataDir).filter((name) => name.startsWith(`${NAME}.unfinished-`)).length + 1;
  const aside = join(dataDir, `${NAME}.unfinished-${number}`);
  renameSync(folder, aside);
  notice(`${folder} is no whole database (PG_VERSION or global/pg_control is missing); kept as ${aside}, made anew`);
}
