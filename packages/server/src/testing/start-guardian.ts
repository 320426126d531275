import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './find-free-port.ts';
import { type GuardianOrder, GuardianReport, type GuardianSettings } from './guardian-messages.ts';
import { memoryFolder } from './memory-folder.ts';

/** A throw-away folder and, if asked for, a PostgreSQL server in it; both go when this process goes, however it ends. */
export type Guardian = {
  scratch: string;
  /** Reachable once `ready` has settled. */
  databaseUrl: string;
  ready: Promise<void>;
  /** Stops the server like a crash and starts it again. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts the guardian process. A durable server keeps fsync on; without `postgres` there is only the folder. */
export async function startGuardian(options: {
  postgres: 'none' | 'lean' | 'durable';
  /** Where its folder lies, in place of one in memory or, where there is none or the server is durable, the system's temporary folder. */
  folder?: string;
}): Promise<Guardian> {
  // What is to reach the disk lies on one.
  const inMemory = options.postgres === 'durable' ? undefined : memoryFolder();
  const scratch = mkdtempSync(join(options.folder ?? inMemory ?? tmpdir(), 'otvet-test-'));
  // The server runs as another user when the tests run as root.
  chmodSync(scratch, 0o711);
  const port = await findFreePort();
  const postgres = options.postgres === 'none' ? undefined : { port, durable: options.postgres === 'durable' };
  const settings: GuardianSettings = { scratch, postgres };
  const child = fork(fileURLToPath(new URL('./guardian.ts', import.meta.url)), [JSON.stringify(settings)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');

  async function awaitReport(wanted: GuardianReport): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.on('message', (message) => (GuardianReport.parse(message) === wanted ? resolve() : undefined));
    void exited.then(() => reject(new Error('The guardian of the test database ended; its error is printed above')));
    await promise;
  }

  function order(message: GuardianOrder): void {
    child.send(message, () => undefined);
  }

  const ready = awaitReport('ready');
  // Whoever needs the server awaits it; without this a failure nobody waits for would end the test run.
  ready.catch(() => undefined);
  return {
    scratch,
    databaseUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    ready,
    restart: async () => {
      const restarted = awaitReport('restarted');
      order('restart');
      await restarted;
    },
    close: async () => {
      order('close');
      await exited;
    },
  };
}
