import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { AppError } from '../errors/app-error.ts';
import { createLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/index.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { createHttpServer, type HttpServer, type HttpServerDeps, mountHealth, mountRaw } from './index.ts';

const newId = createIds({ clock: systemClock, random: systemRandom });
const running: HttpServer[] = [];
let lines: string[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(({ app }) => app.close()));
});

type Routes = (app: FastifyInstance) => void;

async function start(options: Partial<HttpServerDeps> & { secret?: string; routes?: Routes } = {}) {
  lines = [];
  const metrics = createMetrics();
  const { secret, routes, ...deps } = options;
  const server = createHttpServer({
    log: createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } }),
    newId,
    metrics: metrics.http,
    publicUrl: 'https://otvet.example',
    trustedProxies: [],
    ...deps,
  });
  running.push(server);
  const { app } = server;
  mountHealth(app, { readyChecks: [], metrics, metricsToken: secret, log: createLog({ level: 'silent' }) });
  app.post('/echo', async (request) => ({ body: request.body ?? null }));
  app.get('/page', async (_request, reply) => reply.type('text/html').send('<p>page</p>'));
  app.get('/fail/:id', async () => {
    throw new Error(`a secret of the inside: postgres://user:pw@db`);
  });
  app.get('/limited', async () => {
    throw new AppError('request.rate_limited', { retryAfter: 7 });
  });
  app.get('/unavailable', async () => {
    throw new AppError('server.unavailable', { retryAfter: 61 });
  });
  app.get('/who', async (request) => ({ ip: request.ip, host: request.host, protocol: request.protocol }));
  routes?.(app);
  mountRaw(app, {
    maxBytes: 2 * 1024 * 1024,
    register: (scope) => {
      scope.post('/raw', async (request) => ({ size: Buffer.isBuffer(request.body) ? request.body.length : -1 }));
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { server, app, url, port: Number(new URL(url).port) };
}

/** Sends exact bytes and gives everything that comes back until the server closes. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

const post = (url: string, body: string | Buffer, type = 'application/json') =>
  fetch(url, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(body) });

it('an unknown error is internal, has a request id and reveals nothing internal', async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/fail/1?token=abc`);
  expect(answer.status).toBe(500);
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({
    code: 'internal',
    message: 'internal',
    requestId: answer.headers.get('x-request-id'),
  });
  expect(text).not.toMatch(/secret|postgres|at .*\.ts/);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

it('the log has the pattern of the route, status and time, never the address or its query', async () => {
  const { url } = await start();
  await fetch(`${url}/fail/hidden-id?token=hidden-token`);
  await fetch(`${url}/nowhere/hidden-path`);
  const requestLines = () => lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
  await waitUntil(() => requestLines().length === 2);
  const log = lines.join('');
  expect(log).not.toMatch(/hidden|user:pw/);
  const requests = requestLines();
  expect(requests).toMatchObject([
    { method: 'GET', route: '/fail/:id', status: 500 },
    { method: 'GET', route: 'unmatched', status: 404 },
  ]);
  expect(requests[0].ms).toBeTypeOf('number');
});

it('404, 429 with Retry-After and wrong content types come in the one form', async () => {
  const { url } = await start();
  expect(await (await fetch(`${url}/nowhere`)).json()).toMatchObject({ code: 'request.not_found' });
  const limited = await fetch(`${url}/limited`);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  const xml = await post(`${url}/echo`, '<a/>', 'text/xml');
  expect(xml.status).toBe(400);
  expect(await xml.json()).toMatchObject({ details: { body: 'content_type' } });
});

it('big, deep, wide and odd JSON is refused; duplicate keys are taken as JSON does', async () => {
  const { url } = await start();
  const wide = `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
  const cases: [string, number][] = [
    [`{"a":"${'x'.repeat(5 * 1024 * 1024)}"}`, 413],
    ['['.repeat(10_000) + ']'.repeat(10_000), 400],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    [wide, 400],
    ['{"a":', 400],
    ['{"a":"\\ud8', 400],
  ];
  for (const [body, status] of cases) {
    const answer = await post(`${url}/echo`, body);
    expect(answer.status).toBe(status);
    await answer.text();
  }
  expect(await (await post(`${url}/echo`, '{"a":1,"a":2}')).json()).toEqual({ body: { a: 2 } });
  expect((await post(`${url}/echo`, Buffer.from([0x22, 0xff, 0xfe, 0x22]))).status).toBe(400);
});

it('keys that reach a prototype are refused however they are written, and nothing is polluted', async () => {
  const { url } = await start();
  for (const body of [
    '{"__proto__":{"polluted":1}}',
    '{"a":[{"constructor":{"prototype":{"polluted":1}}}]}',
    '{"\\u005f_proto__":{"polluted":1}}',
    '{"a":{"prototype":1}}',
  ]) {
    expect((await post(`${url}/echo`, body)).status).toBe(400);
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  const harmless = await post(`${url}/echo`, '{"text":"what is a constructor and __proto__?"}');
  expect(harmless.status).toBe(200);
});

it('webhooks get their exact bytes up to 2 MB, whatever their type', async () => {
  const { url } = await start();
  expect(await (await post(`${url}/raw`, Buffer.alloc(1_500_000), 'image/x-odd')).json()).toEqual({ size: 1_500_000 });
  expect((await post(`${url}/raw`, Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413);
  expect(await (await fetch(`${url}/raw`, { method: 'POST' })).json()).toEqual({ size: -1 });
});

it('risk: a dead link of somebody is logged as an error of the product', async () => {
  const routes: Routes = (app) =>
    app.get('/link', async () => {
      throw new AppError('knowledge.link_unreachable', { cause: new Error('a dead link') });
    });
  const { url } = await start({ routes });
  expect((await fetch(`${url}/link`)).status).toBe(502);
  expect((await fetch(`${url}/fail/1`)).status).toBe(500);
  const failed = lines.filter((line) => line.includes('request failed')).map((line) => JSON.parse(line).level);
  expect(failed).toEqual([30, 50]);
});

it('accepted webhooks flood no log', async () => {
  lines = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const server = createHttpServer({
    log,
    newId,
    metrics: createMetrics().http,
    publicUrl: undefined,
    trustedProxies: [],
  });
  running.push(server);
  const config = { rate: 'webhook' } as const;
  const url = '/hooks/telegram/c1';
  server.app.post(url, { config }, async (request, reply) =>
    reply.status(request.headers['x-secret'] ? 200 : 401).send('ok'),
  );
  await server.app.inject({ method: 'POST', url, headers: { 'x-secret': 'yes' } });
  expect(lines).toEqual([]);
  await server.app.inject({ method: 'POST', url });
  expect(lines).toHaveLength(1);
});

it('a very long header is 431, line breaks in a header never split an answer', async () => {
  const { port } = await start();
  expect(await raw(port, `GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  const split = await raw(
    port,
    'GET /nowhere%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect(split).toMatch(/^HTTP\/1\.1 404 /);
  expect(split.toLowerCase()).not.toContain('set-cookie');
});

it('two lengths, bad chunks, spaces in header names and TRACE', async () => {
  const { port } = await start();
  const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const smuggled = 'GET /limited HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const refused = [
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}`,
    `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `GET /health HTTP/1.1\r\n\r\n`,
    `GET /health HTTP/9.9\r\nHost: localhost\r\n\r\n`,
  ];
  for (const request of refused) {
    const answer = await raw(port, request);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  }
  // What was smuggled behind a refused request never reached its route.
  expect(lines.map((line) => JSON.parse(line).route)).not.toContain('/limited');
  expect(await raw(port, 'TRACE /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 405 /,
  );
  expect(await raw(port, 'GET /..%2f..%2fetc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
    / 404 /,
  );
  expect(await raw(port, 'GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/ 400 /);
});

it('a body that trickles is cut off, a slow but living one is not', async () => {
  const clock = createTestClock();
  const idleBodyMs = 30_000;
  const { app, port } = await start({ clock, timeouts: { idleBodyMs } });
  const accepted: Socket[] = [];
  app.server.on('connection', (socket) => accepted.push(socket));
  const head = 'POST /raw HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n';
  const trickle = raw(port, `${head}abc`);
  await waitUntil(() => accepted[0]?.bytesRead === head.length + 'abc'.length);
  clock.advance(idleBodyMs);
  expect(await trickle).toMatch(/^HTTP\/1\.1 408 /);

  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.write(head);
  await waitUntil(() => accepted[1]?.bytesRead === head.length);
  for (let part = 1; part <= 10; part += 1) {
    socket.write(Buffer.alloc(10_000));
    await waitUntil(() => accepted[1]?.bytesRead === head.length + part * 10_000);
    clock.advance(idleBodyMs);
  }
  await waitUntil(() => answer !== '');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

it('slow headers are cut off', async () => {
  const { port } = await start({ timeouts: { headersMs: 300 } });
  expect(await raw(port, 'GET /health HTTP/1.1\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /);
});

it('risk: clients that stay after they were cut off keep no connection', async () => {
  const { app, port } = await start({ timeouts: { headersMs: 300 } });
  let accepted = 0;
  app.server.on('connection', () => {
    accepted += 1;
  });
  const clients = Array.from({ length: 20 }, () => {
    // Never closes its own half, whatever the server does.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.resume();
    socket.write('GET /health HTTP/1.1\r\nX-Slow: ');
    return socket;
  });
  const countOpen = () => new Promise<number>((resolve) => app.server.getConnections((_, open) => resolve(open)));
  // The first may be cut off before the last is accepted.
  await waitUntil(() => accepted === clients.length);
  await waitUntil(async () => (await countOpen()) === 0);
  for (const client of clients) client.destroy();
});

it('risk: of requests in one piece those behind the one that was too many are done for nobody', async () => {
  let done = 0;
  const { port } = await start({
    routes: (server) => {
      server.get('/count', async () => {
        done += 1;
      });
    },
  });
  await raw(port, 'GET /count HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200));
  expect(done).toBeLessThanOrEqual(20);
});

it('two Host headers are refused', async () => {
  const { port } = await start();
  const answer = await raw(
    port,
    'GET /who HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

it('forwarded addresses and hosts count only from trusted proxies', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };
  const stranger = await start();
  expect(await (await fetch(`${stranger.url}/who`, { headers })).json()).toEqual({
    ip: '127.0.0.1',
    host: `127.0.0.1:${stranger.port}`,
    protocol: 'http',
  });
  const trusted = await start({ trustedProxies: ['127.0.0.1'], publicUrl: 'https://evil.example' });
  expect(await (await fetch(`${trusted.url}/who`, { headers })).json()).toMatchObject({ ip: '203.0.113.9' });
});

/** The status of a request with exactly these headers. */
async function statusFor(port: number, headers: string[], path = '/who'): Promise<number> {
  const head = [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
  return Number((await raw(port, head)).split(' ')[1]);
}

it('a request for a host that is not ours is refused with what to set, told once; health is open to any', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const { port, url } = await start({ log });
  const answer = await raw(port, 'GET /page HTTP/1.1\r\nHost: Evil.Example:80\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  expect(answer.toLowerCase()).toContain('content-type: application/json');
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
    code: 'request.unknown_host',
    details: { host: 'Evil.Example:80', remedy: expect.stringMatching(/PUBLIC_URL.*ALLOWED_HOSTS/) },
  });
  for (const host of ['evil.example', 'otvet.example.evil.example', 'evilotvet.example', 'x', '192.168.1.5', '']) {
    expect([host, await statusFor(port, [`Host: ${host}`])]).toEqual([host, 421]);
    expect([host, await statusFor(port, [`Host: ${host}`], '/nowhere')]).toEqual([host, 421]);
    expect([host, await statusFor(port, [`Host: ${host}`], '/health')]).toEqual([host, 200]);
    expect([host, await statusFor(port, [`Host: ${host}`], '/ready')]).toEqual([host, 200]);
  }
  for (const host of [
    'otvet.example',
    'OTVET.example.',
    'otvet.example:8443',
    'localhost',
    '127.0.0.1:1',
    '[::1]:3000',
  ])
    expect([host, await statusFor(port, [`Host: ${host}`])]).toEqual([host, 200]);
  expect((await fetch(`${url}/who`)).status).toBe(200);
  const told = () => lines.filter((line) => line.includes('unknown host'));
  expect(told().filter((line) => line.includes('"evil.example"'))).toHaveLength(1);
  for (let at = 0; at < 40; at += 1) await statusFor(port, [`Host: n${at}.evil.example`]);
  expect(told()).toHaveLength(20);
});

it('a person whose page is refused reads in his language when to come again; programs get the code', async () => {
  const { port } = await start();
  const open = (path: string, ...head: string[]) =>
    raw(port, [`GET ${path} HTTP/1.1`, 'Host: otvet.example', ...head, 'Connection: close', '', ''].join('\r\n'));
  const asPage = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
  const russian = Buffer.from(await open('/limited', asPage, 'Accept-Language: ru'), 'latin1').toString();
  expect(russian).toMatch(/^HTTP\/1\.1 429 /);
  expect(russian.toLowerCase()).toContain('\r\nretry-after: 7\r\n');
  expect(russian.toLowerCase()).toContain('\r\ncontent-type: text/html; charset=utf-8\r\n');
  expect(russian.toLowerCase()).toMatch(/content-security-policy: .*frame-ancestors 'none'/);
  expect(russian).toContain('<html lang="ru">');
  expect(russian).toContain('Откройте страницу снова через 7 секунд.');
  expect(russian).not.toContain('rate_limited');
  const english = await open('/unavailable', asPage, 'Accept-Language: en');
  expect(english).toMatch(/^HTTP\/1\.1 503 /);
  expect(english).toContain('Open the page again in 2 minutes.');
  const failed = await open('/fail/1', asPage, 'Accept-Language: en');
  expect(failed).toMatch(/^HTTP\/1\.1 500 /);
  expect(failed).toContain('<html lang="en">');
  expect(failed).not.toContain('postgres://');
  for (const accept of ['Accept: */*', 'Accept: application/json', 'X-None: 1']) {
    const answer = await open('/limited', accept);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'request.rate_limited' });
  }
});

