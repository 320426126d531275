import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createEventStore } from './store-events.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});

afterAll(() => database.close());

const place = { accountId: randomUUID(), channelId: randomUUID() };
const times = { now: new Date(), sweepAt: new Date(Date.now() + 3000) };
const event = (eventId: string) => ({ eventId, chatId: '', payload: { eventId } });

async function storedIds(channelId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ event_id: string }>(
    'select event_id from inbound_events where channel_id = $1 order by number',
    [channelId],
  );
  return rows.map((row) => row.event_id);
}

it('risk: a rush loses, doubles or reorders events, and of parallel repeats one is new', async () => {
  const store = createEventStore(database.pool);
  const ids = Array.from({ length: 300 }, (_, number) => `e${number}`);
  const arrivals = ids.flatMap((id) => [id, id]).map((id) => store({ ...place, ...times, events: [event(id)] }));
  const fresh = await Promise.all(arrivals);
  expect(fresh.map((found) => found.size).reduce((sum, size) => sum + size)).toBe(ids.length);
  const stored = await storedIds(place.channelId);
  expect(stored.toSorted()).toEqual(ids.toSorted());
  expect(await store({ ...place, ...times, events: [event('e7'), event('new')] })).toEqual(new Set(['new']));
});

it('keeps the order of arrival', async () => {
  const store = createEventStore(database.pool);
  const channelId = randomUUID();
  // One statement may be overtaken by the other that runs beside it; what stands in one batch keeps its order.
  const ids = Array.from({ length: 60 }, (_, number) => `o${number}`);
  await Promise.all(ids.map((id) => store({ ...place, channelId, ...times, events: [event(id)] })));
  const stored = await storedIds(channelId);
  const batch = stored.filter((id) => id !== 'o0' && id !== 'o1');
  expect(batch).toEqual(ids.slice(2));
});

it('risk: an event that cannot be stored takes its neighbours with it', async () => {
  const store = createEventStore(database.pool);
  const channelId = randomUUID();
  const good = ['a', 'b', 'c', 'd'].map((id) => store({ ...place, channelId, ...times, events: [event(id)] }));
  const bad = store({ ...place, channelId: 'no uuid', ...times, events: [event('x')] });
  const more = store({ ...place, channelId, ...times, events: [event('e')] });
  await expect(bad).rejects.toThrow('uuid');
  await Promise.all([...good, more]);
  expect((await storedIds(channelId)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});
