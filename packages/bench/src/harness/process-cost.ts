import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** What a process and all below it have used and hold, read from /proc: on Linux only, undefined elsewhere. */
export function readProcessCost(pid: number): { cpuMs: number; residentMb: number } | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined;
  const total = { cpuMs: 0, residentMb: 0 };
  for (const each of [pid, ...listDescendants(pid)]) {
    try {
      // The name in brackets may hold blanks: the fields behind it are counted from its end.
      const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      total.cpuMs += ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
      total.residentMb += readResidentMb(each);
    } catch {
      // A process that ended while it was looked at holds nothing.
    }
  }
  return total;
}

function readResidentMb(pid: number): number {
  const held = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(held?.[1] ?? 0) / 1024;
}

function listDescendants(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  const children = readdirSync(tasks).flatMap((task) => {
    const file = `${tasks}/${task}/children`;
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  });
  return children.flatMap((child) => [child, ...listDescendants(child)]);
}

/** Resident megabytes by process: the server, and below it the database engine. */
export type HeldMemory = Record<string, number>;

export function readHeldMemory(pid: number): HeldMemory {
  return Object.fromEntries(
    [pid, ...listDescendants(pid)].map((each) => [each === pid ? 'server' : 'engine', readResidentMb(each)]),
  );
}
