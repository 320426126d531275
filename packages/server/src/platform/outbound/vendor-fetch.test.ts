import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { systemClock } from '../time/clock.ts';
import { createVendorFetch, VendorError, type VendorRequest } from './index.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/bot1:secret/send`;
}

async function serve(handle: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void) {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    seen.push(Buffer.concat(chunks).toString());
    handle(request, response, Buffer.concat(chunks));
  });
  server.on('connection', (socket) => sockets.add(socket));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: await listen(server), seen, sockets };
}

/** A server of raw bytes. */
async function serveRaw(handle: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    handle(socket);
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: await listen(server), sockets };
}

const fetchVendor = createVendorFetch({ clock: systemClock });
const post = { method: 'POST', body: '{"text":"да"}' } as const;

/** A connection is taken for a next call a turn of the event loop after its last one. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function failureOf(url: string, request: VendorRequest = {}, fetchIt = fetchVendor): Promise<VendorError> {
  const answer = await fetchIt(url, request).catch((error: unknown) => error);
  if (answer instanceof VendorError) return answer;
  throw new Error('The call should have failed');
}

/** One call by a clock that the test moves; `hear` waits until that many more pieces of its answer have come in. */
function createTimed() {
  const clock = createTestClock();
  // One timer for the deadline and one for silence, and one more for silence with the head and with every piece.
  let expected = 2;
  return {
    clock,
    fetchTimed: createVendorFetch({ clock }),
    async hear(pieces: number): Promise<void> {
      expected += pieces;
      await waitUntil(() => clock.countSet() >= expected);
    },
  };
}

/** A 200 whose body goes on as told. */
const stream = (go: (response: ServerResponse) => void) =>
  serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('first');
    go(response);
  });

describe('an answer', () => {
  it('comes whole, with its status and headers, over a connection that is kept', async () => {
    const vendor = await serve((request, response, body) => {
      response.writeHead(429, { 'retry-after': '3' }).write(`${request.method} ${request.url} `);
      response.end(body);
    });
    for (let call = 0; call < 3; call += 1) {
      const { status, headers, body } = await fetchVendor(`${vendor.url}?a=1`, post);
      expect([status, headers['retry-after']]).toEqual([429, '3']);
      expect(body.toString()).toBe('POST /bot1:secret/send?a=1 {"text":"да"}');
      await settle();
    }
    expect(vendor.sockets.size).toBe(1);
  });

  it.each([
    ['gzip', gzipSync('ответ')],
    ['br', brotliCompressSync('ответ')],
    ['identity', Buffer.from('ответ')],
    ['GZIP', gzipSync('ответ')],
  ])('packed as %s is unpacked', async (encoding, packed) => {
    const offered: unknown[] = [];
    const vendor = await serve((request, response) => {
      offered.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': encoding });
      for (const byte of packed) response.write(Buffer.from([byte]));
      response.end();
    });
    expect((await fetchVendor(vendor.url)).body.toString()).toBe('ответ');
    expect(offered).toEqual(['gzip, br']);
  });

  it('an empty body is not unpacked, and an unknown encoding is left as it is', async () => {
    const empty = await serve((_request, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end());
    expect(await fetchVendor(empty.url)).toMatchObject({ status: 204, body: Buffer.alloc(0) });
    const odd = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'odd' }).end('x'));
    expect((await fetchVendor(odd.url)).body.toString()).toBe('x');
  });

  it('a redirect is an answer and is not followed', async () => {
    const target = await serve((_request, response) => response.end('secret'));
    const moved = await serve((_request, response) => response.writeHead(307, { location: target.url }).end());
    expect(await fetchVendor(moved.url, post)).toMatchObject({ status: 307, headers: { location: target.url } });
    expect(target.seen).toEqual([]);
  });

  it('a form with files arrives whole', async () => {
    const forms: FormData[] = [];
    const vendor = await serve(async (request, response, body) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      forms.push(await new Response(new Uint8Array(body), { headers }).formData());
      response.end(request.headers['content-length']);
    });
    const form = new FormData();
    form.append('chat_id', '7');
    form.append('photo', new Blob([Buffer.alloc(300_000, 'я')], { type: 'image/png' }), 'вид.png');
    const { body } = await fetchVendor(vendor.url, { method: 'POST', body: form });
    expect(Number(body.toString())).toBeGreaterThan(300_000);
    const file = forms[0]?.get('photo');
    expect(forms[0]?.get('chat_id')).toBe('7');
    expect(file).toMatchObject({ name: 'вид.png', type: 'image/png', size: 300_000 });
  });
});

