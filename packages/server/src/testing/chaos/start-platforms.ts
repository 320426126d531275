import {
  connectPlatform,
  everyPlatform,
  overApi,
  type PlatformEntry,
  type SimulatedPlatform,
  startModelSimulator,
  startPlatforms as startSimulators,
} from '@otvet/simulators';
import pg from 'pg';
import { z } from 'zod';
import { findFreePort } from '../find-free-port.ts';
import { createPreparedPlace } from '../start-test-database.ts';
import { echoMarks } from './marks.ts';
import { type ServerProcess, startServerProcess } from './start-server-process.ts';

/** A simulated platform with the channel of an owner of its own. */
export type Stand = { type: string; platform: SimulatedPlatform; customers: readonly string[]; channelId: string };

/** The product in a process of its own, with a channel at every platform that can be simulated. */
export type Platforms = {
  stands: readonly Stand[];
  readonly server: ServerProcess;
  boot(): ServerProcess;
  query<Schema extends z.ZodType>(row: Schema, sql: string, values?: unknown[]): Promise<z.output<Schema>[]>;
  close(): Promise<void>;
};

const PUBLIC_URL = 'https://shop.example';
const RETRY_MS = 100;

const signedUp = z.object({ sessionToken: z.string() });
const issued = z.object({ token: z.string() });

async function call(url: string, request: { method: string; path: string; token?: string; body?: unknown }) {
  const response = await fetch(`${url}/api${request.path}`, {
    method: request.method,
    headers: {
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.path} gave ${response.status}: ${text}`);
  const parsed: unknown = JSON.parse(text);
  return parsed;
}

async function connectFor(url: string, { type, platform }: { type: string; platform: SimulatedPlatform }) {
  const body = { email: `${type}@example.com`, password: 'correct horse 9', name: 'Анна', privacyAccepted: true };
  const person = signedUp.parse(await call(url, { method: 'POST', path: '/v1/mailer/send-register/', body }));
  const answer = await call(url, { method: 'GET', path: '/auth/token', token: person.sessionToken });
  const { token } = issued.parse(answer);
  const door = overApi((method, path, sent) =>
    call(url, { method, path, token, ...(sent === undefined ? {} : { body: sent }) }),
  );
  return await connectPlatform(door, { type, platform });
}

/** Other platforms than all of those that can be simulated, and how the product is started to meet them. */
type Choice = { entries?: readonly PlatformEntry[]; entry?: string; environment?: Record<string, string> };

/** Starts the platforms, the product and a model that answers with the marks of what it was asked. */
export async function startPlatforms(choice: Choice = {}): Promise<Platforms> {
  const { entries = everyPlatform, entry } = choice;
  const store = await createPreparedPlace('server');
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const reach: typeof fetch = (input, init) => fetch(String(input).replace(PUBLIC_URL, url), init);
  const model = await startModelSimulator({ answer: echoMarks });
  const simulators = await startSimulators(entries, {
    host: '127.0.0.1',
    fetch: reach,
    returnUrl: (path) => `${PUBLIC_URL}${path}`,
    retryMs: RETRY_MS,
  });
  const environment: Record<string, string> = Object.assign(
    { PUBLIC_URL, AI_BASE_URL: model.baseUrl, AI_MODEL: 'stand-in', ALLOW_PRIVATE_ADDRESSES: '1' },
    simulators.environment,
    choice.environment,
  );
  const started: ServerProcess[] = [];
  const boot = () => {
    const server = startServerProcess({
      port,
      dataDir: store.dataDir,
      databaseUrl: store.databaseUrl,
      environment,
      ...(entry === undefined ? {} : { entry }),
    });
    started.push(server);
    return server;
  };
  let server = boot();
  await server.ready;
  const query: Platforms['query'] = async (row, sql, values = []) => {
    const client = new pg.Client({ connectionString: store.databaseUrl });
    await client.connect();
    try {
      return z.array(row).parse((await client.query(sql, values)).rows);
    } finally {
      await client.end();
    }
  };
  const stands: Stand[] = [];
  for (const { type, platform, customerIds: customers } of simulators.platforms)
    stands.push({ type, platform, customers, channelId: await connectFor(url, { type, platform }) });
  await query(z.unknown(), 'update accounts set messages_limit = null');
  return {
    stands,
    query,
    get server() {
      return server;
    },
    boot: () => {
      server = boot();
      return server;
    },
    close: async () => {
      await Promise.all(started.map((one) => one.kill('all')));
      await simulators.close();
      await model.close();
      await store.drop();
    },
  };
}
