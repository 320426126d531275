import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { systemClock } from './clock.ts';
import { createSharedClock, type SharedClock } from './shared-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Far more than a statement takes, far less than any jump here. */
const NEAR_MS = 120_000;

describe.each(['server', 'embedded'] as const)('the clock that nodes share (%s)', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  beforeEach(async () => {
    await database.pool.query('delete from shared_time');
  });
  afterAll(async () => {
    await database.close();
  });

  /** A node whose monotonic clock a test moves. */
  function createNode() {
    let passedMs = 0;
    const clock = createSharedClock({ pool: database.pool, clock: systemClock, monotonicMs: () => passedMs });
    return { clock, pass: (ms: number) => (passedMs += ms) };
  }

  /** As if the clock of the database had been set by so much since the last sync: the past is written again. */
  const jumpDatabaseClock = async (ms: number) => {
    await database.pool.query("update shared_time set physical = physical - $1 * interval '1 millisecond'", [ms]);
  };
  const distance = (one: SharedClock, other: SharedClock) => one.now().getTime() - other.now().getTime();

  it('is the time of the database, and passes between two readings by the monotonic clock', async () => {
    const { clock, pass } = createNode();
    await clock.sync();
    const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    expect(Math.abs(clock.now().getTime() - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(NEAR_MS);
    const before = clock.now().getTime();
    pass(5000);
    expect(clock.now().getTime() - before).toBe(5000);
  });

  it.each([
    ['an hour back', -HOUR_MS],
    ['an hour ahead', HOUR_MS],
    ['a day ahead', DAY_MS],
  ])('risk: a jump of the clock moves what is due: %s', async (_title, jumpMs) => {
    const { clock, pass } = createNode();
    await clock.sync();
    const before = clock.now().getTime();
    await jumpDatabaseClock(jumpMs);
    pass(30_000);
    await clock.sync();
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(30_000);
    expect(clock.now().getTime() - before).toBeLessThan(NEAR_MS);
    await jumpDatabaseClock(-jumpMs);
    pass(30_000);
    await clock.sync();
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(60_000);
    expect(clock.now().getTime() - before).toBeLessThan(NEAR_MS);
  });

  it('risk: a node that joins after a jump disagrees with those that run', async () => {
    const { clock: first } = createNode();
    await first.sync();
    await jumpDatabaseClock(HOUR_MS);
    await first.sync();
    const { clock: second } = createNode();
    await second.sync();
    expect(Math.abs(distance(first, second))).toBeLessThan(NEAR_MS);
  });

  it('a node that stood still catches up with the others', async () => {
    const [running, frozen] = [createNode(), createNode()];
    await running.clock.sync();
    await frozen.clock.sync();
    running.pass(HOUR_MS);
    await running.clock.sync();
    await frozen.clock.sync();
    expect(Math.abs(distance(running.clock, frozen.clock))).toBeLessThan(NEAR_MS);
  });

  it('risk: set back an hour before a restart, what was due waits an hour', async () => {
    const { clock: before } = createNode();
    await before.sync();
    const stopped = before.now().getTime();
    await jumpDatabaseClock(-HOUR_MS);
    const { clock: after } = createNode();
    await after.sync();
    expect(after.now().getTime()).toBeGreaterThanOrEqual(stopped);
    expect(after.now().getTime() - stopped).toBeLessThan(NEAR_MS);
  });

  it('after a long stop it is as late as it is', async () => {
    const { clock: before } = createNode();
    await before.sync();
    await jumpDatabaseClock(5 * HOUR_MS);
    const { clock: after } = createNode();
    await after.sync();
    expect(Math.abs(distance(after, before) - 5 * HOUR_MS)).toBeLessThan(NEAR_MS);
  });
});
