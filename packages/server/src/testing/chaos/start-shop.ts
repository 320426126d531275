import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ModelSimulator, startModelSimulator, startTelegramSimulator, type TelegramSimulator } from '@otvet/simulators';
import pg from 'pg';
import { z } from 'zod';
import { createEmbeddedFolder, createServerDatabase, createTestFolder } from '../start-test-database.ts';
import { echoMarks } from './marks.ts';
import { findFreePort, type ServerProcess, startServerProcess } from './start-server-process.ts';

export type ShopOptions = {
  kind: 'server' | 'embedded';
  /** How customers' messages come in: pushed by the platform, or pulled from it. */
  inbound: 'webhook' | 'pull';
  /** Instead of a new database of the test run. */
  databaseUrl?: string;
};

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
  /** The server that runs now; the platform's webhooks go to it. */
  server: ServerProcess;
  /** Starts it (again), on this data folder or on another one of a second node. */
  boot(other?: { dataDir: string; port: number }): ServerProcess;
  /** Rows of the database that the server works on; it must run where the database is embedded. */
  query<Schema extends z.ZodType>(row: Schema, sql: string, values?: unknown[]): Promise<z.output<Schema>[]>;
  close(): Promise<void>;
};

const publicUrl = 'https://shop.example';
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
    fetch: (input, init) => fetch(String(input).replace(publicUrl, address.url), init),
  });
}

async function openStore(options: ShopOptions) {
  if (options.kind === 'embedded')
    return { dataDir: await createEmbeddedFolder(), databaseUrl: undefined, drop: async () => undefined };
  const created = options.databaseUrl === undefined ? await createServerDatabase() : undefined;
  const drop = created?.drop ?? (async () => undefined);
  return { dataDir: createTestFolder(), databaseUrl: options.databaseUrl ?? created?.url, drop };
}

/** Opens the business: database, simulated Telegram and model, a signed-up owner, a connected bot. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const store = await openStore(options);
  const port = await findFreePort();
  const telegram = await startPlatform({ url: `http://127.0.0.1:${port}` });
  const model = await startModelSimulator({ answer: echoMarks });
  const bot = telegram.registerBot().token;
  const started: ServerProcess[] = [];
  const boot = (other?: { dataDir: string; port: number }): ServerProcess => {
    const server = startServerProcess({
      port: other?.port ?? port,
      dataDir: other?.dataDir ?? store.dataDir,
      databaseUrl: store.databaseUrl,
      environment: {
        TELEGRAM_API_URL: telegram.url,
        AI_BASE_URL: model.baseUrl,
        AI_MODEL: 'stand-in',
        ...(options.inbound === 'webhook' ? { PUBLIC_URL: publicUrl } : {}),
      },
    });
    started.push(server);
    if (other === undefined) shop.server = server;
    return server;
  };
  const query: Shop['query'] = async (row, sql, values = []) => {
    const client = await connect(store);
    try {
      return z.array(row).parse((await client.query(sql, values)).rows);
    } finally {
      await client.end();
    }
  };
  const close = async () => {
    await Promise.all(started.map((server) => server.kill('all')));
    await telegram.close();
    await model.close();
    await store.drop();
    rmSync(store.dataDir, { recursive: true, force: true });
  };
  const place = { dataDir: store.dataDir, databaseUrl: store.databaseUrl };
  const first = startServerProcess({ port, ...place, environment: {} });
  await first.kill('all');
  const shop: Shop = {
    ...place,
    ...{ telegram, model, bot, boot, query, close },
    ...{ accountId: '', channelId: '', apiToken: '', server: first },
  };
  const server = boot();
  await server.ready;
  Object.assign(shop, await openAccount(server, bot));
  const accounts = await query(made, 'update accounts set messages_limit = null returning id');
  shop.accountId = accounts[0]?.id ?? '';
  return shop;
}
