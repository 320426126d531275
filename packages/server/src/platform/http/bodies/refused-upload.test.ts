import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { AppError } from '../../errors/app-error.ts';
import { useGuardedServers } from '../connections/testing/use-guarded-servers.ts';
import { readMultipart } from './read-multipart.ts';

const servers = useGuardedServers();
const MEGABYTE = 1024 * 1024;

async function start() {
  const clock = createTestClock();
  const started = await servers.start(
    ({ app }) => {
      app.post('/refused', {
        onRequest: async () => {
          throw new AppError('request.rate_limited', { retryAfter: 7 });
        },
        handler: async () => 'never',
      });
      app.post('/form', async (request) =>
        app.uploads.admit(
          { raw: request.raw, ip: request.ip },
          { read: (arrived) => readMultipart(request, { arrived }), work: async (form) => Object.keys(form) },
        ),
      );
      app.post('/taken', async () => 'taken');
    },
    { clock },
  );
  return { ...started, clock };
}

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n');

/** Everything that comes until the connection ends, and whether it was reset. */
function watch(client: Socket) {
  const seen = { text: '', isReset: false, isOver: false };
  client.on('data', (chunk) => {
    seen.text += chunk.toString('latin1');
  });
  client.on('error', () => {
    seen.isReset = true;
  });
  client.on('close', () => {
    seen.isOver = true;
  });
  return seen;
}

it('a client that sends all of a refused upload before it reads finds the answer, and no reset', async () => {
  const { port, accepted } = await start();
  for (const ends of [['Connection: close'], ['Connection: keep-alive']]) {
    const client = await servers.open(port);
    const body = Buffer.alloc(900_000, 'x');
    const seen = watch(client);
    client.pause();
    client.write(
      head('/refused', ...ends, 'Content-Type: multipart/form-data; boundary=b', `Content-Length: ${body.length}`),
    );
    await waitUntil(() => (accepted.at(-1)?.bytesWritten ?? 0) > 0);
    for (let at = 0; at < body.length; at += 60_000) {
      const isFull = !client.write(body.subarray(at, at + 60_000));
      if (isFull) await once(client, 'drain');
    }
    client.resume();
    await waitUntil(() => seen.text.includes('request.rate_limited') || seen.isReset);
    expect(seen).toMatchObject({
      text: expect.stringMatching(/^HTTP\/1\.1 429 [\s\S]*retry-after: 7/i),
      isReset: false,
    });
    if (ends[0] === 'Connection: close') await waitUntil(() => seen.isOver);
    else {
      client.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      await waitUntil(() => seen.text.includes('alive'));
    }
    expect(seen.isReset).toBe(false);
  }
});

it('no more than a megabyte of it is read, and the connection ends after five seconds', async () => {
  const { port, clock, accepted } = await start();
  const client = await servers.open(port);
  const seen = watch(client);
  client.write(head('/refused', 'Content-Type: image/png', `Content-Length: ${50 * MEGABYTE}`));
  client.write(Buffer.alloc(50 * MEGABYTE));
  await waitUntil(() => seen.text.includes('request.rate_limited'));
  await waitUntil(() => (accepted[0]?.bytesRead ?? 0) > MEGABYTE);
  clock.advance(4999);
  expect(accepted[0]?.destroyed).toBe(false);
  expect(accepted[0]?.bytesRead).toBeLessThan(1.5 * MEGABYTE);
  clock.advance(1);
  await waitUntil(() => seen.isOver);
});

it('a trickle behind a refusal ends after five seconds too', async () => {
  const { port, clock } = await start();
  const client = await servers.open(port);
  const seen = watch(client);
  client.write(head('/refused', 'Content-Type: image/png', 'Transfer-Encoding: chunked'));
  await waitUntil(() => seen.text.includes('request.rate_limited'));
  client.write('1\r\nx\r\n');
  clock.advance(5000);
  await waitUntil(() => seen.isOver);
});

it.each([
  ['rate', '/refused', 429],
  ['type', '/taken', 400],
  ['size', '/form', 413],
])('fetch reads why a large upload is refused: %s', async (why, path, status) => {
  const { port, clock } = await start();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(20 * MEGABYTE)]), 'large.png');
  const body = why === 'type' ? new Blob([new Uint8Array(20 * MEGABYTE)], { type: 'text/xml' }) : form;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^(?:request|files)\./) });
  clock.advance(5000);
});

it('risk: after a refused body the next requests of the client are reset, since it keeps its connection', async () => {
  const { port, clock } = await start();
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    await answer.text();
    return answer.status;
  };
  const headers = { 'content-type': 'application/json' };
  for (let round = 0; round < 5; round += 1) {
    for (const [path, size] of [
      ['/refused', 400_000],
      ['/refused', 4 * MEGABYTE],
      ['/taken', 2 * MEGABYTE],
    ] as const) {
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(new Uint8Array(size));
          stream.close();
        },
      });
      const isStreamed = round % 2 === 1;
      const sent = isStreamed ? { body, duplex: 'half' as const } : { body: new Uint8Array(size) };
      expect(await ask(path, { method: 'POST', headers, ...sent })).toBe(path === '/refused' ? 429 : 413);
      expect(await ask('/health')).toBe(200);
      expect(await ask('/health')).toBe(200);
      clock.advance(5000);
    }
  }
});
