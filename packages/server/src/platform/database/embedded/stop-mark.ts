import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifyProcess, ProcessIdentity } from './process-identity.ts';

const NAME = 'stopping';

/** Leaves word in the data folder that this process is ending, so that a start meanwhile waits for it. */
export function markStopping(folder: string): void {
  const self = identifyProcess(process.pid);
  if (self !== undefined) writeFileSync(join(folder, NAME), JSON.stringify(self), { mode: 0o600 });
}

/** Whether exactly this process has said that it is ending. */
export function isStopping(folder: string, server: ProcessIdentity): boolean {
  const marked = readMark(join(folder, NAME));
  return marked?.pid === server.pid && marked.startedAt === server.startedAt;
}

function readMark(path: string): ProcessIdentity | undefined {
  try {
    return ProcessIdentity.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // None, or a half-written one: the next look finds it whole.
    return undefined;
  }
}