it('a browser that opens an unknown host sees a page with the line to set, in its language and without code', async () => {
  const { port } = await start();
  const open = async (host: string, language: string, path = '/page') => {
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Accept: text/html,*/*;q=0.8',
      `Accept-Language: ${language}`,
    ];
    return raw(port, [...head, 'Connection: close', '', ''].join('\r\n'));
  };
  const russian = await open('chat.shop.ru', 'ru-RU,ru;q=0.9');
  expect(russian).toMatch(/^HTTP\/1\.1 421 /);
  const head = russian.slice(0, russian.indexOf('\r\n\r\n')).toLowerCase();
  expect(head).toContain('content-type: text/html; charset=utf-8');
  expect(head).toMatch(/content-security-policy: .*script-src 'self'.*frame-ancestors 'none'/);
  expect(head).toContain('x-content-type-options: nosniff');
  expect(head).toContain('cache-control: no-store');
  expect(russian).toContain('<html lang="ru">');
  expect(russian).toContain('<pre>PUBLIC_URL=https://chat.shop.ru npm start</pre>');
  expect(russian).toContain('<pre>ALLOWED_HOSTS=chat.shop.ru</pre>');
  const english = await open('chat.shop.ru:3000', 'de,en;q=0.5', '/nowhere');
  expect(english).toContain('<html lang="en">');
  expect(english).toContain('<pre>ALLOWED_HOSTS=chat.shop.ru</pre>');
  const hostile = await open(`"><script>alert(1)</script>&'`, 'en');
  expect(hostile).toMatch(/^HTTP\/1\.1 421 /);
  expect(hostile).not.toMatch(/<script/i);
  expect(hostile).toContain('<pre>PUBLIC_URL=https://chat.example.com npm start</pre>');
  const shell = await open('$(reboot)', 'en');
  expect(shell).not.toContain('PUBLIC_URL=https://$(reboot)');
});

it('figures are for any host where a token proves more than that, and else for the machine’s own names', async () => {
  const secret = 'a-token-for-the-figures';
  const withToken = await start({ secret });
  expect(await statusFor(withToken.port, ['Host: elsewhere.example'], '/metrics')).toBe(404);
  const bearer = `Authorization: Bearer ${secret}`;
  expect(await statusFor(withToken.port, ['Host: elsewhere.example', bearer], '/metrics')).toBe(200);
  const withoutToken = await start();
  expect(await statusFor(withoutToken.port, ['Host: elsewhere.example'], '/metrics')).toBe(421);
  expect(await statusFor(withoutToken.port, ['Host: 127.0.0.1'], '/metrics')).toBe(200);
});

it('a forwarded host counts from trusted proxies alone, and never instead of a host that is a stranger’s', async () => {
  const forwarded = 'X-Forwarded-Host: otvet.example';
  const { port: untrusting } = await start();
  expect(await statusFor(untrusting, ['Host: evil.example', forwarded])).toBe(421);
  expect(await statusFor(untrusting, ['Host: localhost', 'X-Forwarded-Host: evil.example'])).toBe(200);
  const { port } = await start({ trustedProxies: ['127.0.0.1'] });
  // What a proxy calls us may be the name of a container or an address.
  for (const host of ['otvet:3000', '10.0.0.5', 'localhost', 'otvet.example'])
    expect([host, await statusFor(port, [`Host: ${host}`, forwarded])]).toEqual([host, 200]);
  expect(await statusFor(port, ['Host: evil.example', forwarded])).toBe(421);
  expect(await statusFor(port, ['Host: otvet.example', 'X-Forwarded-Host: evil.example'])).toBe(421);
  expect(await statusFor(port, ['Host: otvet.example', 'X-Forwarded-Host: otvet.example, evil.example'])).toBe(421);
});

it('security headers stand on every answer, the page policy on pages', async () => {
  const { url } = await start();
  for (const path of ['/health', '/nowhere', '/fail/1', '/page']) {
    const { headers } = await fetch(url + path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
  }
  const policy = (await fetch(`${url}/page`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("connect-src 'self' wss://otvet.example");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const plain = await start({ publicUrl: 'http://otvet.local' });
  expect((await fetch(`${plain.url}/page`)).headers.get('strict-transport-security')).toBeNull();
});

it('figures are for this machine, or for who has the token', async () => {
  const open = await start();
  await fetch(`${open.url}/limited`);
  const figures = await fetch(`${open.url}/metrics`);
  expect(await figures.text()).toMatch(
    /otvet_http_request_seconds_count\{method="GET",route="\/limited",status="429"\} 1/,
  );
  expect((await fetch(`${open.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
  const closed = await start({ secret: 'a-token-of-some-length' });
  expect((await fetch(`${closed.url}/metrics`)).status).toBe(404);
  const authorization = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  expect((await fetch(`${closed.url}/metrics`, authorization('wrong'))).status).toBe(404);
  expect((await fetch(`${closed.url}/metrics`, authorization('a-token-of-some-length'))).status).toBe(200);
});

it('after the intake is stopped only health answers', async () => {
  const { server, url } = await start();
  server.stopIntake();
  const refused = await post(`${url}/echo`, '{}');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});
