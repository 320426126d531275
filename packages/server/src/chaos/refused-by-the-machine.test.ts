import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../testing/chaos/small-disk.ts';
import { findFreePort } from '../testing/find-free-port.ts';
import { findUnprivilegedUser } from '../testing/postgres-binaries.ts';
import { createTestFolder } from '../testing/start-test-database.ts';
import { waitUntil } from '../testing/wait-until.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const TIMEOUT_MS = 180_000;
// More than the server has open at rest, and less than the sockets of the test.
const RUNNING_FILES = 256;
const SOCKETS = 400;
/** Fewer than any server has open. */
const FEW_FILES = 10;

type Server = { child: ChildProcess; url: string; port: number; output(): string };
const servers: Server[] = [];
const disks: SmallDisk[] = [];

/** The server in its own process, as a user without rights, with a limit of open files. */
async function start(options: { dataDir: string; maxFiles?: number }): Promise<Server> {
  const port = await findFreePort();
  const limit = options.maxFiles === undefined ? '' : `ulimit -n ${options.maxFiles}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, MAIN], {
    ...findUnprivilegedUser(),
    cwd: createTestFolder(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'warn',
    },
  });
  let words = '';
  const keep = (chunk: Buffer) => {
    words += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const server = { child, port, url: `http://127.0.0.1:${port}`, output: () => words };
  servers.push(server);
  return server;
}

