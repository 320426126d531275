import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/index.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { createHttpServer, mountWeb } from './index.ts';

const startedAt = new Date('2026-11-20T10:00:00Z');
let folder = '';

function newApp() {
  return createHttpServer({
    log: createLog({ level: 'silent' }),
    newId: createIds({ clock: systemClock, random: systemRandom }),
    metrics: createMetrics().http,
    publicUrl: undefined,
    trustedProxies: [],
  }).app;
}

const app = newApp();
const own = { publicUrl: undefined, privacyPolicyUrl: undefined };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'otvet-web-'));
  const web = join(folder, 'dist');
  await mkdir(join(web, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(web, 'index.html'), '<!doctype html><p>app</p>');
  await writeFile(join(web, 'assets/index-Ab3dEf9h.js'), `console.log(1);${' '.repeat(5000)}`);
  await mountWeb(app, { webFolder: web, startedAt, ...own });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const page = { accept: 'text/html,*/*;q=0.8' };

it('every address of the app is its one page, never cached without asking', async () => {
  for (const url of ['/', '/inbox/?dialog=1', '/signin/', '/signinas/a.b-c/', '/anything']) {
    const answer = await app.inject({ url, headers: page });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

it('machine paths and unknown files are 404, not a page', async () => {
  for (const url of [
    '/api/v1/nothing/',
    '/hooks/telegram/x',
    '/assets/gone-12345678.js',
    '/favicon.ico',
    '/.env',
    '/wp-login.php',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
  ]) {
    expect((await app.inject({ url, headers: page })).statusCode).toBe(404);
  }
  expect((await app.inject({ url: '/inbox/', headers: { accept: 'application/json' } })).statusCode).toBe(404);
  expect((await app.inject({ url: '/inbox/', method: 'POST', headers: page })).statusCode).toBe(404);
});

it('hashed files are kept for ever and come compressed; a known one is not sent again', async () => {
  const url = '/assets/index-Ab3dEf9h.js';
  const answer = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(answer.rawPayload.length).toBeLessThan(200);
  const etag = String(answer.headers.etag);
  expect((await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  const head = await app.inject({ url, method: 'HEAD' });
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
});

it('a script that stands in the page is allowed by its hash, and no other', async () => {
  const scripted = join(folder, 'scripted');
  await mkdir(scripted);
  await writeFile(join(scripted, 'index.html'), '<script>start()</script><script type="module" src="/a.js"></script>');
  const served = newApp();
  await mountWeb(served, { webFolder: scripted, startedAt, ...own });
  const policies = String((await served.inject({ url: '/', headers: page })).headers['content-security-policy']);
  // printf 'start()' | openssl dgst -sha256 -binary | base64
  const hash = 'DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=';
  expect(policies.split('; ')).toContain(`script-src 'self' 'sha256-${hash}'`);
  await served.close();
});

it('before a build the build mark is the start of the process', async () => {
  expect((await app.inject('/build-mark.json')).json()).toEqual({ buildMark: startedAt.toISOString() });
  const bare = newApp();
  await mountWeb(bare, { webFolder: join(folder, 'none'), startedAt, ...own });
  expect((await bare.inject({ url: '/', headers: page })).statusCode).toBe(404);
  await bare.close();
});

it("/privacy/ is the web app's page, or leads to the owner's policy", async () => {
  const answered = await app.inject({ url: '/privacy/', headers: page });
  expect([answered.statusCode, answered.body]).toEqual([200, '<!doctype html><p>app</p>']);
  const led = newApp();
  const privacyPolicyUrl = 'https://shop.example/privacy/';
  await mountWeb(led, { webFolder: join(folder, 'dist'), startedAt, ...own, privacyPolicyUrl });
  for (const url of ['/privacy', '/privacy/']) {
    const answer = await led.inject({ url, headers: page });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, privacyPolicyUrl]);
  }
  await led.close();
});
