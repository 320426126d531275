import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTelegramSimulator, type TelegramSimulator } from '@otvet/simulators';
import pg from 'pg';
import { compileCache } from '../../../server/src/testing/compile-cache.ts';
import { findFreePort } from '../../../server/src/testing/find-free-port.ts';
import { createPreparedPlace } from '../../../server/src/testing/start-test-database.ts';
import { createProcess, waitUntilReady } from './server-process.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export type ProductOptions = { kind: 'server' | 'embedded'; env?: Record<string, string> };

/** The whole product as its own process, with a simulated Telegram beside it. */
export type Product = {
  url: string;
  dataDir: string;
  telegram: TelegramSimulator;
  /** What the server wrote: for the report of a failed test. */
  output(): string;
  /** A statement on its database; only where that is a PostgreSQL server. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Texts of all mails so far, oldest first. */
  mails(): string[];
  /** Runs the command line of the product on the same data folder. */
  otvet(...args: string[]): Promise<string>;
  stop(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

export async function startProduct({ kind, env = {} }: ProductOptions): Promise<Product> {
  const store = await createPreparedPlace(kind);
  const telegram = await startTelegramSimulator({ allowHttp: true });
  const port = await findFreePort();
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: store.dataDir,
    DATABASE_URL: store.databaseUrl,
    TELEGRAM_API_URL: telegram.url,
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: compileCache,
    ...env,
  };
  const server = createProcess(environment);
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    server.start();
    await waitUntilReady(url, server.output);
  };
  await start();
  return {
    url,
    dataDir: store.dataDir,
    telegram,
    output: server.output,
    sql: (statement, values) => runStatement(store.databaseUrl, { statement, values }),
    mails: () => readMails(join(store.dataDir, 'mail')),
    otvet: (...args) => runCommand(environment, args),
    start,
    stop: () => server.end('SIGTERM'),
    kill: () => server.end('SIGKILL'),
    close: async () => {
      await server.end('SIGTERM');
      await telegram.close();
      await store.drop();
    },
  };
}

async function runStatement(url: string | undefined, query: { statement: string; values: unknown[] | undefined }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(query.statement, query.values);
    return rows;
  } finally {
    await client.end();
  }
}

function readMails(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

async function runCommand(environment: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const command = spawn(process.execPath, [join(root, 'scripts/otvet.ts'), ...args], { env: environment });
  let output = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await once(command, 'close');
  return output;
}
