import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { besideTransaction } from '../database/nested-connections.ts';
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

describe.each(['embedded', 'server'] as const)('jobs on the %s database', (kind) => {
  it('a job of a transaction runs after its commit, and never if it is rolled back', async () => {
    const database = await open(kind);
    const jobs = create(database);
    const done: number[] = [];
    const work = jobs.define(queueOf(async ({ n }) => void done.push(n)));
    await jobs.start();
    await withTransaction(database.pool, async (tx) => {
      await work.enqueue({ n: 1 }, { tx });
      // The embedded engine has one session: nobody else can ask while this transaction is open.
      if (kind === 'server') {
        await besideTransaction(() => work.enqueue({ n: 0 }));
        await waitUntil(() => done.length > 0);
      }
      expect(done).not.toContain(1);
    });
    await waitUntil(() => done.includes(1));
    const lost = withTransaction(database.pool, async (tx) => {
      await work.enqueue({ n: 2 }, { tx });
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    await work.enqueue({ n: 3 });
    await waitUntil(() => done.includes(3));
    expect(done).toEqual(kind === 'server' ? [0, 1, 3] : [1, 3]);
    await jobs.stop({ gracefulMs: 1000 });
  });

  it('a second start finds the jobs of the first', async () => {
    const database = await open(kind);
    const first = create(database);
    const waiting = first.define(queueOf(async () => undefined));
    await first.start({ withWorkers: false });
    await waiting.enqueue({ n: 7 });
    await first.stop({ gracefulMs: 0 });
    const second = create(database);
    const done: number[] = [];
    second.define(queueOf(async ({ n }) => void done.push(n)));
    await second.start();
    await waitUntil(() => done.length === 1);
    expect(done).toEqual([7]);
  });

  it('tries are bounded, the end is listed with its reason, and can be tried again', async () => {
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
    await waitUntil(async () => (await jobs.listFailed('test.work')).length === 1);
    const [failed] = await jobs.listFailed('test.work');
    expect(failed).toMatchObject({ payload: { n: 5 }, reason: 'cannot do 5, call [redacted]' });
    expect(attempts).toEqual([1, 2]);
    isBroken = false;
    expect(await jobs.retryFailed('test.work')).toBe(1);
    await waitUntil(() => attempts.length === 3);
    await waitUntil(async () => (await jobs.listFailed('test.work')).length === 0);
  });

  it('one waiting job per key, any number without; a payload that does not fit is refused', async () => {
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

  it('risk: the jobs of one owner keep all workers', async () => {
    const database = await open(kind);
    const jobs = create(database);
    const running = new Set<number>();
    const done: number[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const handler = async ({ n }: Payload) => {
      running.add(n);
      if (n < 100) await released;
      running.delete(n);
      done.push(n);
    };
    const share = { ofOne: 2, ownerOf: ({ n }: Payload) => (n < 100 ? 'one' : 'other') };
    const work = jobs.define(queueOf(handler, { concurrency: 4, share }));
    await jobs.start();
    const payloads = Array.from({ length: 8 }, (_, n) => ({ n }));
    await withTransaction(database.pool, (tx) => work.enqueueAll(payloads, { tx }));
    await waitUntil(() => running.size === 2);
    await work.enqueue({ n: 100 });
    await waitUntil(() => done.includes(100));
    expect(running.size).toBe(2);
    release();
    await waitUntil(() => done.length === 9);
  });

  it('a job for later waits for its time', async () => {
    const database = await open(kind);
    const jobs = create(database);
    const done: number[] = [];
    const work = jobs.define(queueOf(async ({ n }) => void done.push(n), { retryDelayMaxSeconds: 3600 }));
    await jobs.start();
    const later = await work.enqueue({ n: 1 }, { delayMs: 3_600_000 });
    await expect(work.enqueue({ n: 3 }, { delayMs: 3_600_001 })).rejects.toThrow();
    await work.enqueue({ n: 2 });
    await waitUntil(() => done.length > 0);
    expect(done).toEqual([2]);
    await database.pool.query('UPDATE jobs.job SET start_after = now() WHERE id = $1', [later]);
    await waitUntil(() => done.length === 2);
    expect(done).toEqual([2, 1]);
  });

  it('risk: jobs wait for the day by which the clock of the database was set back', async () => {
    const database = await open(kind);
    const jobs = create(database);
    const work = jobs.define(queueOf(async () => undefined, { retryDelayMaxSeconds: 3600 }));
    await jobs.start({ withWorkers: false });
    const usual = await work.enqueue({ n: 1 }, { delayMs: 1_800_000 });
    const early = await work.enqueue({ n: 2 }, { delayMs: 1_800_000 });
    const running = await work.enqueue({ n: 3 });
    await database.pool.query(
      "update jobs.job set start_after = start_after + interval '1 day', created_on = created_on + interval '1 day' where id = $1",
      [early],
    );
    await database.pool.query(
      "update jobs.job set state = 'active', heartbeat_on = now() + interval '1 day', started_on = now() + interval '1 day' where id = $1",
      [running],
    );
    expect(await jobs.pullForward()).toBe(1);
    const { rows } = await database.pool.query<{ id: string; waits: boolean; beats: boolean | null }>(
      'select id, start_after > now() as waits, heartbeat_on <= now() and started_on <= now() as beats from jobs.job where name = $1',
      ['test.work'],
    );
    const stateOf = (id: string | null) => rows.find((row) => row.id === id);
    expect(stateOf(usual)).toMatchObject({ waits: true });
    expect(stateOf(early)).toMatchObject({ waits: false });
    expect(stateOf(running)).toMatchObject({ beats: true });
    expect(await jobs.pullForward()).toBe(0);
  });
});

/** A pool on which the taking of a job lasts: who looks meanwhile does not see it. */
function withSlowLooks({ pool }: TestDatabase): TestDatabase['pool'] {
  const query = async (text: string, values: unknown[]) => {
    if (!text.includes('SKIP LOCKED')) return await pool.query(text, values);
    return await withTransaction(pool, async (tx) => {
      const taken = await tx.query(text, values);
      await tx.query('SELECT pg_sleep(0.1)');
      return taken;
    });
  };
  return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
}

it('risk: workers that look at the same moment take more than the share of one owner', async () => {
  const database = await open('server');
  const taken: number[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const handler = async ({ n }: Payload) => {
    taken.push(n);
    await released;
  };
  const share = { ofOne: 2, ownerOf: ({ n }: Payload) => (n < 100 ? 'one' : 'other') };
  const storing = create(database);
  const work = storing.define(queueOf(handler, { concurrency: 4, share }));
  await storing.start({ withWorkers: false });
  const payloads = Array.from({ length: 8 }, (_, n) => ({ n }));
  await withTransaction(database.pool, (tx) => work.enqueueAll(payloads, { tx }));
  const jobs = create({ ...database, pool: withSlowLooks(database) });
  const waking = jobs.define(queueOf(handler, { concurrency: 4, share }));
  await jobs.start();
  await waitUntil(() => taken.length >= 2);
  await waking.enqueue({ n: 100 });
  await waitUntil(() => taken.includes(100));
  expect(taken.filter((n) => n < 100)).toHaveLength(2);
  release();
  await waitUntil(() => taken.length === 9);
});

/** Takes the waiting job as a worker does and is gone: no heartbeat, no end. */
async function takeAndAbandon(database: TestDatabase): Promise<void> {
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

it('the work of a killed node is done by another', async () => {
  const database = await open('server');
  const dead = create(database);
  const work = dead.define(queueOf(async () => undefined));
  await dead.start({ withWorkers: false });
  await work.enqueue({ n: 1 });
  await takeAndAbandon(database);
  const done: number[] = [];
  const alive = create(database);
  alive.define(queueOf(async ({ n }) => void done.push(n)));
  await alive.start();
  await waitUntil(() => done.length === 1);
});

it('a job whose last try died with its process comes to its visible end', async () => {
  const database = await open('server');
  const dead = create(database);
  const work = dead.define(queueOf(async () => undefined, { retries: 0 }));
  await dead.start({ withWorkers: false });
  await work.enqueue({ n: 7 });
  await takeAndAbandon(database);
  const ended: number[] = [];
  const alive = create(database);
  alive.define(queueOf(async () => undefined, { retries: 0, onExhausted: async ({ n }) => void ended.push(n) }));
  await alive.start();
  await waitUntil(() => ended.length === 1);
  expect(ended).toEqual([7]);
});
