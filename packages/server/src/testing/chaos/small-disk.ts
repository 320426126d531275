import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(64 * 1024, 1);
/** The last file blocks: a disk that has room for a page is not full. */
const PAGE = Buffer.alloc(4096, 1);
const FILLER = 'filler';

/** A file system of its own that can be filled and freed. */
export type SmallDisk = {
  folder: string;
  fill(): void;
  free(): void;
  makeReadOnly(): void;
  close(): void;
};

/** In memory, so it needs the right to mount: undefined where the tests do not have it. */
export function mountSmallDisk({ megabytes }: { megabytes: number }): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'otvet-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'otvet-test', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const close = () => {
    process.off('exit', close);
    // Lazy: a process that was just killed may still hold a file.
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true });
  };
  process.once('exit', close);
  return {
    folder,
    fill: () => fill(join(folder, FILLER)),
    free: () => rmSync(join(folder, FILLER)),
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' }),
    close,
  };
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  for (const piece of [CHUNK, PAGE]) {
    try {
      for (;;) writeSync(file, piece);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(file);
}
