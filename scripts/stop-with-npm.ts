import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  identifyProcess,
  isAlive,
  type ProcessIdentity,
} from '../packages/server/src/platform/database/embedded/process-identity.ts';

const LOOK_MS = 500;

type Parent = { parentPid: number; commandLine: string };

/**
 * Ends this process as SIGTERM would as soon as the npm that runs it is gone. npm passes a signal on to the shell between
 * them only, and where that shell does not pass it on (dash) the server would live on without anybody to stop it.
 */
export function stopWithNpm(): void {
  const starters = findStarters();
  if (starters.length === 0) return;
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid && starters.every(isPresent)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}

/** npm and the shell in which it runs the script; the shell may have made way for the script. */
function findStarters(): ProcessIdentity[] {
  const script = process.env.npm_lifecycle_script ?? '';
  // npm's variables reach everything below it: only the script that it names is its own.
  if (!script.includes(basename(process.argv[1] ?? ''))) return [];
  const parent = describeProcess(process.ppid);
  if (parent === undefined) return [];
  const pids = parent.commandLine.includes(script) ? [process.ppid, parent.parentPid] : [process.ppid];
  return pids.flatMap((pid) => identifyProcess(pid) ?? []);
}

function describeProcess(pid: number): Parent | undefined {
  try {
    return process.platform === 'linux' ? readLinuxProcess(pid) : readPsProcess(pid);
  } catch {
    // It has ended meanwhile, or this system has no ps: nobody to watch.
    return undefined;
  }
}

function readLinuxProcess(pid: number): Parent {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    parentPid: Number(parentPid),
    commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
  };
}

function readPsProcess(pid: number): Parent {
  const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return { parentPid: Number.parseInt(line, 10), commandLine: line };
}

function isPresent(starter: ProcessIdentity): boolean {
  if (process.platform === 'linux') return isAlive(starter);
  try {
    process.kill(starter.pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
