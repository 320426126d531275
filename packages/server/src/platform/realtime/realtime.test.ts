import { createServer } from 'node:http';
import { connect as connectNet, type Socket as NetSocket } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { ApiUser, Authenticate } from '../http/api-context.ts';
import { createKnownHosts } from '../http/hosts/known-hosts.ts';
import { createRequestRates } from '../http/index.ts';
import { createLog } from '../log/logger.ts';
import { usualTraffic } from './guard-traffic.ts';
import { createRealtime, type RealtimeDeps } from './index.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const user = (accountId: string, sessionId = `session of ${accountId}`): ApiUser => ({
  userId: `user of ${accountId}`,
  accountId,
  role: 'owner',
  sessionId,
  impersonatedBy: null,
});

function jwt(accountId: string, expiresAt: Date): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'EdDSA' })}.${part({ sub: accountId, exp: expiresAt.getTime() / 1000 })}.sig`;
}

async function start(options: Partial<RealtimeDeps> & { users?: [string, ApiUser][] } = {}) {
  const server = createServer((_request, response) => response.end('other'));
  let endSessions: (ids: string[]) => void = () => undefined;
  const known = new Map<string, ApiUser>(
    options.users ?? [
      ['a', user('A')],
      ['b', user('B')],
    ],
  );
  const realtime = createRealtime({
    server,
    authenticate: async (token) => known.get(token),
    onSessionsEnded: (listener) => {
      endSessions = listener;
      return () => undefined;
    },
    hosts: createKnownHosts({ publicUrl: undefined, allowedHosts: [] }),
    log: createLog({ level: 'silent' }),
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  closers.push(async () => {
    await realtime.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { realtime, port, endSessions: (ids: string[]) => endSessions(ids) };
}

type Opened = { socket: Socket; isConnected: boolean; reason: () => string | undefined; refusal: () => unknown };

async function open(
  port: number,
  auth: unknown,
  origin: string | null = `http://127.0.0.1:${port}`,
  headers: Record<string, string> = {},
): Promise<Opened> {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: (give) => give(Object(auth)),
    reconnection: false,
    forceNew: true,
    extraHeaders: origin === null ? headers : { ...headers, origin },
  });
  closers.push(() => void socket.disconnect());
  let reason: string | undefined;
  let refusal: unknown;
  socket.on('disconnect', (why) => {
    reason = why;
  });
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('connect_error', (error) => {
      refusal = Reflect.get(error, 'data');
      resolve(false);
    });
  });
  return { socket, isConnected, reason: () => reason, refusal: () => refusal };
}

it('only a token that is known opens a socket', async () => {
  const { port, realtime } = await start();
  for (const auth of [undefined, null, {}, { token: '' }, { token: 'wrong' }, { token: ['a'] }, { token: { a: 1 } }]) {
    expect((await open(port, auth)).isConnected).toBe(false);
  }
  expect((await open(port, { token: 'x'.repeat(5000) })).isConnected).toBe(false);
  expect((await open(port, { token: 'a' })).isConnected).toBe(true);
  expect(realtime.countSockets()).toBe(1);
});

it('a check that fails keeps the door shut', async () => {
  const { port } = await start({
    authenticate: async () => {
      throw new Error('database is gone');
    },
  });
  expect((await open(port, { token: 'a' })).isConnected).toBe(false);
});

it('only own pages may open a socket', async () => {
  const { port } = await start();
  for (const origin of ['https://evil.example', 'null', null, 'file://', 'https://127.0.0.1.evil.example']) {
    expect((await open(port, { token: 'a' }, origin)).isConnected).toBe(false);
  }
  expect((await open(port, { token: 'a' }, 'http://localhost:5173')).isConnected).toBe(true);
  const published = await start({
    hosts: createKnownHosts({ publicUrl: 'https://otvet.example', allowedHosts: [] }),
  });
  for (const origin of ['http://localhost:5173', `http://127.0.0.1:${published.port}`, 'http://otvet.example']) {
    expect((await open(published.port, { token: 'a' }, origin)).isConnected).toBe(false);
  }
  expect((await open(published.port, { token: 'a' }, 'https://otvet.example')).isConnected).toBe(true);
});

