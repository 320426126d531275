import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ModelSimulator,
  startModelSimulator,
  startTelegramSimulator,
  type TelegramSimulator,
} from '@otvet/simulators';
import pg from 'pg';
import { z } from 'zod';
import { findFreePort } from '../find-free-port.ts';
import { createPreparedPlace, createTestFolder, type DatabasePlace } from '../start-test-database.ts';
import { echoMarks } from './marks.ts';
import { type ServerProcess, startServerProcess } from './start-server-process.ts';

export type ShopOptions = {
  kind: 'server' | 'embedded';
  /** How customers' messages come in: pushed by the platform, or pulled from it. */
  inbound: 'webhook' | 'pull';
  /** Without a model answers are taken from the base word for word. */
  hasModel?: boolean;
  /** Instead of a new database of the test run. */
  databaseUrl?: string;
  /** Where the data folder of the embedded database lies, in place of the test run's own. */
  folder?: string;
};

/** Where a second node lives. */
export type Place = { dataDir: string; port: number };

/** A business with a Telegram bot and a model, whose server is ours to start and kill. */
export type Shop = {
  telegram: TelegramSimulator;
  model: ModelSimulator;
  bot: string;
  accountId: string;
  channelId: string;
  apiToken: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The server that was started last; the platform's webhooks go to it. */
  readonly server: ServerProcess;
  /** Starts it (again), on this data folder or on another one of a second node. */
  boot(other?: Place): ServerProcess;
  /** Rows of the database that the server works on; it must run where the database is embedded. */
  query<Schema extends z.ZodType>(row: Schema, sql: string, values?: unknown[]): Promise<z.output<Schema>[]>;
  close(): Promise<void>;
};

/** The address by which pages and platforms name the shop's server. */
export const PUBLIC_URL = 'https://shop.example';
const SECRET_KEY = 'a key that all nodes of the tests have';
const signedUp = z.object({ sessionToken: z.string(), uid: z.string() });
const tokenAnswer = z.object({ token: z.string() });
const made = z.object({ id: z.string() });

async function call(server: ServerProcess, request: { path: string; token?: string; body?: object }): Promise<unknown> {
  const response = await fetch(`${server.url}${request.path}`, {
    method: request.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.path} gave ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Sends a request with a token of the shop's owner. */
export async function askApi<Schema extends z.ZodType>(
  shop: Shop,
  request: { path: string; body?: object; answer: Schema },
): Promise<z.output<Schema>> {
  return request.answer.parse(await call(shop.server, { ...request, token: shop.apiToken }));
}

async function connect(location: { databaseUrl: string | undefined; dataDir: string }): Promise<pg.Client> {
  const begin = performance.now();
  for (;;) {
    const client = new pg.Client(
      location.databaseUrl === undefined
        ? { host: location.dataDir, port: 5432, user: 'postgres', database: 'postgres' }
        : { connectionString: location.databaseUrl },
    );
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() - begin > 20_000) throw error;
      await sleep(50);
    }
  }
}

async function openAccount(server: ServerProcess, bot: string) {
  const email = 'owner@example.com';
  const person = { email, password: 'correct horse 9', name: 'Анна', privacyAccepted: true };
  const { sessionToken } = signedUp.parse(await call(server, { path: '/api/v1/mailer/send-register/', body: person }));
  const { token } = tokenAnswer.parse(await call(server, { path: '/api/auth/token', token: sessionToken }));
  const body = { token: bot, name: 'Магазин' };
  const { id } = made.parse(await call(server, { path: '/api/v1/connect/telegram/', token, body }));
  return { apiToken: token, channelId: id };
}

/** The platform repeats an update until it is acknowledged, soon, and finds the server wherever it runs. */
async function startPlatform(address: { url: string }): Promise<TelegramSimulator> {
  return await startTelegramSimulator({
    backoff: { firstMs: 40, maxMs: 150 },
    webhookTimeoutMs: 10_000,
    fetch: (input, init) => fetch(String(input).replace(PUBLIC_URL, address.url), init),
  });
}

async function openStore({ kind, databaseUrl, folder }: ShopOptions): Promise<DatabasePlace> {
  if (databaseUrl === undefined) return createPreparedPlace(kind, folder);
  const dataDir = createTestFolder();
  return { dataDir, databaseUrl, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

function createLauncher(
  options: ShopOptions,
  parts: { store: DatabasePlace; port: number; telegram: string; model: string },
) {
  const started: ServerProcess[] = [];
  return {
    started,
    launch(other?: Place): ServerProcess {
      const server = startServerProcess({
        port: other?.port ?? parts.port,
        dataDir: other?.dataDir ?? parts.store.dataDir,
        databaseUrl: parts.store.databaseUrl,
        environment: {
          TELEGRAM_API_URL: parts.telegram,
          ...(options.hasModel === false ? {} : { AI_BASE_URL: parts.model, AI_MODEL: 'stand-in' }),
          // Nodes of one database share their key.
          ...(options.kind === 'server' ? { SECRET_KEY } : {}),
          ...(options.inbound === 'webhook' ? { PUBLIC_URL } : {}),
        },
      });
      started.push(server);
      return server;
    },
  };
}

/** Opens the business: database, simulated Telegram and model, a signed-up owner, a connected bot. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const store = await openStore(options);
  const port = await findFreePort();
  const telegram = await startPlatform({ url: `http://127.0.0.1:${port}` });
  const model = await startModelSimulator({ answer: echoMarks });
  const bot = telegram.registerBot().token;
  const { started, launch } = createLauncher(options, { store, port, telegram: telegram.url, model: model.baseUrl });
  const query: Shop['query'] = async (row, sql, values = []) => {
    const client = await connect(store);
    try {
      return z.array(row).parse((await client.query(sql, values)).rows);
    } finally {
      await client.end();
    }
  };
  let latest = launch();
  await latest.ready;
  const account = await openAccount(latest, bot);
  const [limited] = await query(made, 'update accounts set messages_limit = null returning id');
  return {
    ...{ telegram, model, bot, query, ...account, accountId: limited?.id ?? '' },
    ...{ dataDir: store.dataDir, databaseUrl: store.databaseUrl },
    get server() {
      return latest;
    },
    boot(other) {
      const server = launch(other);
      if (other === undefined) latest = server;
      return server;
    },
    async close() {
      await Promise.all(started.map((server) => server.kill('all')));
      await telegram.close();
      await model.close();
      await store.drop();
    },
  };
}
