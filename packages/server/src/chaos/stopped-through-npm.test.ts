import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type NpmScript, readFolderLock, startNpmScript, waitUntilGone } from '../testing/chaos/start-npm-script.ts';
import { findFreePort } from '../testing/find-free-port.ts';
import { createServerDatabase, createTestFolder } from '../testing/start-test-database.ts';
import { waitUntil } from '../testing/wait-until.ts';

const TIMEOUT_MS = 180_000;
const scripts: NpmScript[] = [];

async function start(options: { arguments: string[]; environment: Record<string, string> }): Promise<NpmScript> {
  const script = startNpmScript({ ...options, port: await findFreePort() });
  scripts.push(script);
  return script;
}

afterEach(() => {
  for (const script of scripts.splice(0)) script.killAll();
});

// Windows knows no signals: there the service manager ends the whole tree.
describe.skipIf(process.platform === 'win32')('a signal to npm', () => {
  it.each([
    { signal: 'SIGTERM', kind: 'embedded' },
    { signal: 'SIGKILL', kind: 'embedded' },
    { signal: 'SIGTERM', kind: 'server' },
  ] as const)(
    '$signal to its process alone stops the server of npm start in order, on $kind; a next start at once waits and serves',
    {
      timeout: TIMEOUT_MS,
    },
    async ({ signal, kind }) => {
      const dataDir = createTestFolder();
      const database = kind === 'server' ? await createServerDatabase() : undefined;
      const environment = { DATA_DIR: dataDir, ...(database === undefined ? {} : { DATABASE_URL: database.url }) };
      const first = await start({ arguments: ['start'], environment });
      await first.ready();
      const { server } = readFolderLock(dataDir);
      expect(server.pid).not.toBe(first.npm.pid);

      await first.signalNpm(signal);
      const second = await start({ arguments: ['start'], environment });
      await waitUntilGone(server);
      // Written at the end of an orderly stop only: nothing was cut off.
      await waitUntil(() => first.output().includes('"msg":"stopped"'));

      await second.ready();
      const next = readFolderLock(dataDir);
      expect(next.server.pid).not.toBe(server.pid);
      await second.signalNpm('SIGTERM');
      await waitUntilGone(next.server);
      expect(readFolderLock(dataDir).released).toBe(true);
      await database?.drop();
    },
  );

  it('Ctrl+C, which reaches the server from the terminal and from npm, stops it once and in order', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const dataDir = createTestFolder();
    const script = await start({ arguments: ['start'], environment: { DATA_DIR: dataDir } });
    await script.ready();
    const { server } = readFolderLock(dataDir);
    script.signalGroup('SIGINT');
    script.signalGroup('SIGINT');
    await waitUntilGone(server);
    await waitUntil(() => script.output().includes('"msg":"stopped"'));
    expect(readFolderLock(dataDir).released).toBe(true);
  });

  it('stops the demo, and its throw-away folder goes with it', { timeout: TIMEOUT_MS }, async () => {
    const temporary = join(createTestFolder(), 'tmp');
    mkdirSync(temporary);
    const demo = await start({ arguments: ['run', 'demo'], environment: { TMPDIR: temporary } });
    await demo.ready();
    const folders = () => readdirSync(temporary).filter((name) => name.startsWith('otvet-demo-'));
    const [folder = ''] = folders();
    const { server } = readFolderLock(join(temporary, folder));
    await demo.signalNpm('SIGTERM');
    await waitUntilGone(server);
    // The demo removes its folder after its server is gone.
    await waitUntil(() => folders().length === 0);
  });
});
