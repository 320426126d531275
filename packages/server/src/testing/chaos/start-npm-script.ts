import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isAlive, ProcessIdentity } from '../../platform/database/embedded/process-identity.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const LOOK_MS = 50;

const lockFile = z.object({ server: ProcessIdentity, released: z.boolean() });
type LockFile = z.infer<typeof lockFile>;

/** A script of the product run by npm, as a service manager sees it: the process of npm is all that it knows. */
export type NpmScript = {
  npm: ChildProcess;
  url: string;
  output(): string;
  /** Settles at the first 200 of `/ready`; rejects when npm ends before. */
  ready(): Promise<void>;
  /** Signals npm alone, none of the processes below it, and waits until npm is gone. */
  signalNpm(name: NodeJS.Signals): Promise<void>;
  /** As a terminal does it: to npm, the shell and the server. */
  signalGroup(name: NodeJS.Signals): void;
  /** For the end of a test that failed: kills what is left of it. */
  killAll(): void;
};

export function startNpmScript(options: {
  arguments: string[];
  port: number;
  environment: Record<string, string>;
}): NpmScript {
  const npm = spawn('npm', options.arguments, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(options.port),
      npm_config_update_notifier: 'false',
      ...options.environment,
    },
  });
  let words = '';
  const keep = (chunk: Buffer) => {
    words += chunk.toString('utf8');
  };
  npm.stdout.on('data', keep);
  npm.stderr.on('data', keep);
  const ended = once(npm, 'exit');
  const isRunning = () => npm.exitCode === null && npm.signalCode === null;
  const url = `http://127.0.0.1:${options.port}`;
  const killAll = () => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // The whole group has ended, as it should.
    }
  };
  process.once('exit', killAll);
  return {
    npm,
    url,
    output: () => words,
    async ready() {
      for (;;) {
        if (!isRunning()) throw new Error(`npm ended before the server was ready:\n${words}`);
        const isReady = await fetch(`${url}/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return;
        await sleep(LOOK_MS);
      }
    },
    async signalNpm(name) {
      npm.kill(name);
      await ended;
    },
    signalGroup: (name) => void process.kill(-(npm.pid ?? 0), name),
    killAll() {
      process.off('exit', killAll);
      killAll();
    },
  };
}

/** Who holds the data folder, or held it last. */
export function readFolderLock(dataDir: string): LockFile {
  const numbers = readdirSync(dataDir).flatMap((name) => /^database\.lock\.(\d+)$/.exec(name)?.[1] ?? []);
  const last = Math.max(...numbers.map(Number));
  return lockFile.parse(JSON.parse(readFileSync(join(dataDir, `database.lock.${last}`), 'utf8')));
}

export async function waitUntilGone(identity: ProcessIdentity): Promise<void> {
  while (isAlive(identity)) await sleep(LOOK_MS);
}
