import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import type { HttpServerDeps } from '../index.ts';
import { connectionLimits, readOpenFiles } from './connection-limits.ts';
import { isServed, useGuardedServers } from './testing/use-guarded-servers.ts';

const MEGABYTE = 1024 * 1024;
/** Far more than the buffers of the kernel on both sides take. */
const BODY_BYTES = 64 * MEGABYTE;
const STEP_MS = 5000;

const { start, open, clients } = useGuardedServers();

async function startServer(options: Partial<HttpServerDeps> = {}) {
  const started = await start(({ app }, { held }) => {
    app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(BODY_BYTES, 'x')));
    app.get('/stream', async (_request, reply) =>
      reply.send(Readable.from(Array.from({ length: 1024 }, () => Buffer.alloc(BODY_BYTES / 1024, 'x')))),
    );
    app.get('/held/:id', async (request) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return { answered: request.params };
    });
  }, options);
  const { server } = started.server.app;
  const countOpen = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  return { ...started, countOpen };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  await once(socket, 'close');
  return text;
}

describe('a client that does not take what it asked for', () => {
  it.each(['/large', '/stream'])('is cut off after 30 s without progress: %s', async (path) => {
    const clock = createTestClock();
    const { port, accepted, countOpen } = await startServer({ clock });
    const client = await open(port);
    client.pause();
    client.write(get(path));
    await waitUntil(() => (accepted[0]?.writableLength ?? 0) > 0);
    for (let passed = 0; passed < 30_000; passed += STEP_MS) clock.advance(STEP_MS);
    expect(await countOpen()).toBe(1);
    clock.advance(STEP_MS);
    await waitUntil(async () => (await countOpen()) === 0);
  });

  it('is judged by the time that passes, not by a clock that somebody sets', async () => {
    const clock = createTestClock();
    const { port, accepted, countOpen } = await startServer({ clock });
    const client = await open(port);
    client.pause();
    client.write(get('/large'));
    await waitUntil(() => (accepted[0]?.writableLength ?? 0) > 0);
    clock.advance(STEP_MS);
    clock.jump(24 * 3_600_000);
    clock.advance(STEP_MS);
    expect(accepted[0]?.destroyed).toBe(false);
    for (let passed = 0; passed < 30_000; passed += STEP_MS) {
      clock.jump(-2 * STEP_MS);
      clock.advance(STEP_MS);
    }
    await waitUntil(async () => (await countOpen()) === 0);
  });

  it('is left alone as long as it takes some, however slow', async () => {
    const clock = createTestClock();
    const { port, accepted } = await startServer({ clock });
    const client = await open(port);
    let taken = 0;
    client.on('data', (chunk) => {
      taken += chunk.length;
      if (taken % (4 * MEGABYTE) < chunk.length) client.pause();
    });
    client.write(get('/large'));
    // Ten times the deadline for one answer, which is one piece to the server.
    for (let step = 1; taken < BODY_BYTES; step += 1) {
      await waitUntil(() => client.isPaused() || taken >= BODY_BYTES);
      for (let passed = 0; passed < 25_000; passed += STEP_MS) clock.advance(STEP_MS);
      expect([step, accepted[0]?.destroyed]).toEqual([step, false]);
      client.resume();
    }
    expect(taken).toBeGreaterThan(BODY_BYTES);
  });

  it('is not confused with one that asks for nothing', async () => {
    const clock = createTestClock();
    const { port, accepted } = await startServer({ clock });
    const client = await open(port);
    expect(await isServed(client)).toBe(true);
    for (let passed = 0; passed < 120_000; passed += STEP_MS) clock.advance(STEP_MS);
    expect(accepted[0]?.destroyed).toBe(false);
  });
});

