import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTelegramSimulator } from '../telegram/start.ts';
import { type RunningServer, sendJson, serve } from './serve.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await serve({ handle: ({ response }) => sendJson(response, { status: 200, body: {} }) });
});
afterAll(() => server.close());

/** A request as it is written, with its header and all. */
function ask(url: string, options: { path?: string; method?: string; headers?: Record<string, string> }) {
  return new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(url);
    const sent = request({ host: '127.0.0.1', port, ...options }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

it('risk: an address that is none ends the process', async () => {
  expect(await ask(server.url, { path: '//' })).toBe(400);
  expect(await ask(server.url, { path: '/' })).toBe(200);
});

it('risk: a page of another site gives its own name this address', async () => {
  const statusFor = (host: string) => ask(server.url, { headers: { host } });
  expect(await statusFor('evil.example')).toBe(421);
  expect(await statusFor('localhost.evil.example')).toBe(421);
  expect(await statusFor('127.0.0.1.evil.example')).toBe(421);
  for (const host of ['localhost:1', '127.0.0.1:1', '[::1]:1', 'LOCALHOST']) expect(await statusFor(host)).toBe(200);
});

it('risk: a page of another site works the controls', async () => {
  const telegram = await startTelegramSimulator({});
  const clear = (headers: Record<string, string>) =>
    ask(telegram.url, { path: '/_sim/faults/clear', method: 'POST', headers });
  try {
    expect(await clear({ origin: 'https://evil.example', 'content-type': 'text/plain' })).toBe(403);
    expect(await clear({ origin: 'null' })).toBe(403);
    expect(await clear({ origin: telegram.url, host: new URL(telegram.url).host })).toBe(200);
    expect(await clear({})).toBe(200);
  } finally {
    await telegram.close();
  }
});
