import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createLateCommits, LATE, type LateCommits } from './late-commits.ts';

const warnings: unknown[] = [];
const log = { info: () => undefined, warn: (about: unknown) => warnings.push(about), error: () => undefined };

describe('on the embedded engine, of which no other process writes the log', () => {
  let database: TestDatabase;
  let late: LateCommits;
  beforeAll(async () => {
    database = await startTestDatabase({ kind: 'embedded' });
    await database.pool.query('create table notes (text text)');
    late = createLateCommits({ pool: database.pool, log, isEmbedded: true });
  });
  afterAll(() => database.close());

  /** Bytes of the log that were written and are not on the disk. */
  async function behind(): Promise<number> {
    const sql = 'select (pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn())::float8 as bytes';
    return (await database.pool.query<{ bytes: number }>(sql)).rows[0]?.bytes ?? 0;
  }
  const commit = (text: string) =>
    database.pool.query(`with ${LATE} insert into notes select '${text}' from late`).then(() => late.note());

  it('risk: what did not wait for the disk never reaches it while nothing else happens', async () => {
    await commit('sent');
    expect(await behind()).toBeGreaterThan(0);
    await waitUntil(async () => (await behind()) === 0);
    await commit('forgotten');
    late.stop();
    expect(await behind()).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });

  it('whoever has to know that it is there waits until it is', async () => {
    await late.reached(await commit('accepted'));
    expect(await behind()).toBe(0);
    late.stop();
  });
});

/** A database of which each statement ends when the test says so. */
function openHeld() {
  const held: PromiseWithResolvers<unknown>[] = [];
  const pool = Object.assign(new pg.Pool(), {
    query: () => {
      const statement = Promise.withResolvers<unknown>();
      held.push(statement);
      return statement.promise;
    },
  });
  const late = createLateCommits({ pool, log, isEmbedded: false });
  const order: string[] = [];
  const reached = (noted: number, name: string) =>
    late.reached(noted).then(
      () => order.push(name),
      () => order.push(`${name} failed`),
    );
  return { held, late, order, reached };
}
const aTurn = () => new Promise((resolve) => setImmediate(resolve));

it('a commit brings along what was committed before it began, and nothing that came after', async () => {
  const { late, order, reached, held } = openHeld();
  const before = reached(late.note(), 'before');
  const carry = late.begin();
  const after = reached(late.note(), 'after');
  carry();
  await before;
  await aTurn();
  expect(order).toEqual(['before']);
  late.begin()();
  await after;
  await reached(0, 'at once');
  expect(order).toEqual(['before', 'after', 'at once']);
  expect(held).toEqual([]);
});

it('risk: where no other commit comes, the platform waits for ever', async () => {
  const { late, order, reached, held } = openHeld();
  void reached(late.note(), 'first');
  await waitUntil(() => held.length === 1);
  void reached(late.note(), 'second');
  held[0]?.resolve(undefined);
  await waitUntil(() => order.length === 1);
  expect(order).toEqual(['first']);
  await waitUntil(() => held.length === 2);
  held[1]?.resolve(undefined);
  await waitUntil(() => order.length === 2);
});

it('risk: a disk that was not reached passes for reached when the platform asks again', async () => {
  const { late, order, reached, held } = openHeld();
  const noted = late.note();
  void reached(noted, 'asked');
  await waitUntil(() => held.length === 1);
  held[0]?.reject(new Error('the database is away'));
  await waitUntil(() => order.length === 1);
  void reached(noted, 'asked again');
  await waitUntil(() => held.length === 2);
  held[1]?.resolve(undefined);
  await waitUntil(() => order.length === 2);
  expect(order).toEqual(['asked failed', 'asked again']);
});

it('commits carry others where they follow each other closely, and a lone one does not', async () => {
  const { late } = openHeld();
  expect(late.isCarried()).toBe(false);
  for (let commits = 0; commits < 3; commits += 1) late.begin()();
  expect(late.isCarried()).toBe(false);
  late.begin()();
  expect(late.isCarried()).toBe(true);
  await waitUntil(() => !late.isCarried());
});

it('risk: the end of the database leaves a write behind that comes after it', async () => {
  vi.useFakeTimers();
  try {
    const { late, reached, held } = openHeld();
    void reached(late.note(), 'waits');
    late.stop();
    vi.runAllTimers();
    expect(held).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