describe('bounds on connections', () => {
  it('one network gets so many and no more, others are served', async () => {
    const { port } = await startServer({ connections: { maxOfNetwork: 5 } });
    const served: boolean[] = [];
    for (let number = 0; number < 8; number += 1) served.push(await isServed(await open(port, '127.0.0.2')));
    expect(served).toEqual([true, true, true, true, true, false, false, false]);
    expect(await isServed(await open(port, '127.0.0.3'))).toBe(true);
  });

  it('when all places are taken, a newcomer gets that of the oldest unfinished request, and nobody else loses his', async () => {
    const { port, accepted, held } = await startServer({ connections: { max: 12, maxOfNetwork: 8 } });
    for (const [from, count] of [
      ['127.0.0.2', 8],
      ['127.0.0.3', 4],
    ] as const)
      for (let number = 0; number < count; number += 1) (await open(port, from)).write('GET /health HTTP/1.1\r\n');
    await waitUntil(() => accepted.length === 12 && accepted.every(({ bytesRead }) => bytesRead > 0));
    const owner = await open(port, '127.0.0.4');
    expect(await isServed(owner)).toBe(true);
    await waitUntil(() => accepted.filter(({ destroyed }) => destroyed).length === 1);
    const left = accepted.filter(({ destroyed }) => !destroyed).map(({ remoteAddress }) => remoteAddress);
    expect(left.filter((address) => address === '127.0.0.3')).toHaveLength(4);
    owner.write(get('/held/1'));
    await waitUntil(() => held.length === 1);
    // Whose request is being answered keeps his place.
    expect(await isServed(await open(port, '127.0.0.5'))).toBe(true);
    expect(owner.destroyed).toBe(false);
  });

  it('connections that carry nothing make room first', async () => {
    const { port, accepted } = await startServer({ connections: { max: 4, maxOfNetwork: 4 } });
    for (let number = 0; number < 3; number += 1) expect(await isServed(await open(port, '127.0.0.2'))).toBe(true);
    const busy = await open(port, '127.0.0.2');
    busy.write(get('/held/1'));
    await waitUntil(() => accepted.length === 4);
    expect(await isServed(await open(port, '127.0.0.3'))).toBe(true);
    expect(accepted[3]?.destroyed).toBe(false);
  });

  it('requests of one network under way are counted behind a proxy too; health is never refused', async () => {
    const { port, held } = await startServer({
      trustedProxies: ['loopback'],
      connections: { maxRequestsOfNetwork: 3 },
    });
    const ask = (path: string, ip: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': ip } }).then(({ status }) => status);
    const waiting = [1, 2, 3].map((id) => ask(`/held/${id}`, '203.0.113.1'));
    await waitUntil(() => held.length === 3);
    expect(await ask('/held/4', '203.0.113.1')).toBe(429);
    expect(await ask('/health', '203.0.113.1')).toBe(200);
    const other = ask('/held/5', '203.0.113.2');
    await waitUntil(() => held.length === 4);
    for (const release of held.splice(0)) release();
    expect(await Promise.all([...waiting, other])).toEqual([200, 200, 200, 200]);
    const again = ask('/held/6', '203.0.113.1');
    await waitUntil(() => held.length === 1);
    held.pop()?.();
    expect(await again).toBe(200);
  });

  it('leaves files to the database and to platforms', () => {
    expect(readOpenFiles()).toBeGreaterThan(100);
    expect(connectionLimits(1024).max).toBe(768);
    expect(connectionLimits(1_000_000).max).toBe(20_000);
    expect(connectionLimits(Number.MAX_SAFE_INTEGER).max).toBe(20_000);
  });
});

it('hundreds of requests sent ahead on one connection end it', async () => {
  const { port, held, accepted } = await startServer();
  const client = await open(port);
  client.write(Array.from({ length: 300 }, (_, id) => get(`/held/${id}`)).join(''));
  await once(client, 'close');
  expect(accepted[0]?.destroyed).toBe(true);
  for (const release of held) release();
});

describe('what follows a complete request', () => {
  it.each(['\x00\xff garbage \r\n\r\n', 'POST /large HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: abc\r\n\r\n'])(
    'does not spoil its answer: %j',
    async (garbage) => {
      const { port, held } = await startServer();
      const client = await open(port);
      const answer = readAll(client);
      client.write(get('/held/1'), 'latin1');
      await waitUntil(() => held.length === 1);
      client.write(garbage, 'latin1');
      client.write(garbage, 'latin1');
      // A request of somebody else goes all the way meanwhile, so the garbage was read.
      expect(await isServed(await open(port))).toBe(true);
      held.pop()?.();
      expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"answered":\{"id":"1"\}\}$/);
    },
  );

  it('leaves also the answers of requests that were sent ahead', async () => {
    const { port, held } = await startServer();
    const client = await open(port);
    const answer = readAll(client);
    client.write(`${get('/held/1')}${get('/held/2')}\x00garbage\r\n\r\n`, 'latin1');
    await waitUntil(() => held.length === 2);
    for (const release of held) release();
    expect((await answer).match(/\{"answered":\{"id":"\d"\}\}/g)).toHaveLength(2);
  });
});

it('of connections that were opened and never used nothing stays, not even a descriptor', async () => {
  const { port, countOpen } = await startServer({ timeouts: { headersMs: 300 } });
  const countFiles = () => readdirSync('/proc/self/fd').length;
  const before = countFiles();
  const firstBytes = [
    '',
    'GET',
    'GET /health HTTP/1.1\r\nX-Slow: ',
    // A TLS greeting.
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  for (const bytes of Array.from({ length: 20 }, () => firstBytes).flat()) {
    const client = await open(port);
    client.resume();
    if (bytes !== '') client.write(bytes, 'latin1');
  }
  await waitUntil(async () => (await countOpen()) === 0);
  await waitUntil(() => clients.every(({ closed }) => closed));
  await waitUntil(() => countFiles() <= before + 2);
});
