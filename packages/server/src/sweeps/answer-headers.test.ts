import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../testing/call-api.ts';
import { startVisitor, until } from '../testing/product/build-samples.ts';
import { buildInputs, buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import { listContractCalls, sendCall } from '../testing/product/contract-calls.ts';
import { dumpAccount } from '../testing/product/dump-account.ts';
import { hasHostileLists, readHostileLists } from '../testing/product/hostile-lists.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

let app: TestApp;
let tenant: Tenant;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ rates: uncounted });
  tenant = await buildTenant(app);
  token = tenant.owner.accessToken;
});
afterAll(() => app.close());

/** One answer of every kind that the product gives. */
function kinds(): Record<string, () => Promise<Answer>> {
  const { widgetId } = tenant;
  const photo = new URL(tenant.photo.url, app.url);
  return {
    'an answer of the API': () => app.api('GET', '/v1/chat/init/', { token }),
    'a list of the API': () => app.api('GET', '/v1/chat/all-chats/', { token }),
    'an error of the API': () => app.api('GET', '/v1/chat/init/'),
    'an unknown address of the API': () => app.api('GET', '/v1/nothing/'),
    'a method of the API': () => app.api('DELETE', '/v1/chat/init/', { token }),
    'bad JSON': () => app.api('POST', '/v1/mailer/send-register/', { body: '{' }),
    'a body that is too large': () => app.api('POST', '/v1/mailer/send-register/', { body: 'x'.repeat(2_000_000) }),
    'the keys of identity tokens': () => app.api('GET', '/auth/jwks'),
    'a refused sign-in': () =>
      app.api('POST', '/auth/sign-in/email', { body: { email: 'a@b.example', password: 'wrong one' } }),
    'the description': () => app.api('GET', '/openapi.json'),
    'the page of the description': () => app.api('GET', '/docs'),
    'the web app': () => app.call('GET', '/app/inbox/', { headers: { accept: 'text/html' } }),
    'the build mark': () => app.call('GET', '/build-mark.json'),
    'an unknown file': () => app.call('GET', '/assets/nothing.js'),
    'the loader': () => app.call('GET', '/widget.js'),
    'the try-out page': () => app.call('GET', `/try/${widgetId}`),
    'the config of a widget': () => app.call('GET', `/widget/${widgetId}/config`),
    'an error of a widget': () => app.call('GET', `/widget/${widgetId}/events`),
    'a file': () => app.call('GET', `${photo.pathname}${photo.search}`),
    'a forged file link': () => app.call('GET', photo.pathname),
    'a webhook without proof': () => app.call('POST', `/hooks/telegram/${tenant.telegramId}`, { body: '{}' }),
    'an unknown webhook': () => app.call('POST', '/hooks/telegram/nothing', { body: '{}' }),
    health: () => app.call('GET', '/health'),
    ready: () => app.call('GET', '/ready'),
    metrics: () => app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } }),
  };
}

it('every kind of answer has the security headers for browsers', async () => {
  for (const [kind, ask] of Object.entries(kinds())) {
    const { headers, status } = await ask();
    const place = `${kind} (${status})`;
    const policy = headers.get('content-security-policy') ?? '';
    const type = headers.get('content-type') ?? '';
    expect(headers.get('x-content-type-options'), place).toBe('nosniff');
    expect(headers.get('referrer-policy'), place).toBe('no-referrer');
    expect(headers.get('x-request-id'), place).toMatch(/^[\w-]{36}$/);
    expect(headers.get('x-powered-by'), place).toBeNull();
    expect(headers.get('server'), place).toBeNull();
    expect(headers.get('set-cookie'), place).toBeNull();
    if (!/javascript|css/.test(type)) expect(policy, place).toContain("frame-ancestors 'none'");
    if (type.includes('text/html')) {
      expect(policy, place).toMatch(/(?:object|default)-src 'none'/);
      expect(policy, place).toContain("base-uri 'none'");
      expect(/script-src([^;]*)/.exec(policy)?.[1] ?? '', place).not.toContain('unsafe');
    }
    if (type !== '') expect(type, place).toMatch(/^image\/|; ?charset=utf-8/i);
    if (kind.includes('API') || kind.includes('JSON')) expect(headers.get('cache-control'), place).toBe('no-store');
  }
});

/** Writes raw bytes and reads until the server closes. */
function sendBytes(bytes: string): Promise<string> {
  const { port, hostname } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname }, () => socket.write(bytes));
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(seen));
    socket.on('error', reject);
  });
}

