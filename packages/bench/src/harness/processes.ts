import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../../../server/src/testing/find-free-port.ts';

export type Running = { pid: number; url: string; readyAfterMs: number; close(): Promise<void> };

const PATIENCE_MS = 120_000;
const running = new Set<ChildProcess>();

// Whatever ends the bench, nothing stays behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a Node program that serves on PORT and waits for 200 on `readyPath`. */
export async function startProgram(options: {
  program: string;
  env: Record<string, string>;
  readyPath: string;
  /** For example `--cpu-prof`. */
  nodeOptions?: string[];
}): Promise<Running> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), options.program], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: String(port), ...options.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${options.program} ended at its start`);
    const isReady = await fetch(`${url}${options.readyPath}`).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status === 200;
      },
      () => false,
    );
    if (isReady) break;
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`${options.program} did not become ready`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    pid: child.pid ?? 0,
    url,
    readyAfterMs: performance.now() - startedAt,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
