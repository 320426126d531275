import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createJobs } from '../jobs/index.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { createFeedTasks, createListeners, type Feed, type FeedReader } from './index.ts';

const { readFeed } = createListeners({ 'row.written': z.object({ accountId: z.uuid(), n: z.number() }) });
const newId = createIds({ clock: systemClock, random: systemRandom });
const accountId = newId();
const ASIDE = 'events.handle-aside';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const feed: Feed = {
  name: 'row.written',
  readTop: async (db) => {
    const { rows } = await db.query<{ top: string | null }>('select max(number) as top from rows_written', []);
    return Number(rows[0]?.top ?? 0);
  },
  read: async (db, { after, upTo, limit }) => {
    const { rows } = await db.query<{ number: string; n: number }>(
      'select number, n from rows_written where number > $1 and number <= $2 order by number limit $3',
      [after, upTo, limit],
    );
    return rows.map(({ number, n }) => ({ number: Number(number), item: { accountId, n } }));
  },
};

async function openDatabase(kind: 'server' | 'embedded'): Promise<TestDatabase> {
  const database = await startTestDatabase({ kind });
  closers.push(() => database.close());
  await database.pool.query('create table rows_written (number bigint generated always as identity, n int not null)');
  await database.pool.query('create table effects (number bigint generated always as identity, n int not null)');
  return database;
}

/** The reader writes a row for each item; `fail` may throw after the rows are written. */
function writeEffects(fail: (items: number[]) => void = () => undefined): FeedReader {
  return readFeed('row.written', 'test.reader', async (tx, items) => {
    for (const { n } of items) await tx.query('insert into effects (n) values ($1)', [n]);
    fail(items.map(({ n }) => n));
  });
}

/** A node; `read` is one run of its periodic task. Transactions of other tests on the server may hold its horizon back. */
function createNode(database: TestDatabase, reader: FeedReader) {
  const { pool } = database;
  const log = createLog({ level: 'silent' });
  const jobs = createJobs({ pool, log, clock: systemClock, newId });
  closers.push(() => jobs.stop({ gracefulMs: 0 }));
  const tasks = createFeedTasks({ pool, jobs, log, clock: systemClock }, { feeds: [feed], readers: [reader] });
  const read = async () => {
    for (const task of tasks) await task.work();
  };
  return {
    jobs,
    read,
    /** Runs until the reader has its place in the feed. */
    begin: () =>
      waitUntil(async () => {
        await read();
        return (await pool.query('select 1 from feed_positions')).rowCount === 1;
      }),
    /** Runs until the effects are these. */
    readUntil: async (expected: number[]) => {
      await waitUntil(async () => {
        await read();
        return (await listEffects(database)).length >= expected.length;
      });
      expect(await listEffects(database)).toEqual(expected);
    },
  };
}

const write = (database: TestDatabase, n: number) =>
  database.pool.query('insert into rows_written (n) values ($1)', [n]);

async function listEffects(database: TestDatabase): Promise<number[]> {
  const { rows } = await database.pool.query<{ n: number }>('select n from effects order by number');
  return rows.map(({ n }) => n);
}

describe.each(['server', 'embedded'] as const)('a feed on the %s database', (kind) => {
  it('is read in order, each row once, also after a restart and by a second node', async () => {
    const database = await openDatabase(kind);
    const first = createNode(database, writeEffects());
    await first.begin();
    for (const n of [1, 2, 3]) await write(database, n);
    await first.readUntil([1, 2, 3]);
    await write(database, 4);
    // The first process is gone: it has committed row 4 and read nothing.
    const second = createNode(database, writeEffects());
    await second.readUntil([1, 2, 3, 4]);
    await first.read();
    expect(await listEffects(database)).toEqual([1, 2, 3, 4]);
  });

  it('gives a new reader what comes from now on', async () => {
    const database = await openDatabase(kind);
    await write(database, 1);
    const { begin, readUntil } = createNode(database, writeEffects());
    await begin();
    await write(database, 2);
    await readUntil([2]);
  });

  it('is read again when a reader fails, and a failed try leaves nothing', async () => {
    const database = await openDatabase(kind);
    let tries = 0;
    const { begin, readUntil } = createNode(
      database,
      writeEffects(() => {
        tries += 1;
        if (tries < 3) throw new Error('not now');
      }),
    );
    await begin();
    for (const n of [1, 2]) await write(database, n);
    await readUntil([1, 2]);
    expect(tries).toBeGreaterThanOrEqual(3);
  });

  it('puts an item that always fails aside, goes on, and handles it when its reader can, with one effect', async () => {
    const database = await openDatabase(kind);
    let isBroken = true;
    const { jobs, begin, readUntil } = createNode(
      database,
      writeEffects((items) => {
        if (isBroken && items.includes(2)) throw new Error('not this one');
      }),
    );
    await jobs.start();
    await begin();
    for (const n of [1, 2, 3]) await write(database, n);
    await readUntil([1, 3]);
    isBroken = false;
    await waitUntil(async () => (await listEffects(database)).includes(2));
    expect(await listEffects(database)).toEqual([1, 3, 2]);
    // The process dies after the effect and before the queue knows of it: the queue gives the item out again.
    const asideIs = async (state: string) =>
      (await database.pool.query(`select 1 from jobs.job where name = $1 and state = $2`, [ASIDE, state])).rowCount ===
      1;
    await waitUntil(() => asideIs('completed'));
    await database.pool.query(
      `update jobs.job set state = 'retry', completed_on = null, start_after = now() where name = $1`,
      [ASIDE],
    );
    await waitUntil(() => asideIs('completed'));
    expect(await listEffects(database)).toEqual([1, 3, 2]);
  });
});

describe('a feed beside transactions that still run', () => {
  it('waits for a row whose number is lower than those that are visible', async () => {
    const database = await openDatabase('server');
    const { begin, read, readUntil } = createNode(database, writeEffects());
    await begin();
    const slow = await database.pool.connect();
    await slow.query('begin');
    await slow.query('insert into rows_written (n) values (1)');
    await write(database, 2);
    for (let run = 0; run < 3; run += 1) await read();
    expect(await listEffects(database)).toEqual([]);
    await slow.query('commit');
    slow.release();
    await readUntil([1, 2]);
  });

  it('does not wait for a row that was rolled back, nor for transactions that began later', async () => {
    const database = await openDatabase('server');
    const { begin, read, readUntil } = createNode(database, writeEffects());
    await begin();
    const undone = await database.pool.connect();
    await undone.query('begin');
    await undone.query('insert into rows_written (n) values (1)');
    await write(database, 2);
    await read();
    await undone.query('rollback');
    undone.release();
    const later = await database.pool.connect();
    await later.query('begin');
    await later.query('insert into rows_written (n) values (3)');
    await readUntil([2]);
    await later.query('commit');
    later.release();
    await readUntil([2, 3]);
  });
});
