import { implement } from '@orpc/server';
import { isAllowed, permissionTable, procedure, contract as published, type Role, roles } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { createLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/index.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { type ApiContext, type ApiUser, createHttpServer, mountContract, mountDocs, requireUser } from './index.ts';

const limit = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.number().min(1))
  .default(30);
const contract = {
  open: procedure('public')
    .route({ method: 'GET', path: '/v1/open' })
    .input(z.strictObject({ q: z.string().optional(), limit })),
  item: procedure('user')
    .route({ method: 'GET', path: '/v1/items/{id}/' })
    .input(z.strictObject({ id: z.string(), cid: z.string().optional() })),
  ban: procedure('inbox_answer')
    .route({ method: 'GET', path: '/v1/items/ban/{id}/' })
    .input(z.strictObject({ id: z.string() })),
  change: procedure('manage_channels')
    .route({ method: 'PUT', path: '/v1/items/{id}/', successStatus: 201 })
    .input(z.strictObject({ id: z.string(), name: z.string().max(5), tags: z.array(z.string()).optional() })),
  secret: procedure('user', { whileImpersonated: false })
    .route({ method: 'POST', path: '/v1/secret/' })
    .input(z.strictObject({})),
  upload: procedure('user', { rate: 'upload' })
    .route({ method: 'POST', path: '/v1/upload/' })
    .input(z.strictObject({ file: z.file().max(1000, 'too_large') })),
  broken: procedure('public')
    .route({ method: 'GET', path: '/v1/broken/' })
    .output(z.object({ a: z.string() })),
};

let calls: string[] = [];
const api = implement(contract).$context<ApiContext>();
const router = api.router({
  open: api.open.handler(({ input, context }) => ({ ...input, locale: context.locale, user: context.user ?? null })),
  item: api.item.handler(({ input, context }) => ({ ...input, accountId: requireUser(context).accountId })),
  ban: api.ban.handler(({ input }) => {
    calls.push(`ban ${input.id}`);
    return { banned: input.id };
  }),
  change: api.change.handler(({ input }) => {
    if (input.name === 'taken') throw new AppError('request.conflict', { details: { name: 'taken' } });
    return input;
  }),
  secret: api.secret.handler(() => ({ done: true })),
  upload: api.upload.handler(async ({ input }) => ({
    name: input.file.name,
    size: input.file.size,
    type: input.file.type,
  })),
  // An answer that does not fit its schema is our fault and must not leave.
  broken: api.broken.handler(() => JSON.parse('{"a":7,"leak":"x"}')),
});

const user = (role: Role, impersonatedBy: string | null = null): ApiUser => ({
  userId: 'u',
  accountId: 'account-of-caller',
  role,
  sessionId: 's',
  impersonatedBy,
});
const tokens = new Map<string, ApiUser>([
  ...roles.map((role): [string, ApiUser] => [role, user(role)]),
  ['support', user('owner', 'root')],
]);

const metrics = createMetrics();
const { app } = createHttpServer({
  log: createLog({ level: 'silent' }),
  newId: createIds({ clock: systemClock, random: systemRandom }),
  metrics: metrics.http,
  publicUrl: undefined,
  trustedProxies: [],
});
let url = '';

