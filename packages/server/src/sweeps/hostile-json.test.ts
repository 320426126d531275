import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { messagesOf, startVisitor, until } from '../testing/product/build-samples.ts';
import { buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import { listContractCalls } from '../testing/product/contract-calls.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

let app: TestApp;
let tenant: Tenant;
let paths: { method: string; path: string; token: string | undefined }[];

beforeAll(async () => {
  app = await startTestApp({
    rates: uncounted,
    env: { PUBLIC_URL: 'https://otvet.example' },
    telegramFetch: async () => new Response('', { status: 200 }),
  });
  tenant = await buildTenant(app);
  const visitor = await startVisitor(app, tenant.widgetId);
  const api = listContractCalls()
    .filter(({ method, fields, name }) => method !== 'GET' && !('file' in fields) && name !== 'channels.remove')
    .map(({ method, path }) => ({
      method,
      path: `/api${path.replaceAll(/\{\w+\}/g, randomUUID())}`,
      token: tenant.owner.accessToken,
    }));
  const widget = ['start', 'messages', 'contact'].map((name) => ({
    method: 'POST',
    path: `/widget/${tenant.widgetId}/${name}`,
    token: visitor.token,
  }));
  paths = [...api, ...widget, { method: 'POST', path: '/api/auth/sign-in/email', token: undefined }];
});
afterAll(() => app.close());

const manyKeys = `{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":1`).join(',')}}`;
const bodies: [name: string, body: string, statuses: number[]][] = [
  ['5 MB', JSON.stringify({ text: 'x'.repeat(5_000_000) }), [413]],
  ['depth 10,000', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, [400]],
  ['depth 10,000 of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, [400]],
  ['a million keys', manyKeys, [413]],
  ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`, [400, 413]],
  ['__proto__', '{"__proto__":{"isAdmin":true}}', [400]],
  ['an escaped __proto__', '{"\\u005f_proto__":{"isAdmin":true}}', [400]],
  ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}', [400]],
  ['not JSON', '{"a":', [400]],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]).toString('latin1'), [400]],
  ['a list', '[]', [400]],
  ['null', 'null', [400]],
  ['a number', '1e400', [400]],
];

it('odd bodies are refused on every JSON address and pollute nothing', async () => {
  for (const { method, path, token } of paths) {
    for (const [name, body, statuses] of bodies) {
      const answer = await app.call(method, path, { token, body });
      const place = `${method} ${path}: ${name} → ${answer.status} ${answer.text.slice(0, 200)}`;
      // A limit on tries may answer first; a session may be opened without any body.
      const wanted = name === 'null' && path.endsWith('/start') ? [200] : [...statuses, 429];
      expect(wanted, place).toContain(answer.status);
      expect(answer.text, place).not.toMatch(/\n {4}at |node_modules|SyntaxError/);
    }
  }
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  expect((await app.call('GET', '/ready')).status).toBe(200);
});

it('of two keys the last counts; numbers beyond doubles are refused', async () => {
  const path = `/api/v1/connect/widget/${tenant.widgetId}/`;
  const token = tenant.owner.accessToken;
  const twice = await app.call('PUT', path, { token, body: '{"name":"Первое","name":"Второе"}' });
  expect(twice.body.name).toBe('Второе');
  for (const body of ['{"temperature":1e400}', '{"dialogDelay":1e400}', '{"dialogDelay":99999999999999999999}'])
    expect((await app.call('PUT', path, { token, body })).status).toBe(400);
});

/** Posts an update as Telegram would, with the secret that it was given. */
async function postUpdate(body: string | Buffer, secret?: string) {
  const setWebhook = app.telegram.ledger.calls.findLast(({ method }) => method === 'setWebhook');
  const given = z.looseObject({ secret_token: z.string() }).parse(setWebhook?.params).secret_token;
  return await app.call('POST', `/hooks/telegram/${tenant.telegramId}`, {
    body: Buffer.from(body),
    headers: { 'x-telegram-bot-api-secret-token': secret ?? given, 'content-type': 'application/json' },
  });
}

const update = (id: string, text: string) =>
  `{"update_id":${id},"message":{"message_id":7,"date":1790000000,"chat":{"id":777,"type":"private","first_name":"Иван"},"from":{"id":777,"is_bot":false,"first_name":"Иван"},"text":${text}}}`;

it('a webhook without the right proof stores nothing', async () => {
  const other = app.telegram.registerBot();
  const before = await app.pool.query('select count(*) from inbound_events');
  for (const secret of ['', 'x', 'A'.repeat(256), other.token, tenant.botToken]) {
    const answer = await postUpdate(update('1', '"Привет"'), secret);
    expect([secret, answer.status]).toEqual([secret, 401]);
  }
  const nowhere = [randomUUID(), tenant.widgetId, '%00', '__proto__', '..%2f..%2fetc'];
  for (const address of [...nowhere.map((id) => `/hooks/telegram/${id}`), '/hooks/__proto__/constructor'])
    expect([address, (await app.call('POST', address, { body: '{}' })).status]).toEqual([address, 410]);
  expect((await app.call('POST', `/hooks/widget/${tenant.widgetId}`, { body: '{}' })).status).toBe(401);
  expect((await app.pool.query('select count(*) from inbound_events')).rows).toEqual(before.rows);
});

it('odd bodies of a webhook with the right proof', async () => {
  for (const [name, body] of bodies) {
    const answer = await postUpdate(body);
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
    expect(answer.text).not.toMatch(/\n {4}at /);
  }
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
});

it('NUL, lone surrogates, markup and large ids of a webhook are stored as text and never retried for ever', async () => {
  const text = '"a\\u0000b \\ud800 <svg/onload=alert(1)> \\u202Egpj.exe"';
  expect((await postUpdate(update('900719925474099', text))).status).toBe(200);
  const uniqueId = `777_${tenant.telegramId}`;
  const [message] = await until(async () => {
    const found = await messagesOf(app, tenant.owner, uniqueId);
    return found.length > 0 ? found : undefined;
  });
  expect(message?.text).toBe('ab \ufffd <svg/onload=alert(1)> \u202egpj.exe');
  await postUpdate(update('12345678901234567890', '"слишком большой"'));
  const waiting = await app.pool.query("select payload from inbound_events where state = 'new' and attempt > 1");
  expect(waiting.rows).toEqual([]);
});
