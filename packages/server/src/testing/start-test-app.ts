import {
  type GoogleSimulator,
  type ModelSimulator,
  startGoogleSimulator,
  startModelSimulator,
  startTelegramSimulator,
  type TelegramSimulator,
} from '@otvet/simulators';
import type { Pool } from 'pg';
import { type App, type AppOptions, startApp } from '../app.ts';
import type { Replacements } from '../domains.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/logger.ts';
import { type KeptMail, readNewestMails } from '../platform/mail/mail-folder.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type Answer, type CallOptions, createApiCaller } from './call-api.ts';
import { CHEAP_PASSWORDS } from './cheap-passwords.ts';
import { createPeople, type People } from './product/sign-up-people.ts';
import { createPreparedPlace } from './start-test-database.ts';

export type TestAppOptions = Replacements & {
  kind?: 'server' | 'embedded';
  /** Keys of the environment beside those that the test itself sets. */
  env?: Record<string, string>;
  clock?: Clock;
  /** With it a simulated model writes the answers and lets in this key alone; without it answers are extracted. */
  modelKey?: string;
  /** With it the simulated model makes vectors of texts under this name. */
  embeddingModel?: string;
  /** What requests are counted by; `uncounted` for a test that sends more than any person does. */
  rates?: AppOptions['rates'];
  /** What the simulated Telegram calls webhooks with. */
  telegramFetch?: typeof fetch;
};

/** The whole running product on a database of its own, with simulated platforms and what it said meanwhile. */
export type TestApp = People & {
  url: string;
  app: App;
  pool: Pool;
  dataDir: string;
  telegram: TelegramSimulator;
  model: ModelSimulator;
  google: GoogleSimulator;
  /** Every line of the log, at level debug. */
  logLines: string[];
  /** Every mail so far, oldest first. */
  mails(): Promise<KeptMail[]>;
  /** Every answer that `api` and `call` got. */
  answers: Answer[];
  /** A call under `/api`. */
  api(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A call of any address. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
};

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const store = await createPreparedPlace(options.kind ?? 'server');
  const telegram = await startTelegramSimulator({ allowHttp: true, fetch: options.telegramFetch });
  const google = await startGoogleSimulator();
  const { modelKey } = options;
  const model = await startModelSimulator(modelKey === undefined ? {} : { keys: [modelKey] });
  const modelEnv = { AI_BASE_URL: model.baseUrl, AI_MODEL: 'gpt-test', AI_API_KEY: modelKey };
  const logLines: string[] = [];
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: store.dataDir,
    TELEGRAM_API_URL: telegram.url,
    GOOGLE_DOCS_URL: google.url,
    DATABASE_URL: store.databaseUrl,
    ...(modelKey === undefined ? {} : modelEnv),
    ...(options.embeddingModel && { AI_BASE_URL: model.baseUrl, AI_EMBEDDING_MODEL: options.embeddingModel }),
    ...options.env,
  });
  const app = await startApp({
    config,
    log: createLog({ level: 'debug', destination: { write: (line) => logLines.push(line) } }),
    clock: options.clock,
    connectors: options.connectors,
    decideTurn: options.decideTurn,
    rates: options.rates,
    passwordCost: options.passwordCost ?? CHEAP_PASSWORDS,
  });
  const { pool } = app.platform.database;
  const url = app.url.replace('localhost', '127.0.0.1');
  const answers: Answer[] = [];
  const call = createApiCaller({ url, answers });
  const api: TestApp['api'] = (method, path, callOptions) => call(method, `/api${path}`, callOptions);
  return {
    ...createPeople({ api, pool, accounts: app.domains.accounts }),
    url,
    app,
    pool,
    dataDir: store.dataDir,
    telegram,
    model,
    google,
    logLines,
    mails: async () => (await readNewestMails({ dataDir: store.dataDir, count: 1000 })).toReversed(),
    answers,
    api,
    call,
    async close() {
      await app.close();
      await telegram.close();
      await model.close();
      await google.close();
      await store.drop();
    },
  };
}
