import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { createJobs } from '../jobs/index.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { createEvents, createListeners, type Subscription } from './index.ts';

const table = { 'thing.happened': z.object({ accountId: z.uuid(), n: z.number() }) };
const { on } = createListeners(table);
const newId = createIds({ clock: systemClock, random: systemRandom });
const accountId = newId();
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openDatabase(kind: 'server' | 'embedded'): Promise<TestDatabase> {
  const database = await startTestDatabase({ kind });
  closers.push(() => database.close());
  await database.pool.query('create table effects (subscriber text not null, n int not null)');
  return database;
}

/** A node with the subscribers; it works once its jobs are started. */
function createNode(database: TestDatabase, subscriptions: Subscription[]) {
  const { pool } = database;
  const jobs = createJobs({ pool, log: createLog({ level: 'silent' }), clock: systemClock, newId });
  const events = createEvents({ table, pool, jobs, clock: systemClock, newId });
  for (const subscription of subscriptions) events.subscribe(subscription);
  closers.push(() => jobs.stop({ gracefulMs: 0 }));
  const publish = (n: number) => withTransaction(pool, (tx) => events.publish(tx, 'thing.happened', { accountId, n }));
  return { jobs, events, publish };
}

/** Writes a row for each event; `fail` may throw after the row is written. */
function writeEffects(subscriber: string, fail: (n: number) => void = () => undefined): Subscription {
  const handler = on('thing.happened', async (tx, { payload }) => {
    await tx.query('insert into effects (subscriber, n) values ($1, $2)', [subscriber, payload.n]);
    fail(payload.n);
  });
  return { subscriber, handlers: [handler] };
}

async function listEffects(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.pool.query<{ effect: string }>(
    `select subscriber || ' ' || n as effect from effects order by 1`,
  );
  return rows.map(({ effect }) => effect);
}

const effectsAre = (database: TestDatabase, expected: string[]) =>
  waitUntil(async () => (await listEffects(database)).length >= expected.length).then(async () =>
    expect(await listEffects(database)).toEqual(expected),
  );

describe.each(['server', 'embedded'] as const)('events on the %s database', (kind) => {
  it('reach every subscriber once, and nobody when the transaction is rolled back', async () => {
    const database = await openDatabase(kind);
    const { jobs, events, publish } = createNode(database, [writeEffects('test.first'), writeEffects('test.second')]);
    await jobs.start();
    const rolledBack = withTransaction(database.pool, async (tx) => {
      await events.publish(tx, 'thing.happened', { accountId, n: 1 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await publish(2);
    await effectsAre(database, ['test.first 2', 'test.second 2']);
  });

  it('are handled after a restart when the process died between the commit and the handler', async () => {
    const database = await openDatabase(kind);
    const dying = createNode(database, [writeEffects('test.first')]);
    await dying.jobs.start({ withWorkers: false });
    await dying.publish(1);
    await dying.jobs.stop({ gracefulMs: 0 });
    expect(await listEffects(database)).toEqual([]);
    await createNode(database, [writeEffects('test.first')]).jobs.start();
    await effectsAre(database, ['test.first 1']);
  });

  it('are tried again when a handler fails, and a failed try leaves nothing', async () => {
    const database = await openDatabase(kind);
    let tries = 0;
    const failing = writeEffects('test.first', () => {
      tries += 1;
      if (tries < 3) throw new Error('not now');
    });
    const { jobs, publish } = createNode(database, [failing, writeEffects('test.second')]);
    await jobs.start();
    await publish(1);
    await effectsAre(database, ['test.first 1', 'test.second 1']);
    expect(tries).toBe(3);
  });

  it('have one effect when they come twice', async () => {
    const database = await openDatabase(kind);
    const handled: number[] = [];
    const { jobs, publish } = createNode(database, [writeEffects('test.first', (n) => void handled.push(n))]);
    await jobs.start({ withWorkers: false });
    const payload = { id: newId(), name: 'thing.happened', at: new Date(), payload: { accountId, n: 1 } };
    for (let copy = 0; copy < 2; copy += 1)
      await withTransaction(database.pool, (tx) => jobs.publish({ tx, event: 'thing.happened', payload }));
    await publish(2);
    await jobs.stop({ gracefulMs: 0 });
    const next = createNode(database, [writeEffects('test.first', (n) => void handled.push(n))]);
    await next.jobs.start();
    await waitUntil(async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        "select count(*)::int as n from jobs.job where name = 'test.first' and state <> 'completed'",
      );
      return rows[0]?.n === 0;
    });
    expect(await listEffects(database)).toEqual(['test.first 1', 'test.first 2']);
    expect(handled.sort()).toEqual([1, 2]);
  });
});

describe('events on two nodes', () => {
  it('are handled once by either, and a node without a subscriber publishes for those who have it', async () => {
    const database = await openDatabase('server');
    const first = createNode(database, [writeEffects('test.first')]);
    const second = createNode(database, [writeEffects('test.first')]);
    const older = createNode(database, []);
    for (const { jobs } of [first, second, older]) await jobs.start();
    const numbers = Array.from({ length: 30 }, (_value, index) => index + 10);
    for (const n of numbers) await [first, second, older][n % 3]?.publish(n);
    await effectsAre(
      database,
      numbers.map((n) => `test.first ${n}`),
    );
  });
});
