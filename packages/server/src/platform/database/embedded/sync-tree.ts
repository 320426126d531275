import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Forces a folder with all that is in it, and its entry in the folder above, onto the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) {
      syncPath(path);
    }
    if (entry.isDirectory()) {
      syncFolder(path);
    }
  }
  syncFolder(folder);
  syncFolder(dirname(folder));
}

/** Forces a folder's list of entries onto the disk. */
export function syncFolder(path: string): void {
  // Windows cannot open folders; NTFS journals their entries.
  if (process.platform !== 'win32') {
    syncPath(path);
  }
}

function syncPath(path: string): void {
  // Windows needs a handle with write access for fsync.
  const file = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