it('what the parser refuses is answered with the headers too', async () => {
  const answer = await sendBytes('GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(answer.toLowerCase()).toContain('cache-control: no-store');
});

it('smuggled requests, TRACE, CONNECT and TRACK get nowhere', async () => {
  const both =
    'POST /api/v1/mailer/send-register/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';
  expect(await sendBytes(both)).toMatch(/^HTTP\/1\.1 400/);
  for (const method of ['TRACE', 'TRACK', 'PROPFIND']) {
    const answer = await sendBytes(
      `${method} /api/v1/chat/init/ HTTP/1.1\r\nHost: x\r\nX-Canary: echoed\r\nConnection: close\r\n\r\n`,
    );
    expect(answer, method).toMatch(/^HTTP\/1\.1 (?:400|405)/);
    expect(answer, method).not.toContain('echoed');
  }
});

it('no path leads out of the folders that are served', async () => {
  const traversals = [
    '..%2f..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    '%252e%252e%252fpackage.json',
    '....//package.json',
    '.git/config',
    '.env',
    'src/main.ts',
  ];
  const listed = readHostileLists().find(({ list }) => list === 'path-traversal')?.texts ?? [];
  if (!hasHostileLists) console.log('left out: the list of path traversals (../shared/data/hostile is not there)');
  for (const folder of ['', 'assets/', 'widget-assets/', 'files/', `widget/${tenant.widgetId}/files/`, 'api/docs/']) {
    for (const traversal of [...traversals, ...listed.map((text) => encodeURIComponent(text.toWellFormed()))]) {
      const { status, text } = await app.call('GET', `/${folder}${traversal}`, {
        headers: { accept: 'application/octet-stream' },
      });
      expect(text, `/${folder}${traversal}`).not.toMatch(/"workspaces"|root:.*:0:0|\[core\]|import \{ startApp/);
      expect(status, `/${folder}${traversal} ${text.slice(0, 100)}`).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  }
});

const changing = listContractCalls().filter(({ name }) =>
  ['chat.ban', 'chat.unban', 'connecting.poll', 'user.passwordResetToken'].includes(name),
);

describe('GET calls that change something', () => {
  it('are all looked at here', () => {
    const reading = new Set([
      'channels.all',
      'channels.one',
      'channels.linkedNumbers',
      'channels.templates',
      'channels.webhook',
      'channels.noticeChat',
      'channels.officialNumbers',
      'channels.validatePhone',
      'connecting.all',
      'connecting.one',
      'chat.allChats',
      'chat.messages',
      'chat.profileLink',
      'chat.init',
      'notices.addresses',
      'meaning.find',
      'checks.boldness',
      'checks.findings',
      'checks.missing',
      'learning.all',
      'learning.one',
      'learning.pair',
      'learning.pairs',
      'learning.photos',
      'sources.all',
      'sources.passages',
      'sources.passage',
      'spreadsheets.lastImport',
      'user.checkEmail',
      'user.signUpOffer',
      'user.data',
    ]);
    const others = listContractCalls().filter(({ method, name }) => method === 'GET' && !reading.has(name));
    expect(others.map(({ name }) => name).sort()).toEqual(changing.map(({ name }) => name).sort());
  });

  it.each(changing)(
    '$name does nothing for foreign pages, prefetch, HEAD, cookies or tokens in the address',
    async (call) => {
      const before = await dumpAccount(app.pool, tenant.owner.accountId);
      const input = buildInputs(tenant)[call.name]?.() ?? {};
      const foreign: [headers: Record<string, string>, status: number][] = [
        [{ 'sec-fetch-site': 'cross-site' }, 403],
        [{ 'sec-purpose': 'prefetch' }, 403],
        [{ purpose: 'prefetch' }, 403],
      ];
      for (const [headers, status] of foreign)
        expect((await sendCall(app, { call, input, token, headers })).status).toBe(status);
      const anonymous: Record<string, string>[] = [
        {},
        { cookie: `token=${token}; better-auth.session_token=${tenant.owner.sessionToken}` },
      ];
      for (const headers of anonymous) expect((await sendCall(app, { call, input, headers })).status).toBe(401);
      expect((await sendCall(app, { call, input: { ...input, token } })).status).toBe(401);
      for (const method of ['HEAD', 'OPTIONS', 'POST'])
        expect((await sendCall(app, { call: { ...call, method }, input, token })).status, method).toBe(405);
      expect(await dumpAccount(app.pool, tenant.owner.accountId)).toEqual(before);
    },
  );

  it('every other call is shut to foreign pages as well', async () => {
    for (const call of listContractCalls()) {
      const input = buildInputs(tenant)[call.name]?.() ?? {};
      const answer = await sendCall(app, { call, input, token, headers: { 'sec-fetch-site': 'cross-site' } });
      expect([call.name, answer.status, answer.body.code]).toEqual([call.name, 403, 'request.cross_site']);
    }
  });
});

/** `fetch` writes its own Host header; this one writes what it is told. */
function postAs(path: string, headers: Record<string, string>, body: unknown): Promise<number> {
  const { port, hostname } = new URL(app.url);
  const content = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        hostname,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content), ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(content);
  });
}

it('the links of mails begin with our own address, whatever Host or forwarding headers say', async () => {
  const from = (await app.mails()).length;
  const evil = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  const registration = { email: 'host@shop.example', password: 'seven quiet rivers', privacyAccepted: true };
  const rebound = { ...evil, host: 'evil.example' };
  expect(await postAs('/api/v1/mailer/change-password/', rebound, { email: tenant.owner.email })).toBe(421);
  expect(await postAs('/api/v1/mailer/send-register/', rebound, registration)).toBe(421);
  expect(await postAs('/api/v1/mailer/change-password/', evil, { email: tenant.owner.email })).toBe(200);
  expect(await postAs('/api/v1/mailer/send-register/', evil, registration)).toBe(201);
  const links = await until(async () => {
    const mailed = (await app.mails()).slice(from).flatMap(({ link }) => link ?? []);
    return mailed.length >= 2 ? mailed : undefined;
  });
  expect(links.join()).not.toContain('evil.example');
  expect(links.every((link) => link.startsWith(app.app.url))).toBe(true);
});

it('a forged X-Forwarded-For gives nobody another address to count by', async () => {
  await app.pool.query('delete from auth_attempts');
  const statuses: number[] = [];
  for (let n = 0; n < 64; n += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}` };
    statuses.push(
      (await app.api('GET', '/v1/connect/check-email-exist', { query: { email: `a${n}@b.example` }, headers })).status,
    );
  }
  expect(statuses.filter((status) => status === 429).length).toBe(4);
});

it('an event stream answers with its own origin rules and the headers', async () => {
  const visitor = await startVisitor(app, tenant.widgetId);
  const abort = new AbortController();
  const response = await fetch(`${app.url}/widget/${tenant.widgetId}/events`, {
    headers: { authorization: `Bearer ${visitor.token}` },
    signal: abort.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toBe('no-store');
  abort.abort();
});
