import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createVectorPlaces } from '../../../server/src/domains/knowledge/embedding/base-vectors.ts';
import { packVector } from '../../../server/src/domains/knowledge/embedding/pack-vector.ts';
import {
  advanceEmbedding,
  beginEmbedding,
  insertVectors,
  raiseVectorColumn,
  readEmbedding,
} from '../../../server/src/domains/knowledge/embedding/vector-store.ts';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';
import { type Figure, quantile } from '../figures.ts';
import { openStores } from '../harness/open-stores.ts';
import { productMigrations } from '../harness/places.ts';

const DIMENSIONS = 384;
const MODEL = 'bench';
const ROWS_AT_ONCE = 1000;
const QUERIES = 60;
/** The least that the product hands over to a database. */
const MIN_VECTORS = 20_001;

/**
 * A search by `pgvector`, on the way of the product, in a PostgreSQL that has the extension. Else in the embedded engine, which
 * carries it as WebAssembly and is never asked by the product: of a few, since each search of more ends at its time limit.
 */
export async function vectorsInDatabase(count: number): Promise<Figure[]> {
  const stores = await openStores({ needsServer: true });
  try {
    const onServer = await searchIn((await stores.make('PostgreSQL')).env, Math.max(count, MIN_VECTORS));
    return onServer ?? (await searchIn((await stores.make('embedded')).env, MIN_VECTORS)) ?? [];
  } finally {
    await stores.close();
  }
}

/** Undefined where the database has no such extension. */
async function searchIn(env: Record<string, string>, vectors: number): Promise<Figure[] | undefined> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = env;
  const log = createLog({ level: 'silent' });
  const database = await openDatabase({ databaseUrl, dataDir, migrationsDir: productMigrations, log });
  try {
    const { pool } = database;
    if ((await raiseVectorColumn.first(pool, {}))?.isThere !== true) return undefined;
    const base = await makeBase(pool, vectors);
    const places = createVectorPlaces({ pool });
    const beforeFill = performance.now();
    await places.handOver(base, MODEL);
    const fillSeconds = (performance.now() - beforeFill) / 1000;
    const times = await search(pool, base);
    const where = `${vectors} vectors, pgvector, ${databaseUrl === undefined ? 'embedded engine' : 'PostgreSQL'}`;
    return [
      { name: `nearest of ${where}, p50`, figure: quantile(times, 0.5), unit: 'ms' },
      { name: `nearest of ${where}, p99`, figure: quantile(times, 0.99), unit: 'ms' },
      { name: 'handing them over to it', figure: fillSeconds, unit: 's' },
    ];
  } finally {
    await database.close();
  }
}

type Base = { accountId: string; knowledgeBaseId: string };

async function makeBase(pool: pg.Pool, count: number): Promise<Base> {
  const base = { accountId: randomUUID(), knowledgeBaseId: randomUUID() };
  const of = [base.accountId, base.knowledgeBaseId];
  await pool.query(
    `insert into knowledge_bases (account_id, id, name, revision, created_at, updated_at) values ($1, $2, 'Bench', 1, now(), now())`,
    of,
  );
  await beginEmbedding.run(pool, { ...base, model: MODEL, former: null, dimensions: DIMENSIONS });
  let last = '';
  for (let left = count; left > 0; left -= ROWS_AT_ONCE) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into passages (account_id, knowledge_base_id, id, kind, question, body, revision, memory, created_at, updated_at)
      select $1, $2, gen_random_uuid(), 'qa', '', 'ответ', 1, 0, now(), now() from generate_series(1, $3) returning id`,
      [...of, Math.min(left, ROWS_AT_ONCE)],
    );
    const fresh = rows.map(({ id }) => ({
      ...{ passageId: id, part: 0, hash: id, revision: 1 },
      vector: Buffer.from(packVector(someVector())).toString('hex'),
    }));
    await insertVectors.run(pool, { ...base, model: MODEL, batch: 1, rows: fresh });
    last = rows.at(-1)?.id ?? last;
  }
  const from = { fromRevision: 0, fromPassageId: '00000000-0000-0000-0000-000000000000' };
  const place = { revision: 1, passageId: last, ...from };
  await advanceEmbedding.run(pool, { ...base, ...place, model: MODEL, dimensions: DIMENSIONS });
  return base;
}

async function search(pool: pg.Pool, base: Base): Promise<number[]> {
  const state = await readEmbedding.first(pool, base);
  if (state === undefined) throw new Error('The base is gone');
  const vectors = await createVectorPlaces({ pool }).open(base, state, undefined);
  if (vectors === undefined || vectors.bytes > 0) throw new Error('The database was not asked');
  const times: number[] = [];
  for (let query = 0; query < QUERIES; query += 1) {
    const asked = someVector();
    const before = performance.now();
    const near = await vectors.nearest(asked);
    times.push(performance.now() - before);
    if (near.length === 0) throw new Error('Nothing is near');
  }
  return times;
}

const someVector = () => Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5);
