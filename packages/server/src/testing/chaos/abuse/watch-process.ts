import { readdirSync } from 'node:fs';
import { readMemory } from '../sample-memory.ts';

const LOOK_EVERY_MS = 500;

export type ProcessFigures = { files: number; megabytes: number };

/** Open files of a process, and what it holds of memory with all below it. */
export function readProcess(pid: number): ProcessFigures {
  return { files: readdirSync(`/proc/${pid}/fd`).length, megabytes: readMemory(pid) };
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
