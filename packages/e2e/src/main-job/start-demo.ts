import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../../scripts/demo.ts', import.meta.url));
const ADDRESSES =
  /Otvet: +(?<url>\S+)\n[\s\S]*visitor: +(?<site>\S+)\n[\s\S]*Telegram: +(?<telegram>\S+)\n[\s\S]*channel: +(?<customers>\S+)\n/;

/** `npm run demo` as somebody sees it who reads what it says. */
export type Demo = {
  url: string;
  site: string;
  telegram: string;
  customers: string;
  output(): string;
  stop(): Promise<void>;
};

/** Starts the demo; rejects with its words when it ends before it serves. */
export async function startDemo(environment: Record<string, string>): Promise<Demo> {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  const told = Promise.withResolvers<{ url: string; site: string; telegram: string; customers: string }>();
  const listen = (chunk: Buffer) => {
    words += chunk.toString('utf8');
    const { url, site, telegram, customers } = ADDRESSES.exec(words)?.groups ?? {};
    if (url !== undefined && site !== undefined && telegram !== undefined && customers !== undefined)
      told.resolve({ url, site, telegram, customers });
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = once(child, 'close');
  void ended.then(() => told.reject(new Error(words)));
  return {
    ...(await told.promise),
    output: () => words,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}
