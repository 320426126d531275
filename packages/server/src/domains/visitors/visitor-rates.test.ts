import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import type { RateName } from './access/visitor-limits.ts';
import { buildWidgetChannel } from './testing/memory-doors.ts';
import { startVisitorServer, type VisitorServer } from './testing/start-visitor-server.ts';
import { createVisitorClient } from './testing/visitor-client.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

let database: TestDatabase;
let server: VisitorServer;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
});
afterEach(() => server.close());
afterAll(() => database.close());

type Client = ReturnType<typeof createVisitorClient>;
/** What exhausts a rate: so many visitors in turn, each call so much later; `passes` of the calls are taken. */
type Exhausted = { visitors: number; stepMs: number; call: Call; passes: number };
type Call = (client: Client, token: string) => Promise<Response>;

const write: Call = (client, token) => client.post('messages', { clientId: randomUUID(), text: 'x' }, token);
const show: Call = (client, token) => {
  const body = new FormData();
  body.append('file', new Blob([PNG], { type: 'image/png' }), 'photo.png');
  return client.call(`images?clientId=${randomUUID()}`, { method: 'POST', body, token });
};

const exhausted: Record<RateName, Exhausted> = {
  messagesOfVisitor: { visitors: 1, stepMs: 0, call: write, passes: 10 },
  messagesOfNetwork: { visitors: 20, stepMs: 0, call: write, passes: 80 },
  // So slow that only the day's own bound is met, which grows a little meanwhile.
  dayOfVisitor: { visitors: 1, stepMs: 3000, call: write, passes: 201 },
  dayOfNetwork: { visitors: 20, stepMs: 250, call: write, passes: 2011 },
  // Faster than ten a minute, slower than the bound on messages.
  imagesOfVisitor: { visitors: 1, stepMs: 3000, call: show, passes: 19 },
  visitorsOfNetwork: { visitors: 0, stepMs: 0, call: (client) => client.post('start', { token: null }), passes: 60 },
  // Of 120 the visitor took one himself.
  sessionsOfNetwork: {
    visitors: 1,
    stepMs: 0,
    call: (client, token) => client.post('start', { token }),
    passes: 119,
  },
  contactsOfVisitor: {
    visitors: 1,
    stepMs: 0,
    call: (client, token) => client.post('contact', { phone: '+79161234567' }, token),
    passes: 6,
  },
  typingOfVisitor: { visitors: 1, stepMs: 0, call: (client, token) => client.post('typing', {}, token), passes: 1 },
};

it.each(Object.entries(exhausted))('%s is bounded by real calls', async (name, { visitors, stepMs, call, passes }) => {
  const time = { aheadMs: 0, frozenAt: Date.parse('2026-01-01T00:00:00Z') };
  server = await startVisitorServer({ database, time });
  const channel = buildWidgetChannel({});
  server.doors.addChannel(channel);
  const client = createVisitorClient({ url: server.url, channel });
  const tokens: string[] = [];
  for (let made = 0; made < visitors; made += 1) tokens.push((await client.start()).token);
  let passed = 0;
  const isTaken = ({ status }: Response) => {
    // A signal that comes too early is dropped, never refused.
    if (name === 'typingOfVisitor') return server.doors.talk.seen.typings.length > passed;
    return status !== 429;
  };
  while (passed < 2 * passes) {
    const answer = await call(client, tokens[passed % visitors] ?? '');
    await answer.arrayBuffer();
    if (!isTaken(answer)) break;
    expect(answer.ok).toBe(true);
    passed += 1;
    time.aheadMs += stepMs;
  }
  expect(passed).toBe(passes);
});
