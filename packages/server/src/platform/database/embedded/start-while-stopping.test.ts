import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../../../testing/start-test-database.ts';
import { acquireFolderLock } from './folder-lock.ts';
import { identifyProcess, type ProcessIdentity } from './process-identity.ts';

function identify(pid: number | undefined): ProcessIdentity {
  const identity = identifyProcess(pid ?? 0);
  if (identity === undefined) throw new Error('The process does not run');
  return identity;
}

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'process.on("message", () => undefined); process.send("up")'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

describe('a start on a folder whose server is stopping', () => {
  it('waits for its end and takes the folder', async () => {
    const folder = createTestFolder();
    const old = await startProcess();
    const server = identify(old.pid);
    await acquireFolderLock({ folder, engine: server, server });
    const self = identify(process.pid);
    const request = { folder, engine: self, server: self };
    expect(await acquireFolderLock(request)).toEqual({ kind: 'in-use', pid: old.pid });

    writeFileSync(join(folder, 'stopping'), JSON.stringify(server));
    const taking = acquireFolderLock(request);
    const first = await Promise.race([taking, new Promise((next) => setImmediate(next))]);
    expect(first).toBeUndefined();
    old.kill('SIGKILL');
    expect(await taking).toMatchObject({ kind: 'acquired' });
  });

  it('does not believe the mark of an earlier process with the same number', async () => {
    const folder = createTestFolder();
    const old = await startProcess();
    const server = identify(old.pid);
    await acquireFolderLock({ folder, engine: server, server });
    writeFileSync(join(folder, 'stopping'), JSON.stringify({ ...server, startedAt: 'earlier' }));
    const self = identify(process.pid);
    expect(await acquireFolderLock({ folder, engine: self, server: self })).toEqual({ kind: 'in-use', pid: old.pid });
    old.kill('SIGKILL');
  });
});
