import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBytes } from './read-body.ts';
import { type RunningServer, sendJson, serve } from './serve.ts';
import { shareAddress } from './share-address.ts';

const servers: RunningServer[] = [];
let url = '';

/** Knows one token, and says what it was sent. */
const startPlatform = (token: string) =>
  serve({
    handle: async ({ request, response, url: { pathname } }) => {
      const text = (await readBytes(request, 1000)).toString();
      if (pathname.endsWith('/silent')) return void request.socket.destroy();
      const isKnown = request.headers.authorization === token;
      const status = Number(/\d{3}$/.exec(pathname)?.[0] ?? 200);
      sendJson(response, {
        status: isKnown ? status : 401,
        body: { by: token, pathname, text },
        headers: { 'retry-after': '7' },
      });
    },
  });

beforeAll(async () => {
  const platforms = [await startPlatform('one'), await startPlatform('other')];
  const [first, second] = platforms.map((platform) => platform.url);
  const shared = await shareAddress({ host: '127.0.0.1', bases: [`${first}`, `${second}/graph`] });
  servers.push(...platforms, shared);
  url = shared.url;
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

const ask = async (path: string, authorization: string) => {
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { authorization }, body: 'words' });
  return { status: answer.status, pause: answer.headers.get('retry-after'), body: await answer.json() };
};

it('whoever knows the token answers, at a path of its own', async () => {
  expect(await ask('/me?a=1', 'one')).toMatchObject({
    status: 200,
    body: { by: 'one', pathname: '/me', text: 'words' },
  });
  expect(await ask('/me', 'other')).toMatchObject({ status: 200, body: { by: 'other', pathname: '/graph/me' } });
});

it('a limit of the one that knows it is told as it is; nobody who knows it is a refusal; silence is silence', async () => {
  expect(await ask('/429', 'other')).toMatchObject({ status: 429, pause: '7' });
  expect(await ask('/me', 'nobody')).toMatchObject({ status: 401, body: { by: 'one' } });
  await expect(ask('/silent', 'one')).rejects.toThrow();
});

it('what the one that knows it refuses is told in its own words, wherever it stands', async () => {
  expect(await ask('/400', 'one')).toMatchObject({ status: 400, body: { by: 'one' } });
  expect(await ask('/400', 'other')).toMatchObject({ status: 400, pause: '7', body: { by: 'other' } });
  expect(await ask('/403', 'other')).toMatchObject({ status: 403, body: { by: 'other' } });
});
