import { expect, it } from 'vitest';
import { createTokenRefresher } from '../session/token-refresher.ts';
import { ApiError } from './api-error.ts';
import { createAuthorizedFetch } from './authorized-fetch.ts';

function build(server: (token: string | null, count: number) => Response) {
  const bodies: string[] = [];
  const seen = { sent: 0, refreshes: 0, lost: 0, bodies };
  let token: string | null = 'old';
  let hasSession = true;
  const refresher = createTokenRefresher({
    fetchToken: async () => {
      seen.refreshes += 1;
      return `fresh-${seen.refreshes}`;
    },
    tokens: {
      read: () => token,
      write: (fresh) => {
        token = fresh;
      },
    },
    now: () => 0,
    onRefreshed: () => undefined,
    onLost: () => {
      seen.lost += 1;
      hasSession = false;
    },
    retryMax: 3,
    retryResetMs: 60_000,
  });
  const call = createAuthorizedFetch({
    fetch: async (request) => {
      seen.sent += 1;
      seen.bodies.push(await request.text());
      return server(request.headers.get('authorization')?.replace('Bearer ', '') ?? null, seen.sent);
    },
    readToken: () => token,
    hasSession: () => hasSession,
    refresher,
    retryMax: 3,
  });
  return { call, seen };
}

const post = () => new Request('https://desk.example/api/x/', { method: 'POST', body: '{"a":1}' });
const refusal = () => Response.json({ code: 'auth.required', message: '', requestId: '1' }, { status: 401 });

it('a stale token: 20 parallel calls are replayed whole after one refresh', async () => {
  const { call, seen } = build((token) => (token === 'fresh-1' ? Response.json({ ok: true }) : refusal()));
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(post())));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(seen).toMatchObject({ sent: 40, refreshes: 1, lost: 0 });
  expect(new Set(seen.bodies)).toEqual(new Set(['{"a":1}']));
});

it('a server that always refuses: three refreshes, one sign-out, no loop', async () => {
  const { call, seen } = build(refusal);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => call(post())));
  expect(answers.every((answer) => answer.status === 'rejected')).toBe(true);
  expect(seen.refreshes).toBe(3);
  expect(seen.lost).toBe(1);
  expect(seen.sent).toBeLessThanOrEqual(80);
});

it('a refusal becomes an error with the code and the fields that the server names', async () => {
  const body = { code: 'request.invalid', message: '', requestId: '1', details: { email: 'email' } };
  const { call } = build(() => Response.json(body, { status: 400 }));
  const error = await call(post()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'request.invalid', status: 400, details: { email: 'email' } });
});

it('a proxy that answers with HTML is an internal error, not a crash', async () => {
  const { call } = build(() => new Response('<html>502</html>', { status: 502 }));
  await expect(call(post())).rejects.toMatchObject({ code: 'internal', status: 502 });
});