beforeAll(async () => {
  await mountContract(app, { router, authenticate: async (token) => tokens.get(token) });
  mountDocs(app, { contract: published });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

type Call = { method?: string; token?: string; body?: unknown; headers?: Record<string, string> };

async function call(path: string, { method = 'GET', token, body, headers = {} }: Call = {}) {
  const sent = new Headers(headers);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  if (body !== undefined && !(body instanceof FormData)) sent.set('content-type', 'application/json');
  const init: RequestInit = { method, headers: sent };
  if (body !== undefined) init.body = body instanceof FormData ? body : JSON.stringify(body);
  const answer = await fetch(`${url}/api${path}`, init);
  const text = await answer.text();
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : text;
  return { status: answer.status, body: json, headers: answer.headers };
}

it('paths stand as written and with the last slash the other way; success codes are those of the contract', async () => {
  for (const path of ['/v1/items/7/', '/v1/items/7']) {
    expect(await call(path, { token: 'owner' })).toMatchObject({ status: 200, body: { id: '7' } });
  }
  const changed = await call('/v1/items/7/', { method: 'PUT', token: 'owner', body: { name: 'new' } });
  expect(changed).toMatchObject({ status: 201, body: { id: '7', name: 'new' } });
  expect(changed.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(changed.headers.get('cache-control')).toBe('no-store');
});

it('unknown fields, wrong types and polluted parameters are 400 and name the field', async () => {
  const put = (body: unknown) => call('/v1/items/7/', { method: 'PUT', token: 'owner', body });
  expect(await put({ name: 'a', role: 'owner' })).toMatchObject({
    status: 400,
    body: { details: { role: 'unknown' } },
  });
  expect(await put({})).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', details: { name: 'required' } },
  });
  expect(await put({ name: ['a'] })).toMatchObject({ status: 400, body: { details: { name: 'invalid_type' } } });
  expect(await put({ name: 'toolong' })).toMatchObject({ status: 400, body: { details: { name: 'too_big' } } });
  expect(await put({ name: 'a', tags: ['x', 7] })).toMatchObject({ body: { details: { 'tags.1': 'invalid_type' } } });
  expect((await put([])).status).toBe(400);
  expect((await put('text')).status).toBe(400);
  expect((await put({ name: 'a', id: 'other' })).body).toMatchObject({ id: '7' });
  for (const query of ['cid[]=1&cid=2', 'cid=1&cid=2', 'other=1', 'cid[x]=1', '__proto__[a]=1', '__proto__=1']) {
    expect((await call(`/v1/items/7/?${query}`, { token: 'owner' })).status).toBe(400);
  }
  for (const wrong of ['-1', '0', 'NaN', '1.5', '1e400', '', '99999999999']) {
    expect((await call(`/v1/open?limit=${wrong}`)).status).toBe(400);
  }
  expect(await call('/v1/open?limit=5')).toMatchObject({ status: 200, body: { limit: 5 } });
});

it('errors of handlers keep their code and details; a wrong output stays inside', async () => {
  const taken = await call('/v1/items/7/', { method: 'PUT', token: 'owner', body: { name: 'taken' } });
  expect(taken).toMatchObject({ status: 409, body: { code: 'request.conflict', details: { name: 'taken' } } });
  const broken = await call('/v1/broken/');
  expect(broken.status).toBe(500);
  expect(JSON.stringify(broken.body)).not.toContain('leak');
});

it('only a bearer header that is known lets in; cookies and queries never do', async () => {
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'owner' },
    { authorization: 'Basic owner' },
    { authorization: 'Bearer wrong' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${'x'.repeat(5000)}` },
    { authorization: 'Bearer owner, Bearer owner' },
    { cookie: 'token=owner; session=owner' },
  ];
  for (const sent of headers) expect((await call('/v1/items/7/?token=owner', { headers: sent })).status).toBe(401);
  expect((await call('/v1/items/7/?access_token=owner')).status).toBe(401);
});

it('permission by role on every route; an unknown path looks the same as a foreign one', async () => {
  for (const role of roles) {
    expect((await call('/v1/items/ban/1/', { token: role })).status).toBe(isAllowed(role, 'inbox_answer') ? 200 : 403);
    const put = await call('/v1/items/1/', { method: 'PUT', token: role, body: { name: 'a' } });
    expect(put.status).toBe(isAllowed(role, 'manage_channels') ? 201 : 403);
    expect((await call('/v1/items/1/', { token: role })).status).toBe(200);
  }
  expect(Object.keys(permissionTable).length).toBeGreaterThan(0);
});

it('while impersonated some routes are shut', async () => {
  expect(await call('/v1/secret/', { method: 'POST', token: 'support' })).toMatchObject({
    status: 403,
    body: { code: 'auth.impersonated' },
  });
  expect((await call('/v1/secret/', { method: 'POST', token: 'owner' })).status).toBe(200);
});

it('a GET that changes state does nothing for foreign pages, prefetch, HEAD or without the header', async () => {
  calls = [];
  const tries: [Call, number][] = [
    [{}, 401],
    [{ token: 'owner', headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    [{ token: 'owner', headers: { 'sec-purpose': 'prefetch;prerender' } }, 403],
    [{ token: 'owner', headers: { purpose: 'prefetch' } }, 403],
    [{ token: 'owner', method: 'HEAD' }, 405],
    [{ token: 'owner', method: 'OPTIONS' }, 405],
  ];
  for (const [options, status] of tries) expect((await call('/v1/items/ban/9/', options)).status).toBe(status);
  expect(calls).toEqual([]);
  await call('/v1/items/ban/9/', { token: 'owner', headers: { 'sec-fetch-site': 'same-origin' } });
  expect(calls).toEqual(['ban 9']);
});

it('a path traversal never reaches another procedure than the one whose access was checked', async () => {
  calls = [];
  for (const path of ['/v1/items/ban/%2e%2e/', '/v1/items/ban%2f9/', '/v1/items/x%2f..%2fban%2f9/']) {
    const { status, body } = await call(path, { token: 'manager_read_and_write' });
    expect([200, 404, 403]).toContain(status);
    expect(body).not.toHaveProperty('banned');
  }
  expect(calls).toEqual([]);
});

it('wrong methods say which are right', async () => {
  const answer = await call('/v1/items/7/', { method: 'DELETE', token: 'owner' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PUT']);
});

it('files come in forms within their limits', async () => {
  const form = (...parts: [string, Blob | string, string?][]) => {
    const data = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') data.append(name, value);
      else data.append(name, value, fileName ?? 'a.png');
    }
    return call('/v1/upload/', { method: 'POST', token: 'owner', body: data });
  };
  const blob = (size: number) => new Blob([new Uint8Array(size)], { type: 'image/png' });
  expect((await form(['file', blob(1000), 'кот.png'])).body).toEqual({
    name: 'кот.png',
    size: 1000,
    type: 'image/png',
  });
  expect(await form(['file', blob(1001)])).toMatchObject({ status: 413, body: { code: 'files.too_large' } });
  expect((await form(['file', blob(10 * 1024 * 1024 + 1)])).body).toMatchObject({ code: 'files.too_large' });
  expect((await form(['file', 'text'])).status).toBe(400);
  expect((await form(['file', blob(1)], ['file', blob(1)])).status).toBe(400);
  expect((await form(['file', blob(1)], ['other', 'x'])).body).toMatchObject({ details: { other: 'unknown' } });
  expect((await form(['__proto__', 'x'], ['file', blob(1)])).status).toBe(400);
  const many = Array.from({ length: 60 }, (_, index): [string, string] => [`f${index}`, 'x']);
  expect([400, 413]).toContain((await form(...many)).status);
  const cut = await fetch(`${url}/api/v1/upload/`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  });
  expect(cut.status).toBe(400);
  // An unknown caller's upload ends before its body is read.
  expect((await call('/v1/upload/', { method: 'POST', body: new FormData() })).status).toBe(401);
});

it('a form where no file is expected is refused before it is read', async () => {
  const data = new FormData();
  data.append('file', new Blob([new Uint8Array(2_000_000)]), 'a.png');
  expect(await call('/v1/secret/', { method: 'POST', token: 'owner', body: data })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', details: { body: 'form' } },
  });
});

it('the language is asked for by the browser', async () => {
  const locale = async (header: string) => (await call('/v1/open', { headers: { 'accept-language': header } })).body;
  expect(await locale('en-US,en;q=0.9')).toMatchObject({ locale: 'en', user: null });
  expect(await locale('de, en;q=0.5, ru;q=0.8')).toMatchObject({ locale: 'ru' });
  expect(await locale('de')).toMatchObject({ locale: 'en' });
  expect(await locale('*')).toMatchObject({ locale: 'ru' });
});

it('the description has every route of the contract at its exact path; the page runs no script', async () => {
  const document = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }).loose())) })
    .parse((await call('/openapi.json')).body);
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((m) => `${m} ${path}`),
  );
  const expected = Object.values(published).flatMap((part) =>
    Object.values(part).map(({ '~orpc': { route } }) => `${route.method?.toLowerCase()} ${route.path}`),
  );
  expect(described.sort()).toEqual(expected.sort());
  const page = await call('/docs');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.body).not.toMatch(/<script|src=/);
  expect(page.body).toContain('/v1/chat/all-chats/');
});

it('a route that does not say who may call it, or has no handler, stops the start', async () => {
  const nobody = {
    lost: implement(contract)
      .$context<ApiContext>()
      .open.handler(() => ({})),
  };
  Reflect.set(nobody.lost['~orpc'], 'meta', {});
  const fresh = createHttpServer({
    log: createLog({ level: 'silent' }),
    newId: createIds({ clock: systemClock, random: systemRandom }),
    metrics: metrics.http,
    publicUrl: undefined,
    trustedProxies: [],
  }).app;
  await expect(mountContract(fresh, { router: nobody, authenticate: async () => undefined })).rejects.toThrow(
    /who may call/,
  );
  await fresh.close();
});
