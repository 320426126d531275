import pg from 'pg';
import { createKnowledge } from '../../../server/src/domains/knowledge/index.ts';
import { noChannels } from '../../../server/src/domains/knowledge/testing/no-channels.ts';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';
import { systemClock } from '../../../server/src/platform/time/clock.ts';
import { createIds, systemRandom } from '../../../server/src/platform/time/ids.ts';
import { quantile } from '../figures.ts';
import { openStores } from '../harness/open-stores.ts';
import { productMigrations } from '../harness/places.ts';
import type { GeneratedBase } from './generated-base.ts';

export type StoredResult = {
  loadSeconds: number;
  /** From the first question on: the base is read, built and calibrated. */
  openSeconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Questions whose passage came first. */
  foundShare: number;
};

const QUESTIONS = 1_000;
const PASSAGES_AT_ONCE = 10_000;
/** Passages as long as these fill the memory of an account with a third of 100,000: here all of them are to be searched. */
const MAX_BASE_BYTES = 1_000_000_000;

/** As the product writes them, straight into its table: by its own import this would take hours. */
const PASSAGES_SQL = `
insert into passages (account_id, knowledge_base_id, id, kind, question, body, memory, revision, created_at, updated_at)
select $1, $2, p.id, p.kind, p.question, p.body, 1, 1, $7, $7
from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as p (id, kind, question, body)`;
const REVISION_SQL = 'update knowledge_bases set revision = 1 where account_id = $1 and id = $2';

/** The passages in a PostgreSQL database, asked through the door by which live chats ask. */
export async function storedScaleBench(base: GeneratedBase): Promise<StoredResult> {
  const stores = await openStores({ needsServer: true });
  const store = await stores.make('PostgreSQL');
  const databaseUrl = store.env.DATABASE_URL;
  const log = createLog({ level: 'warn' });
  const database = await openDatabase({ databaseUrl, dataDir: stores.folder(), migrationsDir: productMigrations, log });
  const newId = createIds({ clock: systemClock, random: systemRandom });
  const parts = { pool: database.pool, clock: systemClock, newId, log, channels: noChannels };
  const knowledge = createKnowledge({ ...parts, maxBaseBytes: MAX_BASE_BYTES });
  const accountId = newId();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Bench' });
  const loading = performance.now();
  const stored = await load(base, { databaseUrl, accountId, knowledgeBaseId, newId });
  const opening = performance.now();
  const ask = (query: string) => knowledge.retrieve({ accountId, knowledgeBaseId, query, limit: 10 });
  await ask('?');
  const openSeconds = (performance.now() - opening) / 1000;
  const { unsearched } = await knowledge.bases.find(accountId, knowledgeBaseId);
  if (unsearched > 0) throw new Error(`${unsearched} passages are not searched`);
  const times: number[] = [];
  let found = 0;
  for (let number = 0; number < QUESTIONS; number += 1) {
    const { query, id } = base.nextQuestion();
    const before = performance.now();
    const { passages } = await ask(query);
    times.push(performance.now() - before);
    if (passages[0] !== undefined && stored.get(passages[0].id) === id) found += 1;
  }
  await database.close();
  await stores.close();
  return {
    loadSeconds: (opening - loading) / 1000,
    openSeconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    foundShare: found / QUESTIONS,
  };
}

type Target = { databaseUrl: string | undefined; accountId: string; knowledgeBaseId: string; newId: () => string };

/** Gives the bench's id of each passage by the product's. */
async function load({ passages }: GeneratedBase, target: Target): Promise<Map<string, string>> {
  const { databaseUrl, accountId, knowledgeBaseId, newId } = target;
  const stored = new Map<string, string>();
  const now = systemClock.now();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let from = 0; from < passages.length; from += PASSAGES_AT_ONCE) {
    const batch = passages.slice(from, from + PASSAGES_AT_ONCE);
    const ids = batch.map(({ id }) => {
      const storedId = newId();
      stored.set(storedId, id);
      return storedId;
    });
    const kinds = batch.map(({ kind }) => kind);
    const questions = batch.map(({ question = '' }) => question);
    const bodies = batch.map(({ text }) => text);
    await client.query(PASSAGES_SQL, [accountId, knowledgeBaseId, ids, kinds, questions, bodies, now]);
  }
  await client.query(REVISION_SQL, [accountId, knowledgeBaseId]);
  await client.query('vacuum analyze passages');
  await client.end();
  return stored;
}
