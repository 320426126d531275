import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { buildWidgetChannel } from './testing/memory-doors.ts';
import { startVisitorServer, type VisitorServer } from './testing/start-visitor-server.ts';
import { createVisitorClient } from './testing/visitor-client.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
/** Messages and pictures of one visitor that pass at once. */
const AT_ONCE = 10;

let database: TestDatabase;
let server: VisitorServer;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
});
// The clock stands: nothing comes back by time.
beforeEach(async () => {
  server = await startVisitorServer({ database, time: { aheadMs: 0, frozenAt: Date.parse('2026-01-01T00:00:00Z') } });
});
afterEach(() => server.close());
afterAll(() => database.close());

async function openChat() {
  const channel = buildWidgetChannel({});
  server.doors.addChannel(channel);
  const client = createVisitorClient({ url: server.url, channel });
  const { token } = await client.start();
  return {
    write: async () => (await client.post('messages', { clientId: randomUUID(), text: 'x' }, token)).status,
    show: (clientId: string = randomUUID()) => {
      const body = new FormData();
      body.append('file', new Blob([PNG], { type: 'image/png' }), 'photo.png');
      return client.call(`images?clientId=${clientId}`, { method: 'POST', body, token });
    },
  };
}

it('risk: a picture is sent again, since the answer was lost: it is stored, shown and counted once', async () => {
  const chat = await openChat();
  const clientId = randomUUID();
  const first = await Promise.all([chat.show(clientId), chat.show(clientId), chat.show(clientId)]);
  const late = await chat.show(clientId);
  for (const answer of [...first, late]) {
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ id: clientId });
  }
  expect([server.doors.files.saves, server.doors.events.length]).toEqual([1, 1]);
  const statuses: number[] = [];
  for (let written = 0; written < AT_ONCE; written += 1) statuses.push(await chat.write());
  expect(statuses).toEqual([...Array(AT_ONCE - 1).fill(202), 429]);
});

it('risk: two nodes read the same picture: the file of the later one goes', async () => {
  const chat = await openChat();
  const clientId = randomUUID();
  await chat.show(clientId);
  const kept = server.doors.files.ids();
  server.doors.gateway.isAccepted = async () => false;
  expect((await chat.show(clientId)).status).toBe(202);
  expect([server.doors.files.saves, server.doors.events.length]).toEqual([2, 1]);
  expect(server.doors.files.ids()).toEqual(kept);
});

it('one that was refused is read again when it comes again', async () => {
  const chat = await openChat();
  const clientId = randomUUID();
  server.doors.files.refusals = [new AppError('server.unavailable', { retryAfter: 5 })];
  const refused = await chat.show(clientId);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await chat.show(clientId)).status).toBe(202);
  expect(server.doors.events).toHaveLength(1);
});

it.each([
  ['a full queue', () => new AppError('request.rate_limited', { retryAfter: 2 })],
  ['a picture of another kind', () => new AppError('files.wrong_type')],
  ['a failure of ours', () => new AppError('server.unavailable', { retryAfter: 5 })],
])('%s does not silence the chat: pictures that come again use up no messages', async (_name, refusal) => {
  const chat = await openChat();
  server.doors.files.refusals = Array.from({ length: AT_ONCE }, refusal);
  for (let sent = 0; sent < AT_ONCE; sent += 1) expect((await chat.show()).ok).toBe(false);
  for (let written = 0; written < AT_ONCE; written += 1) expect(await chat.write()).toBe(202);
  expect(await chat.write()).toBe(429);
});

it('a text that the database could not take costs no message either', async () => {
  const chat = await openChat();
  server.doors.failures.next = 3 * AT_ONCE;
  for (let sent = 0; sent < 3 * AT_ONCE; sent += 1) expect(await chat.write()).toBe(503);
  for (let written = 0; written < AT_ONCE; written += 1) expect(await chat.write()).toBe(202);
});
