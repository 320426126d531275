import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../../testing/start-test-database.ts';
import { createTestClock } from '../../../../testing/test-clock.ts';
import { createPictureDays } from './create-picture-days.ts';

const HOUR_MS = 60 * 60_000;
const NOON = new Date('2026-11-22T12:00:00Z');
const MAX = 5;

describe.each(['server', 'embedded'] as const)('pictures of a day, on the %s database', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  const openNode = (clock = createTestClock(NOON)) => createPictureDays({ pool: database.pool, clock }, MAX);

  it('race: two nodes that read pictures of one account at once show no more than the bound together', async () => {
    const [account, other] = [randomUUID(), randomUUID()];
    const nodes = [openNode(), openNode()];
    const tries = nodes.flatMap((node) => Array.from({ length: 10 }, () => node.take(account)));
    const waits = await Promise.all(tries);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(MAX);
    expect(new Set(waits)).toEqual(new Set([0, 12 * HOUR_MS]));
    for (const node of nodes) expect(await node.check(account)).toBe(12 * HOUR_MS);
    expect(await openNode().take(other)).toBe(0);
  });

  it('risk: a restart gives an account a second share of the day', async () => {
    const account = randomUUID();
    const before = openNode();
    for (let shown = 0; shown < MAX; shown += 1) expect(await before.take(account)).toBe(0);
    const after = openNode();
    expect(await after.check(account)).toBe(12 * HOUR_MS);
    expect(await after.take(account)).toBe(12 * HOUR_MS);
  });

  it('race: at midnight two nodes begin the new day with one share, also where the clock of one is behind', async () => {
    const account = randomUUID();
    const clock = createTestClock(NOON);
    const [ahead, behind] = [openNode(clock), openNode(createTestClock(new Date('2026-11-22T23:59:59Z')))];
    for (let shown = 0; shown < MAX; shown += 1) await behind.take(account);
    expect(await ahead.take(account)).toBe(12 * HOUR_MS);
    clock.advance(12 * HOUR_MS);
    expect(await ahead.check(account)).toBe(0);
    const waits = await Promise.all(Array.from({ length: 10 }, () => ahead.take(account)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(MAX);
    expect(await behind.take(account)).toBe(1000);
  });
});
