import { readdirSync, readFileSync } from 'node:fs';

const WORKER = 'confined-child';

/** The most that any process for outsiders' bytes below this one has held since it began, in MB; 0 where the system does not tell. */
export function readWorkerPeak(pid: number): number {
  return Math.max(0, ...childrenOf(pid).filter(isWorker).map(peakOf));
}

function childrenOf(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  );
}

const isWorker = (pid: number) => read(`/proc/${pid}/cmdline`).includes(WORKER);

const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Nothing where the process is gone, or the system has no such place. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