it('a host that points here and is not ours opens no socket, whatever its page says', async () => {
  const { port } = await start();
  const rebound = { host: `evil.example:${port}` };
  for (const origin of [`http://evil.example:${port}`, `http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    expect((await open(port, { token: 'a' }, origin, rebound)).isConnected).toBe(false);
  }
  const own = { host: `my-container:${port}` };
  expect((await open(port, { token: 'a' }, `http://my-container:${port}`, own)).isConnected).toBe(true);
});

it('a socket hears its own account alone, and cannot choose its rooms', async () => {
  const { port, realtime } = await start();
  const heard: string[] = [];
  for (const token of ['a', 'b']) {
    const { socket } = await open(port, { token, room: 'account:A', accountId: 'A', __proto__: { accountId: 'A' } });
    socket.on('dialog.changed', ({ uniqueId }) => heard.push(`${token} ${uniqueId}`));
  }
  realtime.publish('A', 'dialog.changed', { uniqueId: 'one', version: 1, isNew: true });
  realtime.publish('B', 'dialog.changed', { uniqueId: 'two', version: 1, isNew: false });
  await waitUntil(() => heard.length === 2);
  expect(heard.sort()).toEqual(['a one', 'b two']);
});

it('typing reaches the listener with who types', async () => {
  const { port, realtime } = await start();
  const typed: string[] = [];
  realtime.onTyping(({ user: typist, uniqueId }) => typed.push(`${typist.accountId} ${uniqueId}`));
  (await open(port, { token: 'a' })).socket.emit('typing', { uniqueId: 'dialog' });
  await waitUntil(() => typed.length === 1);
  expect(typed).toEqual(['A dialog']);
});

it('unknown events, wrong payloads, binary and big frames end the connection', async () => {
  const { port, realtime } = await start();
  const frames: [string, ...unknown[]][] = [
    ['join', 'account:B'],
    ['__proto__', { a: 1 }],
    ['typing'],
    ['typing', null],
    ['typing', { uniqueId: 7 }],
    ['typing', { uniqueId: 'x', room: 'account:B' }],
    ['typing', { uniqueId: 'x' }, 'more'],
    ['typing', Buffer.from('binary')],
    ['typing', { uniqueId: 'x'.repeat(2 * 1024 * 1024) }],
  ];
  for (const [event, ...payload] of frames) {
    const { socket, reason } = await open(port, { token: 'a' });
    socket.emit(event, ...payload);
    await waitUntil(() => reason() !== undefined);
  }
  await waitUntil(() => realtime.countSockets() === 0);
  expect((await open(port, { token: 'a' })).isConnected).toBe(true);
});

/** A WebSocket by hand: its owner decides what is read and written. */
async function openRaw(port: number): Promise<NetSocket> {
  const socket = connectNet(port, '127.0.0.1');
  closers.push(() => void socket.destroy());
  const path = '/socket.io/?EIO=4&transport=websocket';
  const key = Buffer.from('0123456789abcdef').toString('base64');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://localhost\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

function frame(opcode: number, text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | body.length, 0, 0, 0, 0]), body]);
}

it('a flood of pings is cut off', async () => {
  const { port, realtime } = await start({
    traffic: { ...usualTraffic, burstBytes: 64 * 1024, bytesPerSecond: 1024 },
  });
  const socket = await openRaw(port);
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(frame(1, '40{"token":"a"}'));
  await waitUntil(() => realtime.countSockets() === 1);
  const pings = Buffer.concat(Array.from({ length: 20_000 }, () => frame(9, 'ping')));
  socket.write(pings);
  await waitUntil(() => socket.destroyed || socket.closed);
});

it('a flood of well-formed events is cut off after the first sixty', async () => {
  const { port, realtime } = await start();
  let heard = 0;
  realtime.onTyping(() => {
    heard += 1;
  });
  const socket = await openRaw(port);
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(frame(1, '40{"token":"a"}'));
  await waitUntil(() => realtime.countSockets() === 1);
  socket.write(Buffer.concat(Array.from({ length: 2960 }, () => frame(1, '42["typing",{"uniqueId":"x"}]'))));
  await waitUntil(() => socket.destroyed || socket.closed);
  expect(heard).toBeLessThanOrEqual(usualTraffic.burstPackets);
});

it('one person holds so many sockets and no more; the others still get in', async () => {
  const { port, realtime } = await start({ maxSocketsOfUser: 5 });
  const opened = await Promise.all(Array.from({ length: 12 }, () => open(port, { token: 'a' })));
  expect(opened.filter(({ isConnected }) => isConnected)).toHaveLength(5);
  expect((await open(port, { token: 'b' })).isConnected).toBe(true);
  opened.find(({ isConnected }) => isConnected)?.socket.disconnect();
  await waitUntil(() => realtime.countSockets() === 5);
  expect((await open(port, { token: 'a' })).isConnected).toBe(true);
});

