import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

export type ProcessFigures = { files: number; megabytes: number };

/** Open files and memory of a process, as Linux counts them. */
export function readProcess(pid: number): ProcessFigures {
  const kilobytes = /VmRSS:\s+(\d{1,12})/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return { files: readdirSync(`/proc/${pid}/fd`).length, megabytes: Number(kilobytes) / 1024 };
}

/** The highest figures from now until `stop`. */
export function watchProcess(pid: number): { stop(): ProcessFigures } {
  const peak = readProcess(pid);
  const timer = setInterval(() => {
    const now = readProcess(pid);
    peak.files = Math.max(peak.files, now.files);
    peak.megabytes = Math.max(peak.megabytes, now.megabytes);
  }, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