/** A data folder of the user who runs the server. */
function ownFolder(folder: string): string {
  const user = findUnprivilegedUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

async function readEnd({ child, output }: Server): Promise<{ code: unknown; lines: string[] }> {
  const [code] = await once(child, 'close');
  return {
    code,
    lines: output()
      .split('\n')
      .filter((line) => line.trim() !== ''),
  };
}

function openDisk(): SmallDisk {
  const disk = mountSmallDisk({ megabytes: 8 });
  if (disk === undefined) throw new Error('Mounting worked a moment ago');
  disks.push(disk);
  return disk;
}

const canMount = (() => {
  const disk = mountSmallDisk({ megabytes: 1 });
  disk?.close();
  return disk !== undefined;
})();
if (!canMount) console.log('Left out: full and read-only disks need the right to mount a file system.');

afterEach(() => {
  for (const { child } of servers.splice(0)) if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
  for (const disk of disks.splice(0)) disk.close();
});

describe.skipIf(process.platform === 'win32')('a start that the machine refuses ends with 1 and one sentence', () => {
  it('in a folder without permission', { timeout: TIMEOUT_MS }, async () => {
    const dataDir = ownFolder(createTestFolder());
    chmodSync(dataDir, 0o555);
    expect(await readEnd(await start({ dataDir }))).toEqual({
      code: 1,
      lines: [
        expect.stringContaining(`The data folder ${dataDir} cannot be written: there is no permission to write.`),
      ],
    });
  });

  it.skipIf(!canMount)('on a full disk', { timeout: TIMEOUT_MS }, async () => {
    const disk = openDisk();
    const dataDir = ownFolder(disk.folder);
    disk.fill();
    expect(await readEnd(await start({ dataDir }))).toEqual({
      code: 1,
      lines: [expect.stringContaining(`The data folder ${dataDir} cannot be written: the disk is full.`)],
    });
  });

  it.skipIf(!canMount)('on a read-only disk', { timeout: TIMEOUT_MS }, async () => {
    const disk = openDisk();
    const dataDir = ownFolder(disk.folder);
    disk.makeReadOnly();
    expect(await readEnd(await start({ dataDir }))).toEqual({
      code: 1,
      lines: [expect.stringContaining(`The data folder ${dataDir} cannot be written: it is read-only.`)],
    });
  });

  it('without file handles', { timeout: TIMEOUT_MS }, async () => {
    const { code, lines } = await readEnd(await start({ dataDir: ownFolder(createTestFolder()), maxFiles: 32 }));
    expect(lines).toEqual([expect.stringContaining('too many files are open')]);
    expect(code).toBe(1);
  });
});

describe.skipIf(process.platform === 'win32')('a running server that the machine refuses', () => {
  /** Over a connection that stays open: a new one needs a handle. */
  function createReader(url: string) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return async (): Promise<{ status: number; body: string }> =>
      await new Promise((resolve) => {
        const call = request(`${url}/ready`, { agent }, async (response) => {
          let body = '';
          for await (const chunk of response) body += String(chunk);
          resolve({ status: response.statusCode ?? 0, body });
        });
        call.on('error', () => resolve({ status: 0, body: '' }));
        call.end();
      });
  }

  async function startReady(dataDir: string, maxFiles?: number) {
    const server = await start({ dataDir, ...(maxFiles === undefined ? {} : { maxFiles }) });
    const read = createReader(server.url);
    await waitUntil(async () => (await read()).status === 200);
    return { server, read };
  }

  it('says so when its folder cannot be written, and is ready again by itself', { timeout: TIMEOUT_MS }, async () => {
    const dataDir = ownFolder(createTestFolder());
    const { server, read } = await startReady(dataDir);
    chmodSync(dataDir, 0o555);
    await waitUntil(async () => (await read()).body.includes('"data folder":"there is no permission to write"'));
    await waitUntil(() => server.output().includes('data folder: there is no permission to write'));
    chmodSync(dataDir, 0o755);
    await waitUntil(async () => (await read()).status === 200);
    // One line for each change, whatever else a busy machine is not ready for.
    const told = server.output().match(/not ready: [^"]*|ready again/g) ?? [];
    expect(told.filter((line, at) => line === told[at - 1])).toEqual([]);
  });

  it('says so when the folder of mails cannot be written and there is no SMTP', { timeout: TIMEOUT_MS }, async () => {
    const dataDir = ownFolder(createTestFolder());
    const { read } = await startReady(dataDir);
    const mails = join(dataDir, 'mail');
    chmodSync(mails, 0o555);
    await waitUntil(async () => (await read()).status === 503);
    expect((await read()).body).toContain('"mail":"there is no permission to write"');
    chmodSync(mails, 0o700);
    await waitUntil(async () => (await read()).status === 200);
  });

  it('says so without file handles, and is ready again by itself', { timeout: TIMEOUT_MS }, async () => {
    const dataDir = ownFolder(createTestFolder());
    // A new database is written with more files open than the server needs.
    const first = await startReady(dataDir);
    first.server.child.kill('SIGTERM');
    await once(first.server.child, 'exit');
    const { server, read } = await startReady(dataDir, RUNNING_FILES);
    const allow = (files: number) =>
      execFileSync('prlimit', ['--pid', String(server.child.pid), `--nofile=${files}:${RUNNING_FILES}`], {
        ...findUnprivilegedUser(),
      });
    allow(FEW_FILES);
    await waitUntil(async () => (await read()).status === 503);
    expect((await read()).body).toContain('too many files are open');
    allow(RUNNING_FILES);
    await waitUntil(async () => (await read()).status === 200);
    expect(server.child.exitCode).toBeNull();
  });

  it('is not brought there by strangers who open connections', { timeout: TIMEOUT_MS }, async () => {
    const dataDir = ownFolder(createTestFolder());
    const first = await startReady(dataDir);
    first.server.child.kill('SIGTERM');
    await once(first.server.child, 'exit');
    const { server, read } = await startReady(dataDir, RUNNING_FILES);
    const sockets: Socket[] = [];
    for (const localAddress of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']) {
      for (let number = 0; number < SOCKETS / 4; number += 1) {
        const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
        socket.on('error', () => undefined);
        sockets.push(socket);
        await once(socket, 'connect');
      }
    }
    for (let look = 0; look < 20; look += 1) {
      // A connection at rest may have made room: then the next one gets in. A busy machine is late by itself.
      await waitUntil(async () => {
        const replies = [await read(), await read()];
        expect(replies.map(({ body }) => body).join('\n')).not.toMatch(/too many files|failed/);
        return replies.some(({ status }) => status === 200);
      });
    }
    for (const socket of sockets) socket.destroy();
    expect(server.child.exitCode).toBeNull();
  });
});