describe('risk: a call that reached the vendor is made twice', () => {
  it('a kept connection that the vendor closes under the next call: it fails and is not repeated', async () => {
    let requests = 0;
    const vendor = await serveRaw((socket) => {
      let isFirst = true;
      socket.on('data', () => {
        requests += 1;
        if (isFirst) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        else socket.destroy();
        isFirst = false;
      });
    });
    expect((await fetchVendor(vendor.url, post)).body.toString()).toBe('ok');
    await settle();
    expect(await failureOf(vendor.url, post)).toMatchObject({ reason: 'broken', heard: undefined });
    expect([requests, vendor.sockets.length]).toEqual([2, 1]);
  });

  it('a kept connection that the vendor closed meanwhile: the next call takes a new one', async () => {
    const vendor = await serveRaw((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok'));
    });
    for (let call = 0; call < 3; call += 1) {
      expect((await fetchVendor(vendor.url, post)).body.toString()).toBe('ok');
      await waitUntil(() => vendor.sockets.every((socket) => socket.destroyed));
    }
    expect(vendor.sockets).toHaveLength(3);
  });

  it('a call that is given up while it waits for a connection never leaves', async () => {
    const vendor = await serve((_request, response) => response.end('ok'));
    const giveUp = new AbortController();
    const failure = failureOf(vendor.url, { ...post, signal: giveUp.signal });
    giveUp.abort();
    expect((await failure).reason).toBe('aborted');
    expect((await failureOf(vendor.url, { ...post, signal: giveUp.signal })).reason).toBe('aborted');
    await fetchVendor(vendor.url);
    expect(vendor.seen).toEqual(['']);
  });
});

