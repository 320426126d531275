import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../database-errors.ts';

/** A process that cannot be confused with a later one that got the same number. */
export const ProcessIdentity = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** The identity of a live process, or undefined if there is none with this number (a zombie counts as dead). */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = readStartTime(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether exactly this process still lives. */
export function isAlive(identity: ProcessIdentity): boolean {
  return readStartTime(identity.pid) === identity.startedAt;
}

function readStartTime(pid: number): string | undefined {
  if (process.platform === 'linux') {
    return readLinuxStartTime(pid);
  }
  return process.platform === 'win32' ? readPresence(pid) : readPsStartTime(pid);
}

function readLinuxStartTime(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  // The command name stands in parentheses and may hold blanks; state is the first field after it, start the 20th.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields?.[0];
  if (fields === undefined || state === 'Z' || state === 'X') {
    return undefined;
  }
  const bootId = readIfPresent('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return `${bootId}:${fields[19] ?? ''}`;
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH') {
      return undefined;
    }
    throw error;
  }
}

function readPsStartTime(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [state = '', ...start] = line.split(/\s+/);
    return line === '' || state.startsWith('Z') ? undefined : start.join(' ');
  } catch {
    // ps ends with 1 when there is no such process.
    return undefined;
  }
}

// Windows tells no start time without native code: there only the number is compared.
function readPresence(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return errorCode(error) === 'EPERM' ? 'alive' : undefined;
  }
}
