import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 100;

/**
 * Megabytes that a process and all below it hold; from /proc, so on Linux only. A page that several share, like the
 * code of node, is shared out among them (Pss of proc(5)): the sum of what is resident would count it for each.
 */
export function readMemory(pid: number): number {
  return [pid, ...listBelow(pid)].reduce((sum, each) => sum + readHeld(each), 0);
}

/** The same without the process that reads pictures: the level of a server to which nobody has sent one. */
function readMemoryWithoutConfined(pid: number): number {
  return [pid, ...listBelow(pid)].filter((each) => !isConfined(each)).reduce((sum, each) => sum + readHeld(each), 0);
}

function isConfined(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('confined-child');
  } catch {
    return false;
  }
}

/** What a process starts, and what those start. */
export function listBelow(pid: number): number[] {
  const children = listOwn(pid);
  return children.flatMap((child) => [child, ...listBelow(child)]);
}

function listOwn(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function readHeld(pid: number): number {
  try {
    const held = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return Number(held?.[1] ?? 0) / 1024;
  } catch (error) {
    if (hasEnded(error)) return 0;
    throw error;
  }
}

function hasEnded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}

/** The highest of what was seen every 100 ms; `ownPeak` leaves out the process that reads pictures. */
export function sampleMemory(pid: number): { peak(): number; ownPeak(): number; restart(): void; stop(): void } {
  let peak = 0;
  let ownPeak = 0;
  const look = () => {
    peak = Math.max(peak, readMemory(pid));
    ownPeak = Math.max(ownPeak, readMemoryWithoutConfined(pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    peak: () => peak,
    ownPeak: () => ownPeak,
    restart() {
      peak = 0;
      ownPeak = 0;
      look();
    },
    stop: () => clearInterval(timer),
  };
}
