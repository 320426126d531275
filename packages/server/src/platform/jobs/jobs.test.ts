import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { createJobs, type Jobs, type Queue } from './index.ts';

const newId = createIds({ clock: systemClock, random: systemRandom });
const payload = z.strictObject({ n: z.number() });
type Payload = z.infer<typeof payload>;
const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

async function open(kind: 'server' | 'embedded'): Promise<TestDatabase> {
  const database = await startTestDatabase({ kind });
  running.push(() => database.close());
  return database;
}

function create(database: TestDatabase): Jobs {
  const log = createLog({ level: 'silent' });
  const jobs = createJobs({ pool: database.pool, log, clock: systemClock, newId });
  running.push(() => jobs.stop({ gracefulMs: 0 }));
  return jobs;
}

const queueOf = (handler: Queue<Payload>['handler'], changes: Partial<Queue<Payload>> = {}): Queue<Payload> => ({
  name: 'test.work',
  schema: payload,
  handler,
  retries: 2,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 1,
  expireSeconds: 60,
  concurrency: 2,
  ...changes,
});

async function until(check: () => boolean | Promise<boolean>, ms = 20_000): Promise<number> {
  const begin = performance.now();
  while (!(await check())) {
    if (performance.now() - begin > ms) throw new Error('did not happen in time');
    await sleep(5);
  }
  return performance.now() - begin;
}

describe.each(['embedded', 'server'] as const)('jobs on the %s database', (kind) => {
  test('a job of a transaction runs at once after its commit, and never if it is rolled back', async () => {
    const database = await open(kind);
    const jobs = create(database);
    const done: number[] = [];
    const work = jobs.define(queueOf(async ({ n }) => void done.push(n)));
    const begin = performance.now();
    await jobs.start();
    console.log(`${kind}: first start of jobs took ${Math.round(performance.now() - begin)} ms`);
    await sleep(300);
    await withTransaction(database.pool, async (tx) => {
      await work.enqueue({ n: 1 }, { tx });
      await sleep(100);
      expect(done).toEqual([]);
    });
    expect(await until(() => done.length === 1)).toBeLessThan(3000);
    const lost = withTransaction(database.pool, async (tx) => {
      await work.enqueue({ n: 2 }, { tx });
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    await work.enqueue({ n: 3 });
    expect(await until(() => done.length === 2)).toBeLessThan(3000);
    expect(done).toEqual([1, 3]);
    await jobs.stop({ gracefulMs: 1000 });
  });

  test('a second start is quick and finds the jobs of the first', async () => {
    const database = await open(kind);
    const first = create(database);
    const waiting = first.define(queueOf(async () => undefined));
    await first.start({ withWorkers: false });
    await waiting.enqueue({ n: 7 });
    await first.stop({ gracefulMs: 0 });
    const second = create(database);
    const done: number[] = [];
    second.define(queueOf(async ({ n }) => void done.push(n)));
    const begin = performance.now();
    await second.start();
    const took = performance.now() - begin;
    console.log(`${kind}: second start of jobs took ${Math.round(took)} ms`);
    expect(took).toBeLessThan(1000);
    await until(() => done.length === 1);
    expect(done).toEqual([7]);
  });

  test('tries are bounded, the end is listed with its reason, and can be tried again', async () => {
    const database = await open(kind);
    const jobs = create(database);
    const attempts: number[] = [];
    let isBroken = true;
    const work = jobs.define(
      queueOf(
        async ({ n }, { attempt, isLastTry }) => {
          attempts.push(attempt);
          expect(isLastTry).toBe(attempt === 2);
          if (isBroken) throw new Error(`cannot do ${n}, call +7 912 345-67-89`);
        },
        { retries: 1 },
      ),
    );
    await jobs.start();
    await work.enqueue({ n: 5 });
    await until(async () => (await jobs.listFailed('test.work')).length === 1);
    const [failed] = await jobs.listFailed('test.work');
    expect(failed).toMatchObject({ payload: { n: 5 }, reason: 'cannot do 5, call [redacted]' });
    expect(attempts).toEqual([1, 2]);
    isBroken = false;
    expect(await jobs.retryFailed('test.work')).toBe(1);
    await until(() => attempts.length === 3);
    await until(async () => (await jobs.listFailed('test.work')).length === 0);
  }, 60_000);

  test('one waiting job per key, any number without; a payload that does not fit is refused', async () => {
    const database = await open(kind);
    const jobs = create(database);
    const done: number[] = [];
    const work = jobs.define(queueOf(async ({ n }) => void done.push(n)));
    await jobs.start({ withWorkers: false });
    expect(await work.enqueue({ n: 1 }, { singletonKey: 'chat' })).toBeTypeOf('string');
    expect(await work.enqueue({ n: 2 }, { singletonKey: 'chat' })).toBeNull();
    expect(await work.enqueue({ n: 3 }, { singletonKey: 'other' })).toBeTypeOf('string');
    for (let n = 4; n < 8; n += 1) expect(await work.enqueue({ n })).toBeTypeOf('string');
    const wrong: unknown = { n: 'x' };
    await expect(Reflect.apply(work.enqueue, work, [wrong])).rejects.toThrow();
  });

  test('a job for later waits for its time', async () => {
    const database = await open(kind);
    const jobs = create(database);
    let at = 0;
    const work = jobs.define(
      queueOf(async () => {
        at = performance.now();
      }),
    );
    await jobs.start();
    await sleep(200);
    const begin = performance.now();
    await work.enqueue({ n: 1 }, { startAfter: new Date(Date.now() + 1200) });
    await until(() => at > 0);
    expect(at - begin).toBeGreaterThan(1100);
    expect(at - begin).toBeLessThan(3500);
  });
});

/** Takes the waiting job as a worker does and is gone: no heartbeat, no end. */
async function takeAndDie(database: TestDatabase): Promise<void> {
  const { PgBoss } = await import('pg-boss');
  const lost = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'jobs',
    schedule: false,
    supervise: false,
    migrate: false,
  });
  await lost.start();
  expect(await lost.fetch('test.work')).toHaveLength(1);
  await lost.stop({ graceful: false, close: false });
}

test('F22: the work of a killed node is done by another within 30 s', async () => {
  const database = await open('server');
  const dead = create(database);
  const work = dead.define(queueOf(async () => undefined));
  await dead.start({ withWorkers: false });
  await work.enqueue({ n: 1 });
  await takeAndDie(database);
  const done: number[] = [];
  const alive = create(database);
  alive.define(queueOf(async ({ n }) => void done.push(n)));
  await alive.start();
  const took = await until(() => done.length === 1, 30_000);
  console.log(`takeover after ${Math.round(took / 100) / 10} s`);
}, 60_000);

test('a job whose last try died with its process comes to its visible end', async () => {
  const database = await open('server');
  const dead = create(database);
  const work = dead.define(queueOf(async () => undefined, { retries: 0 }));
  await dead.start({ withWorkers: false });
  await work.enqueue({ n: 7 });
  await takeAndDie(database);
  const ended: number[] = [];
  const alive = create(database);
  alive.define(queueOf(async () => undefined, { retries: 0, onExhausted: async ({ n }) => void ended.push(n) }));
  await alive.start();
  await until(() => ended.length === 1, 40_000);
  expect(ended).toEqual([7]);
}, 60_000);