it('a refused socket is told of what there are too many, and how long to wait', async () => {
  const clock = createTestClock();
  const rates = createRequestRates(clock);
  const { port } = await start({ clock, rates, maxSocketsOfUser: 1 });
  await open(port, { token: 'a' });
  expect((await open(port, { token: 'a' })).refusal()).toEqual({
    code: 'request.rate_limited',
    retryAfter: 60,
    crowd: 'windows',
  });
  while (rates.waitForSocket('127.0.0.1') === 0);
  const told = { code: 'request.rate_limited', retryAfter: 1, crowd: 'network' };
  expect((await open(port, { token: 'b' })).refusal()).toEqual(told);
  // A connection for every word would be what the network is refused for.
  while (rates.mayTellWait('127.0.0.1'));
  const cut = await open(port, { token: 'b' });
  expect([cut.isConnected, cut.refusal()]).toEqual([false, undefined]);
  clock.advance(60_000);
  expect((await open(port, { token: 'b' })).isConnected).toBe(true);
});

it('tokens that do not verify and handshakes are counted by network', async () => {
  const clock = createTestClock();
  let checks = 0;
  const rates = createRequestRates(clock);
  const authenticate: Authenticate = async (token, beforeVerifying) => {
    if (token === 'a') return user('A');
    beforeVerifying?.({ sessionId: 'unknown' });
    checks += 1;
    return undefined;
  };
  const { port } = await start({ clock, rates, authenticate });
  expect((await open(port, { token: 'a' })).isConnected).toBe(true);
  for (let sent = 0; sent < 3000; sent += 1) await rates.identify(authenticate, { token: 'forged', ip: '127.0.0.1' });
  checks = 0;
  expect((await open(port, { token: 'forged' })).isConnected).toBe(false);
  expect(checks).toBe(0);
  expect((await open(port, { token: 'a' })).isConnected).toBe(true);
  while (rates.waitForSocket('127.0.0.1') === 0);
  expect((await open(port, { token: 'a' })).isConnected).toBe(false);
  clock.advance(60_000);
  expect((await open(port, { token: 'a' })).isConnected).toBe(true);
});

it('a client that does not read is cut off, the others hear on', async () => {
  const { port, realtime } = await start();
  const slow = await openRaw(port);
  slow.write(frame(1, '40{"token":"a"}'));
  await waitUntil(() => realtime.countSockets() === 1);
  slow.pause();
  const { socket } = await open(port, { token: 'a' });
  let heard = 0;
  socket.on('dialog.changed', () => {
    heard += 1;
  });
  const uniqueId = 'x'.repeat(20_000);
  let sent = 0;
  while (realtime.countSockets() > 1) {
    for (let burst = 0; burst < 10; burst += 1) {
      sent += 1;
      realtime.publish('A', 'dialog.changed', { uniqueId, version: sent, isNew: false });
    }
    await waitUntil(() => heard === sent);
  }
  expect(heard).toBe(sent);
});

it('an ended session loses its sockets at once', async () => {
  const { port, endSessions } = await start();
  const mine = await open(port, { token: 'a' });
  const other = await open(port, { token: 'b' });
  endSessions(['session of A']);
  await waitUntil(() => mine.reason() === 'io server disconnect');
  expect(other.reason()).toBeUndefined();
});

it('a token that expires is announced, and the socket ends when nobody comes back', async () => {
  const clock = createTestClock();
  const token = jwt('A', new Date(clock.now().getTime() + 60_000));
  const { port } = await start({ clock, users: [[token, user('A')]], expiryGraceMs: 30_000 });
  const { socket, reason } = await open(port, { token });
  let isExpiryAnnounced = false;
  socket.on('token.expired', () => {
    isExpiryAnnounced = true;
  });
  clock.advance(60_000);
  await waitUntil(() => isExpiryAnnounced);
  expect(reason()).toBeUndefined();
  clock.advance(30_000);
  await waitUntil(() => reason() !== undefined);
});

it('other paths stay with the HTTP server, polling is not offered', async () => {
  const { port } = await start();
  expect(await (await fetch(`http://127.0.0.1:${port}/else`)).text()).toBe('other');
  expect((await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)).status).toBe(400);
});
