import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// The disk does several at once in little more than the time of one.
const AT_ONCE = 16;

/** Forces a folder with all that is in it, and its entry in the folder above, onto the disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const waiting = entries.map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }));
  const work = async () => {
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      await (entry.isFile ? syncPath : syncFolder)(entry.path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

/** Forces a folder's list of entries onto the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; NTFS journals their entries.
  if (process.platform !== 'win32') {
    await syncPath(path);
  }
}

async function syncPath(path: string): Promise<void> {
  // Windows needs a handle with write access for fsync.
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
