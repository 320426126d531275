import { limits } from '@otvet/contract';
import { afterEach, expect, it } from 'vitest';
import type { Connector } from '../../connectors/port.ts';
import { scriptConnector } from '../../connectors/suite/script-connector.ts';
import { useGuardedServers } from '../../platform/http/connections/testing/use-guarded-servers.ts';
import { buildAccount, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const servers = useGuardedServers();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What a body begins with that verifies. */
const GENUINE = 0x67;
const ABSENT = '00000000-0000-4000-8000-000000000000';
const head = (path: string, length = limits.webhookBytes) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

async function connect(core: Core): Promise<string> {
  const accountId = await buildAccount(core);
  const { connecting } = core.channels;
  const started = await connecting.start({ accountId, type: 'courier' });
  if (started.isDone) throw new Error('the connection is done already');
  const { id } = started.open;
  await connecting.advance({ accountId, id, input: { kind: 'fields', step: 'number', values: { phone: '+70001' } } });
  await connecting.advance({ accountId, id, input: { kind: 'code', step: 'show' } });
  await connecting.poll({ accountId, id });
  await connecting.advance({ accountId, id, input: { kind: 'review', step: 'review' } });
  return id;
}

async function start() {
  const clock = createTestClock();
  const { script, connector } = scriptConnector();
  script.reading = { isDone: true, values: { phone: '+70001' } };
  let handled = 0;
  const receive: Connector['receive'] = ({ body }) => {
    handled += 1;
    return body[0] === GENUINE ? { kind: 'events', events: [] } : { kind: 'refused' };
  };
  const courier: Connector = { ...connector, receive };
  const core = await startCore({ clock, connectors: { courier } });
  closing.push(() => core.close());
  const { port } = await servers.start(({ app }) => core.gateway.mountWebhooks(app));
  const id = await connect(core);
  /** Sends a head and so much of the body; `status` is set once it is answered. */
  const send = async (
    path: string,
    body: Buffer | string,
    { from = '127.0.0.1', length = limits.webhookBytes } = {},
  ) => {
    const client = await servers.open(port, from);
    const seen = { status: 0, isOver: false };
    client.on('data', (chunk) => {
      seen.status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1]);
    });
    client.on('close', () => {
      seen.isOver = true;
    });
    client.write(head(path, length));
    client.write(body);
    return { client, seen };
  };
  const post = async (path: string, body: Buffer, from?: string) => {
    const { client, seen } = await send(path, body, { ...(from ? { from } : {}), length: body.length });
    await waitUntil(() => seen.status > 0);
    client.destroy();
    return seen.status;
  };
  return { clock, own: `/hooks/courier/${id}`, send, post, handled: () => handled };
}

const genuine = (size: number) => Buffer.alloc(size, GENUINE);
const half = Buffer.alloc(limits.webhookBytes - 1000, 'x');
const states = (all: { seen: { status: number } }[]) => all.map(({ seen }) => seen.status);

it('an address that nothing can be at is refused before its body is read', async () => {
  const { send, handled } = await start();
  for (const path of [`/hooks/courier/${ABSENT}`, '/hooks/courier/x', '/hooks/nothing', `/hooks/nothing/${ABSENT}/a`]) {
    const { seen } = await send(path, '');
    await waitUntil(() => seen.status > 0);
    expect(seen.status).toBe(410);
  }
  expect(handled()).toBe(0);
});

it('risk: one network fills the memory with bodies that it never ends', async () => {
  const { clock, own, send, post } = await start();
  const slow = await Promise.all(Array.from({ length: 60 }, () => send(own, half)));
  await waitUntil(() => states(slow).filter((status) => status === 429).length === 56);
  expect(states(slow).filter((status) => status === 0)).toHaveLength(4);
  expect(await post(own, genuine(limits.webhookBytes), '127.0.0.2')).toBe(200);
  // From the same network too, where it is as small as the events of platforms are.
  expect(await post(own, genuine(7000))).toBe(200);
  expect(await post(own, genuine(20_000))).toBe(429);
  clock.advance(20_000);
  await waitUntil(() => states(slow).every((status) => status > 0));
  expect(states(slow).filter((status) => status === 400)).toHaveLength(4);
  // Now it is a doubtful network: one large body at a time.
  const [first, second] = [await send(own, half), await send(own, half)];
  await waitUntil(() => states([first, second]).includes(429));
  expect(states([first, second]).toSorted()).toEqual([0, 429]);
});

it('risk: many networks fill all of the memory, and a platform with a large event finds no room', async () => {
  const { own, send, post } = await start();
  const slow: Awaited<ReturnType<typeof send>>[] = [];
  for (let network = 2; network < 22; network += 1)
    slow.push(...(await Promise.all([1, 2].map(() => send(own, half, { from: `127.0.0.${network}` })))));
  await waitUntil(() => states(slow).filter((status) => status === 429).length === 40 - 16);
  expect(await post(own, genuine(limits.webhookBytes), '127.0.0.99')).toBe(200);
  expect(states(slow).filter((status) => status === 0)).toHaveLength(15);
});

it('a large body counts until it is answered, not longer', async () => {
  const { own, post } = await start();
  for (let sent = 0; sent < 40; sent += 1) expect(await post(own, genuine(limits.webhookBytes))).toBe(200);
  expect(await post(own, genuine(limits.webhookBytes + 1))).toBe(413);
});
