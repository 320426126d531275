import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const START_PATIENCE_MS = 120_000;
const KEPT_OUTPUT = 20_000;

export type ServerSettings = {
  port: number;
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Further keys of the environment. */
  environment?: Record<string, string>;
  /** What is started in the place of `main.ts`. */
  entry?: string;
};

export type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** The product in a process of its own, as a person starts it. */
export type ServerProcess = {
  url: string;
  pid: number;
  /** Milliseconds from the start to the first 200 of `/ready`; rejects with the last output when it ends before. */
  ready: Promise<number>;
  ended: Promise<Ending>;
  isRunning(): boolean;
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL to the server alone, or with all that it started (the embedded engine). */
  kill(who: 'server' | 'all'): Promise<void>;
  /** SIGTERM; gives how and after how many milliseconds it ended. */
  stop(): Promise<Ending & { ms: number }>;
};

async function waitUntilReady(child: ChildProcess, { url, output }: { url: string; output: () => string }) {
  const begin = performance.now();
  while (performance.now() - begin < START_PATIENCE_MS) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const status = await fetch(`${url}/ready`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return performance.now() - begin;
    await sleep(15);
  }
  throw new Error(`The server did not become ready:\n${output()}`);
}

/** Starts the product; does not wait for it. */
export function startServerProcess(settings: ServerSettings): ServerProcess {
  const url = `http://127.0.0.1:${settings.port}`;
  const child = spawn(process.execPath, [settings.entry ?? main], {
    // A group of its own, so that a test can kill the engine together with the server.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PORT: String(settings.port),
      HOST: '127.0.0.1',
      DATA_DIR: settings.dataDir,
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: compileCache,
      ...(settings.databaseUrl === undefined ? {} : { DATABASE_URL: settings.databaseUrl }),
      ...settings.environment,
    },
  });
  let words = '';
  const keep = (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const pid = child.pid ?? 0;
  // A test that ran out of time never comes to its end: nothing may outlive the test process.
  const killGroup = () => process.kill(-pid, 'SIGKILL');
  process.once('exit', killGroup);
  const ended = new Promise<Ending>((resolve) =>
    child.once('exit', (code, signal) => {
      process.off('exit', killGroup);
      resolve({ code, signal });
    }),
  );
  const output = () => words;
  const ready = waitUntilReady(child, { url, output });
  // Many tests kill a server before it is ready.
  ready.catch(() => undefined);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    url,
    pid,
    ready,
    ended,
    isRunning,
    output,
    signal: (name) => child.kill(name),
    async kill(who) {
      if (who === 'all' && isRunning()) killGroup();
      else child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      const begin = performance.now();
      child.kill('SIGTERM');
      const ending = await ended;
      return { ...ending, ms: performance.now() - begin };
    },
  };
}
