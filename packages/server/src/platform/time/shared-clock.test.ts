import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { systemClock } from './clock.ts';
import { createSharedClock, type SharedClock } from './shared-clock.ts';

const SECOND_MS = 1000;
const SYNC_EVERY_MS = 30 * SECOND_MS;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-11-22T12:00:00Z');
/** A statement and a reading apart. */
const NEAR_MS = 120_000;

describe.each(['server', 'embedded'] as const)('the clock that nodes share (%s)', (kind) => {
  let database: TestDatabase;
  /** What the clock of the database says, and how much time really passed: a jump moves the first only. */
  let databaseMs: number;
  let passedMs: number;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  beforeEach(async () => {
    await database.pool.query('delete from shared_time');
    databaseMs = START_MS;
    passedMs = 0;
  });
  afterAll(async () => {
    await database.close();
  });

  const pass = (ms: number) => {
    databaseMs += ms;
    passedMs += ms;
  };
  const jump = (ms: number) => {
    databaseMs += ms;
  };

  async function startNode(): Promise<SharedClock> {
    const clock = createSharedClock({
      pool: database.pool,
      clock: systemClock,
      monotonicMs: () => passedMs,
      databaseNow: () => new Date(databaseMs),
    });
    await clock.sync();
    return clock;
  }

  /** Lets time pass as it does for nodes that run: with a sync every half minute. */
  async function run(ms: number, nodes: SharedClock[]): Promise<void> {
    for (let passed = 0; passed < ms; passed += SYNC_EVERY_MS) {
      pass(SYNC_EVERY_MS);
      for (const node of nodes) await node.sync();
    }
  }
  const timeOf = (clock: SharedClock) => clock.now().getTime();
  const sinceStart = (clock: SharedClock) => timeOf(clock) - START_MS;

  it('is the time of the database', async () => {
    const clock = createSharedClock({ pool: database.pool, clock: systemClock });
    await clock.sync();
    const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    expect(Math.abs(timeOf(clock) - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(NEAR_MS);
  });

  it('passes between two readings by the monotonic clock', async () => {
    const clock = await startNode();
    pass(5000);
    expect(sinceStart(clock)).toBe(5000);
  });

  it.each([
    ['an hour back', -HOUR_MS],
    ['an hour ahead', HOUR_MS],
    ['a day ahead', DAY_MS],
  ])('risk: a jump of the clock moves what is due: %s', async (_title, jumpMs) => {
    const clock = await startNode();
    jump(jumpMs);
    await run(SYNC_EVERY_MS, [clock]);
    expect(sinceStart(clock)).toBe(SYNC_EVERY_MS);
    jump(-jumpMs);
    await run(SYNC_EVERY_MS, [clock]);
    expect(sinceStart(clock)).toBeLessThanOrEqual(2 * SYNC_EVERY_MS);
    expect(sinceStart(clock)).toBeGreaterThanOrEqual(1.5 * SYNC_EVERY_MS);
  });

  it.each([5, 29, 58])(
    'risk: jumps of %i seconds, one after another, move time for nodes that run',
    async (seconds) => {
      const nodes = [await startNode(), await startNode()];
      for (let count = 0; count < 10; count += 1) {
        jump(seconds * SECOND_MS);
        await run(SYNC_EVERY_MS, nodes);
      }
      for (const node of nodes) expect(sinceStart(node)).toBe(10 * SYNC_EVERY_MS);
    },
  );

  it('risk: a node that joins after a jump disagrees with those that run', async () => {
    const first = await startNode();
    jump(HOUR_MS);
    await first.sync();
    expect(timeOf(await startNode())).toBe(timeOf(first));
  });

  it('a node that stood still catches up with the others', async () => {
    const [running, frozen] = [await startNode(), await startNode()];
    await run(HOUR_MS, [running]);
    await frozen.sync();
    expect(sinceStart(running)).toBe(HOUR_MS);
    expect(timeOf(frozen)).toBe(timeOf(running));
  });

  it('risk: set back an hour before a restart, what was due waits an hour', async () => {
    const stopped = timeOf(await startNode());
    jump(-HOUR_MS);
    const after = await startNode();
    expect(timeOf(after)).toBe(stopped);
    pass(60 * SECOND_MS);
    expect(timeOf(after)).toBe(stopped + 30 * SECOND_MS);
  });

  it('after a long stop it is as late as it is', async () => {
    await startNode();
    pass(5 * HOUR_MS);
    expect(sinceStart(await startNode())).toBe(5 * HOUR_MS);
  });

  describe('risk: the clock was an hour ahead and was set right, and all that is due stays an hour off', () => {
    it('shared time passes at half speed, never back, until they meet; then as it should', async () => {
      const nodes = [await startNode(), await startNode()];
      jump(-HOUR_MS);
      for (const node of nodes) await node.sync();
      let last = START_MS;
      for (let minute = 1; minute <= 150; minute += 1) {
        await run(60 * SECOND_MS, nodes);
        const [one = 0, other = 0] = nodes.map(timeOf);
        expect(other).toBe(one);
        expect(one - last).toBe(minute <= 120 ? 30 * SECOND_MS : 60 * SECOND_MS);
        last = one;
      }
      expect(last).toBe(databaseMs);
    });

    it('ends in the middle between two syncs, without falling behind', async () => {
      const clock = await startNode();
      jump(-10 * SECOND_MS);
      await clock.sync();
      pass(16 * SECOND_MS);
      expect(timeOf(clock)).toBe(databaseMs + 2 * SECOND_MS);
      pass(10 * SECOND_MS);
      expect(timeOf(clock)).toBe(databaseMs);
      await clock.sync();
      expect(timeOf(clock)).toBe(databaseMs);
    });

    it('a stop that is long enough lets them meet', async () => {
      const clock = await startNode();
      jump(-HOUR_MS);
      await clock.sync();
      pass(30 * 60 * SECOND_MS);
      expect(timeOf(await startNode())).toBe(START_MS + 15 * 60 * SECOND_MS);
      pass(5 * HOUR_MS);
      expect(timeOf(await startNode())).toBe(databaseMs);
    });
  });

  it('behind the clock it is not sped up: nothing is due before its time has passed', async () => {
    const clock = await startNode();
    jump(HOUR_MS);
    await run(HOUR_MS, [clock]);
    expect(sinceStart(clock)).toBe(HOUR_MS);
  });
});
