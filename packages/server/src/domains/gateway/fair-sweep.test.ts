import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { takeWaitingEvents } from './store.ts';

const RUSH = '00000000-0000-0000-0000-00000000000a';
const SMALL = '00000000-0000-0000-0000-00000000000b';
const TRIED = '00000000-0000-0000-0000-00000000000c';
const LIMIT = 100;
const now = new Date('2026-05-04T10:00:00Z');
const later = new Date(now.getTime() + 10_000);

describe.each(['server', 'embedded'] as const)('what a sweep takes up at once (%s)', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  beforeEach(() => database.pool.query('delete from inbound_events'));
  afterAll(() => database.close());

  async function accept(accountId: string, count: number, nextAt = now): Promise<void> {
    await database.pool.query(
      `insert into inbound_events (account_id, channel_id, event_id, chat_id, payload, next_at, received_at)
      select $1, $1, gen_random_uuid(), (n % 7)::text, '{}', $3, $3 from generate_series(1, $2::int) n order by n`,
      [accountId, count, nextAt],
    );
  }
  async function take() {
    const { events, isAll } = await takeWaitingEvents(database.pool, {
      ...{ now, untriedUntil: now, nextAt: later, limit: LIMIT },
    });
    const count = (account: string) => events.filter(({ accountId }) => accountId === account).length;
    return { rush: count(RUSH), small: count(SMALL), tried: count(TRIED), isAll };
  }

  it('risk: an account with more than a sweep takes holds back the customer of another one', async () => {
    await accept(RUSH, 3 * LIMIT);
    await accept(SMALL, 1);
    expect(await take()).toMatchObject({ rush: LIMIT / 2, small: 1, isAll: false });
    expect(await take()).toMatchObject({ rush: LIMIT, small: 0, isAll: false });
  });

  it('what is not due takes nobody else a share', async () => {
    await accept(TRIED, LIMIT, later);
    await accept(RUSH, 3 * LIMIT);
    expect(await take()).toEqual({ rush: LIMIT, small: 0, tried: 0, isAll: false });
  });

  it('tells when nothing is left', async () => {
    await accept(RUSH, 10);
    await accept(SMALL, 1);
    expect(await take()).toMatchObject({ rush: 10, small: 1, isAll: true });
    expect(await take()).toMatchObject({ rush: 0, small: 0, isAll: true });
  });

  it('gives them in the order of acceptance', async () => {
    await accept(SMALL, 3);
    await accept(RUSH, 3);
    const { rows } = await database.pool.query<{ id: string }>(
      'select event_id as id from inbound_events order by number',
    );
    const { events } = await takeWaitingEvents(database.pool, { now, untriedUntil: now, nextAt: later, limit: LIMIT });
    expect(events.map(({ eventId }) => eventId)).toEqual(rows.map(({ id }) => id));
  });
});
