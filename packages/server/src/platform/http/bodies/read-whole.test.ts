import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { readWhole } from './read-whole.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The request of a client that has sent this head, and what writes more. */
async function receive(
  head: string,
): Promise<{ request: IncomingMessage; write: (text: string) => void; cut(): void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  client.on('error', () => undefined);
  closing.push(
    () => client.destroy(),
    () => server.close(),
  );
  client.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
  const [request] = await once(server, 'request');
  return { request, write: (text) => client.write(text), cut: () => client.destroy() };
}

it('risk: a body of single bytes costs a hundred times its size', async () => {
  const { request, write } = await receive('Transfer-Encoding: chunked');
  const grown: number[] = [];
  const { bytes } = readWhole(request, { maxBytes: 100_000, onGrow: (size) => grown.push(size) });
  for (let piece = 0; piece < 100; piece += 1) write('1\r\nx\r\n'.repeat(500));
  write('0\r\n\r\n');
  expect((await bytes).equals(Buffer.alloc(50_000, 'x'))).toBe(true);
  expect(grown.length).toBeLessThan(20);
  expect(grown.at(-1)).toBeLessThanOrEqual(100_000);
});

it('takes no more than was announced', async () => {
  const { request, write } = await receive('Content-Length: 90000');
  const grown: number[] = [];
  const { bytes } = readWhole(request, { maxBytes: 100_000, onGrow: (size) => grown.push(size) });
  for (let piece = 0; piece < 9; piece += 1) write('a'.repeat(10_000));
  expect((await bytes).toString()).toBe('a'.repeat(90_000));
  expect(Math.max(...grown)).toBe(90_000);
});

it.each([
  ['announced', 'Content-Length: 100001'],
  ['not announced', 'Transfer-Encoding: chunked'],
])('refuses what is too large, %s', async (how, head) => {
  const { request, write } = await receive(head);
  const { bytes } = readWhole(request, { maxBytes: 100_000, onGrow: () => undefined });
  const refused = expect(bytes).rejects.toMatchObject({ code: 'request.too_large' });
  if (how === 'not announced') write(`186a1\r\n${'x'.repeat(100_001)}`);
  await refused;
});

it('ends when the client goes, when it is stopped, and when it may not grow', async () => {
  const gone = await receive('Content-Length: 100');
  const cut = readWhole(gone.request, { maxBytes: 1000, onGrow: () => undefined });
  const isCut = expect(cut.bytes).rejects.toMatchObject({ code: 'request.invalid' });
  gone.cut();
  await isCut;
  const slow = await receive('Content-Length: 100');
  const stopped = readWhole(slow.request, { maxBytes: 1000, onGrow: () => undefined });
  stopped.stop(new AppError('request.rate_limited'));
  await expect(stopped.bytes).rejects.toMatchObject({ code: 'request.rate_limited' });
  const large = await receive('Content-Length: 100');
  const refused = readWhole(large.request, {
    maxBytes: 1000,
    onGrow: () => {
      throw new AppError('request.rate_limited');
    },
  });
  const isRefused = expect(refused.bytes).rejects.toMatchObject({ code: 'request.rate_limited' });
  large.write('x');
  await isRefused;
});

it('risk: a client that went before anybody reads leaves its body waited for', async () => {
  const { request, cut } = await receive('Content-Length: 100');
  request.on('error', () => undefined);
  const closed = new Promise((resolve) => request.once('close', resolve));
  cut();
  await closed;
  const { bytes } = readWhole(request, { maxBytes: 1000, onGrow: () => undefined });
  await expect(bytes).rejects.toMatchObject({ code: 'request.invalid', details: { body: 'cut' } });
});
