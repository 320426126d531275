import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError } from '../errors/system-fault.ts';

/** More than one block of any file system, so that a disk without a free one shows. */
const PROBE = Buffer.alloc(64 * 1024, 1);

/** Writes a file onto the disk and removes it; throws what the system answers. */
export async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `.write-probe-${process.pid}`);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(PROBE);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

/** For the start: throws DataFolderError when the data folder cannot be written. */
export async function requireWritableFolder(folder: string): Promise<void> {
  await probeFolder(folder).catch((error: unknown) => {
    throw new DataFolderError(folder, error);
  });
}
