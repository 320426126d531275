import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '../../../platform/config/config.ts';
import { createConfined } from '../../../platform/confined/index.ts';
import { createHttpServer } from '../../../platform/http/create-http-server.ts';
import { mountContract } from '../../../platform/http/mount-contract.ts';
import type { Jobs } from '../../../platform/jobs/create-jobs.ts';
import { createLog, type Log } from '../../../platform/log/logger.ts';
import type { OutgoingMail } from '../../../platform/mail/mail-transport.ts';
import { createMailer } from '../../../platform/mail/mailer.ts';
import { createKeyring } from '../../../platform/secrets/keyring.ts';
import { createFiles, type FilesDeps } from '../../../platform/storage/index.ts';
import { type Clock, systemClock } from '../../../platform/time/clock.ts';
import { createIds, systemRandom } from '../../../platform/time/ids.ts';
import { CHEAP_PASSWORDS } from '../../../testing/cheap-passwords.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { type Accounts, createAccounts } from '../create-accounts.ts';
import type { PasswordCost } from '../passwords/hash-password.ts';
import { userHandlers } from '../routes.ts';

export const BASE_URL = 'https://otvet.example';
export const GOOD_PASSWORD = 'seven quiet rivers';

type Answer = { status: number; body: Record<string, unknown>; headers: Headers; ms: number };
type CallOptions = { body?: unknown; bearer?: string | undefined; headers?: Record<string, string> };

/** The domain behind real HTTP on a real database, with a clock that can be set ahead. */
export type Identity = {
  address: string;
  pool: Pool;
  accounts: Accounts;
  clock: Clock & { advance(ms: number): void };
  /** A further node on the same database. */
  addNode(pool?: Pool): Accounts;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  signUp(email?: string): Promise<{ email: string; uid: string; sessionToken: string }>;
  accessToken(sessionToken: string): Promise<string>;
  /** Sends what is queued and gives it. */
  takeMails(): Promise<OutgoingMail[]>;
  close(): Promise<void>;
};

let people = 0;
const NO_PUBLIC_ADDRESS = { publicUrl: undefined, hasWebhookAddress: false, baseUrl: () => BASE_URL };
const MODELS = { hasModel: true, hasTranscription: false };

export async function startIdentity({
  kind,
  isSignupOpen = true,
  plans = { counts: 'model', canPay: false },
  passwordCost = CHEAP_PASSWORDS,
}: {
  kind: 'embedded' | 'server';
  isSignupOpen?: boolean;
  plans?: Config['plans'];
  passwordCost?: PasswordCost;
}): Promise<Identity> {
  const log = createLog({ level: 'error' });
  const database = await startTestDatabase({ kind });
  const clock = createShiftedClock();
  const newId = createIds({ clock, random: systemRandom });
  const keyring = createKeyring({ materials: [Buffer.alloc(32, 7)], random: systemRandom });
  const mailbox = createMailbox();
  const mailer = createMailer({
    pool: database.pool,
    transport: mailbox.transport,
    keyring,
    jobs: mailbox.jobs,
    clock,
    newId,
    log,
  });
  const { files, confined } = openFiles({ database, clock, log, newId });
  const addNode = (pool: Pool = database.pool) =>
    createAccounts({
      pool,
      keyring,
      mailer,
      clock,
      newId,
      random: systemRandom,
      log,
      files,
      isSignupOpen,
      plans,
      passwordCost,
      ...MODELS,
      ...NO_PUBLIC_ADDRESS,
      // Events need running jobs: tests of the whole product hear them.
      events: { publish: async () => undefined },
    });
  const accounts = addNode();
  const nodes = [accounts];
  const { app } = createHttpServer({
    log,
    newId,
    metrics: { observe: () => undefined, connectionDropped: () => undefined, networkRefused: () => undefined },
    publicUrl: BASE_URL,
    // So that a test can call from other networks.
    trustedProxies: ['loopback'],
  });
  accounts.registerAuthRoutes(app);
  await mountContract(app, { router: { user: userHandlers({ accounts }) }, authenticate: accounts.authenticate });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const call = (method: string, path: string, options: CallOptions = {}) => send({ address, method, path, options });
  return {
    address,
    pool: database.pool,
    accounts,
    clock,
    addNode: (pool) => {
      const node = addNode(pool);
      nodes.push(node);
      return node;
    },
    call,
    signUp: (email) => signUp(call, email),
    accessToken: async (sessionToken) => {
      const { body } = await call('GET', '/api/auth/token', { bearer: sessionToken });
      return z.string().parse(body.token);
    },
    takeMails: mailbox.take,
    close: async () => {
      for (const part of [app, ...nodes, confined, database]) await part.close();
    },
  };
}

type FileParts = Pick<FilesDeps, 'clock' | 'newId'> & { database: TestDatabase; log: Log };

function openFiles({ database, clock, log, newId }: FileParts) {
  const { pool, dataDir } = database;
  const confined = createConfined({ clock, log });
  const quota = { maxBytes: 1000, maxFiles: 10 };
  const linkKeys = [Buffer.alloc(32, 7)];
  return { confined, files: createFiles({ pool, dataDir, linkKeys, clock, newId, confined, quota }) };
}

function createShiftedClock() {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    after: systemClock.after,
    advance: (ms: number) => {
      offset += ms;
    },
  };
}

/** Takes the jobs of the mailer and runs them when asked; mails go into a list. */
function createMailbox() {
  const waiting: (() => Promise<void>)[] = [];
  const sent: OutgoingMail[] = [];
  const jobs: Pick<Jobs, 'define'> = {
    define: (queue) => {
      const job = { id: 'job', attempt: 1, isLastTry: false, signal: new AbortController().signal };
      return {
        enqueue: async (payload) => {
          waiting.push(() => queue.handler(payload, job));
          return 'job';
        },
        enqueueAll: async (payloads) => {
          waiting.push(...payloads.map((payload) => () => queue.handler(payload, job)));
        },
      };
    },
  };
  const transport = {
    send: async (mail: OutgoingMail) => {
      sent.push(mail);
    },
  };
  const take = async () => {
    for (const run of waiting.splice(0)) await run();
    return sent.splice(0);
  };
  return { jobs, transport, take };
}

async function send(input: { address: string; method: string; path: string; options: CallOptions }): Promise<Answer> {
  const { body, bearer, headers } = input.options;
  const begun = performance.now();
  const response = await fetch(`${input.address}${input.path}`, {
    method: input.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const parsed = z.record(z.string(), z.unknown()).parse(await response.json());
  return { status: response.status, body: parsed, headers: response.headers, ms: performance.now() - begun };
}

async function signUp(call: Identity['call'], email = `person${++people}@shop.example`) {
  const { status, body } = await call('POST', '/api/v1/mailer/send-register/', {
    body: { email, password: GOOD_PASSWORD, name: 'Анна', locale: 'ru', privacyAccepted: true },
  });
  if (status !== 201) throw new Error(`Sign-up failed: ${JSON.stringify(body)}`);
  return { email, ...z.object({ uid: z.string(), sessionToken: z.string() }).parse(body) };
}

/** The token that stands in a mailed link. */
export function tokenOf(link: string | null | undefined): string {
  return /(?:#token=|\/signinas\/)([\w-]+)/.exec(link ?? '')?.[1] ?? '';
}
