import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps what lies here in memory. */
const SHARED_MEMORY = '/dev/shm';
/** What a whole run takes at once is a tenth of it; the rest is for whoever else works on the machine. */
const ROOMY_BYTES = 8 * 1024 ** 3;

/**
 * Where files cost no disk: a test run makes and removes some hundred databases. Undefined where there is no such place, where it
 * or the memory behind it is short, or where no program can be run from it.
 */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    const isRoomy = bavail * bsize >= ROOMY_BYTES && process.availableMemory() >= ROOMY_BYTES;
    return isRoomy && canRunPrograms(SHARED_MEMORY) ? SHARED_MEMORY : undefined;
  } catch {
    return undefined;
  }
}

function canRunPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'otvet-probe-'));
  try {
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
