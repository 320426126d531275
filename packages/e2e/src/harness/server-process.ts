import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const READY_WITHIN_MS = 120_000;

/** The server as a process that can be stopped and started again. */
export function createProcess(environment: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined;
  let written = '';
  return {
    output: () => written,
    start: () => {
      child = spawn(process.execPath, [main], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (written += String(chunk)));
    },
    end: async (signal: 'SIGTERM' | 'SIGKILL') => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** Waits until the server answers that it serves. */
export async function waitUntilReady(url: string, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() > deadline) throw new Error(`The server did not get ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