describe('risk: an answer that takes time or memory without end', () => {
  it('a deadline counts for everything', async () => {
    const first = createTimed();
    const silent = await serve(() => undefined);
    const unanswered = failureOf(silent.url, { deadlineMs: 1000 }, first.fetchTimed);
    await waitUntil(() => silent.seen.length === 1);
    first.clock.advance(1000);
    expect(await unanswered).toMatchObject({ reason: 'too_slow', heard: undefined });

    const { clock, fetchTimed, hear } = createTimed();
    let write: (piece: string) => void = () => undefined;
    const endless = await stream((response) => {
      write = (piece) => void response.write(piece);
    });
    const failing = failureOf(endless.url, { deadlineMs: 1000, idleMs: 300 }, fetchTimed);
    // The head and its first piece.
    await hear(2);
    for (let piece = 0; piece < 4; piece += 1) {
      clock.advance(200);
      write('x');
      await hear(1);
    }
    clock.advance(200);
    const failure = await failing;
    expect([failure.reason, failure.heard?.body.toString()]).toEqual(['too_slow', 'firstxxxx']);
  });

  it('silence before the head and in the middle ends the call, and its connection', async () => {
    const first = createTimed();
    const mute = await serve(() => undefined);
    const unanswered = failureOf(mute.url, { idleMs: 60 }, first.fetchTimed);
    await waitUntil(() => mute.seen.length === 1);
    first.clock.advance(60);
    expect(await unanswered).toMatchObject({ reason: 'silent', heard: undefined });
    const { clock, fetchTimed, hear } = createTimed();
    let isClosed: Promise<unknown> | undefined;
    const stalled = await stream((response) => {
      isClosed = once(response, 'close');
    });
    const failing = failureOf(stalled.url, { idleMs: 60 }, fetchTimed);
    await hear(2);
    clock.advance(60);
    const failure = await failing;
    expect([failure.reason, failure.heard?.body.toString()]).toEqual(['silent', 'first']);
    await isClosed;
  });

  it('pieces that keep coming are no silence', async () => {
    const { clock, fetchTimed, hear } = createTimed();
    let open: ServerResponse | undefined;
    const slow = await stream((response) => {
      open = response;
    });
    const answer = fetchTimed(slow.url, { idleMs: 100 });
    await hear(2);
    for (let piece = 0; piece < 5; piece += 1) {
      clock.advance(90);
      open?.write('x');
      await hear(1);
    }
    open?.end();
    expect((await answer).body.toString()).toBe('firstxxxxx');
  });

  it.each(['gzip', 'br'] as const)('a bomb of %s ends at its bound', async (encoding) => {
    const plain = Buffer.alloc(200 * 1024 * 1024);
    const bomb = encoding === 'gzip' ? gzipSync(plain) : brotliCompressSync(plain, { params: { 1: 1 } });
    const vendor = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    });
    const before = process.memoryUsage.rss();
    const failure = await failureOf(vendor.url, { maxBytes: 1_000_000 });
    expect(failure).toMatchObject({ reason: 'too_large', heard: { status: 200 } });
    expect(failure.heard?.body.length).toBeLessThanOrEqual(1_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('a plain body beyond the bound ends the connection', async () => {
    const vendor = await serve((_request, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
      response.once('close', () => clearInterval(timer));
    });
    expect((await failureOf(vendor.url, { maxBytes: 1_000_000 })).reason).toBe('too_large');
    const exact = await serve((_request, response) => response.end('12345'));
    expect((await fetchVendor(exact.url, { maxBytes: 5 })).body.toString()).toBe('12345');
    expect((await failureOf(exact.url, { maxBytes: 4 })).reason).toBe('too_large');
  });

  it('the caller gives up while the body is read', async () => {
    const giveUp = new AbortController();
    let isClosed: Promise<unknown> | undefined;
    const vendor = await stream((response) => {
      isClosed = once(response, 'close');
    });
    const { fetchTimed, hear } = createTimed();
    const failing = failureOf(vendor.url, { signal: giveUp.signal, idleMs: 1000 }, fetchTimed);
    await hear(2);
    giveUp.abort(new Error('stop'));
    const failure = await failing;
    expect(failure).toMatchObject({ reason: 'aborted', cause: { message: 'stop' } });
    await isClosed;
  });
});

describe('a call that breaks', () => {
  it('a refused connection and an unknown host have their codes', async () => {
    expect(await failureOf('http://127.0.0.1:1/')).toMatchObject({
      reason: 'broken',
      cause: { code: 'ECONNREFUSED', syscall: 'connect' },
    });
    // As the system says it; a name server of the machine may be silent for as long as it likes.
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...given: unknown[]) => {
      const answer = given.at(-1);
      if (typeof answer === 'function') answer(notFound);
    });
    expect(await failureOf('http://nowhere.invalid/')).toMatchObject({ cause: { syscall: 'getaddrinfo' } });
    lookup.mockRestore();
    expect((await failureOf('no address')).reason).toBe('broken');
  });

  it('a cut in the middle, cut packing and an answer that is no HTTP', async () => {
    let open: ServerResponse | undefined;
    const cut = await stream((response) => {
      open = response;
    });
    const { fetchTimed, hear } = createTimed();
    const failing = failureOf(cut.url, { idleMs: 1000 }, fetchTimed);
    await hear(2);
    open?.destroy();
    const failure = await failing;
    expect([failure.reason, failure.heard?.body.toString()]).toEqual(['broken', 'first']);
    const halfPacked = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1000)).subarray(0, 15));
    });
    expect((await failureOf(halfPacked.url)).reason).toBe('broken');
    const mailer = await serveRaw((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect((await failureOf(mailer.url)).reason).toBe('broken');
  });

  it('neither the address nor its token stands in the error', async () => {
    const vendor = await serve((request) => request.socket.destroy());
    const failure = await failureOf(vendor.url, post);
    const words = [failure.message, failure.stack, failure.cause instanceof Error ? failure.cause.stack : ''].join(
      '\n',
    );
    expect(words).not.toContain('secret');
  });
});
