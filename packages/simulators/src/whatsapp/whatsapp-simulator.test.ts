import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signatureOf } from './deliver.ts';
import { startWhatsAppSimulator, type WhatsAppSimulator } from './start.ts';
import type { App, PhoneNumber } from './world.ts';

const HOUR_MS = 3_600_000;
const HOOK = 'https://shop.example/hook';
const anna = { id: '79990000001', name: 'Анна' };

let whatsapp: WhatsAppSimulator;
let app: App;
let number: PhoneNumber;
let token: string;
let hour = 0;
let statuses: number[];
let inbox: { body: string; headers: Headers }[];

const hook: typeof fetch = async (address, init) => {
  const request = new Request(String(address), init);
  if (request.method === 'GET') return new Response(new URL(request.url).searchParams.get('hub.challenge'));
  inbox.push({ body: await request.text(), headers: request.headers });
  return new Response(null, { status: statuses.shift() ?? 200 });
};

beforeEach(async () => {
  [statuses, inbox, hour] = [[], [], 0];
  const clock = () => 1_790_000_000_000 + hour * HOUR_MS;
  whatsapp = await startWhatsAppSimulator({ clock, fetch: hook, backoff: { firstMs: 1, maxMs: 5 } });
  app = whatsapp.registerApp();
  number = whatsapp.registerNumber();
  token = whatsapp.issueToken(app).token;
});
afterEach(() => whatsapp.close());

const failure = z.object({ error: z.object({ code: z.number() }) });
async function call(method: string, path: string, { body, bearer = token }: { body?: unknown; bearer?: string } = {}) {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const answer = await fetch(`${whatsapp.url}/v25.0/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const read: unknown = await answer.json();
  return { status: answer.status, code: failure.safeParse(read).data?.error.code, body: read };
}
const message = (content: object, to = anna.id) => ({ messaging_product: 'whatsapp', to, ...content });
const send = (body: object) => call('POST', `${number.id}/messages`, { body });
const text = message({ type: 'text', text: { body: 'Да' } });

describe('what is refused', () => {
  it('a token that is unknown, revoked or over, and another secret of the application', async () => {
    const ended = whatsapp.issueToken(app, { expiresAt: 1 }).token;
    const revoked = whatsapp.issueToken(app);
    revoked.isRevoked = true;
    for (const bearer of ['x', ended, revoked.token])
      expect(await call('GET', number.id, { bearer })).toMatchObject({ status: 401, code: 190 });
    expect((await call('GET', `debug_token?input_token=${token}`, { bearer: `${app.id}|wrong` })).code).toBe(190);
  });

  it('a message that the tables do not allow', async () => {
    whatsapp.customerSends({ number, from: anna, text: 'Привет' });
    const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id: String(id), title: 'ряд' }));
    const list = (count: number) => ({
      type: 'list',
      body: { text: 'x' },
      action: { button: '☰', sections: [{ rows: rows(count) }] },
    });
    const wrong = [
      { type: 'text', text: { body: '' } },
      { type: 'text', text: { body: 'x'.repeat(4097) } },
      { type: 'image', image: { id: '1', caption: 'x'.repeat(1025) } },
      { type: 'audio', audio: { id: '1', caption: 'x' } },
      { type: 'interactive', interactive: list(11) },
      { type: 'text', text: { body: 'x' }, extra: 1 },
      { type: 'text', text: { body: 'x' }, recipient: 'RU.A' },
      { type: 'text', text: { body: 'x' }, context: { message_id: '1' } },
    ];
    for (const content of wrong) expect((await send(message(content))).code).toBe(100);
    expect((await send(message({ type: 'image', image: { id: '1' } }))).code).toBe(131_009);
    expect((await send(message({ type: 'interactive', interactive: list(10) }))).status).toBe(200);
  });

  it('free words a day after the customer’s, but not an approved template with its values', async () => {
    expect((await send(text)).code).toBe(131_047);
    whatsapp.customerSends({ number, from: anna, text: 'Привет' });
    hour = 23;
    expect((await send(text)).status).toBe(200);
    hour = 25;
    expect((await send(text)).code).toBe(131_047);
    const template = (name: string, values: string[]) => {
      const parameters = values.map((value) => ({ type: 'text', text: value }));
      return message({
        type: 'template',
        template: { name, language: { code: 'ru' }, components: [{ type: 'body', parameters }] },
      });
    };
    expect((await send(template('order_ready', ['Анна']))).code).toBe(132_000);
    expect((await send(template('not_yet', []))).code).toBe(132_001);
    expect((await send(template('order_ready', ['Анна', '17']))).status).toBe(200);
    expect(whatsapp.entriesOf(number, anna.id).at(-1)?.text).toBe('Здравствуйте, Анна! Заказ 17 готов, ждём вас.');
  });

  it('an address that does not know the word', async () => {
    const body = { webhook_configuration: { override_callback_uri: 'http://127.0.0.1:1/', verify_token: 'w' } };
    const silent = await startWhatsAppSimulator({ fetch: async () => new Response('no') });
    const other = silent.registerNumber();
    const { token: bearer } = silent.issueToken(silent.registerApp());
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${silent.url}/v25.0/${other.id}`, init)).status).toBe(400);
    await silent.close();
  });
});

describe('events', () => {
  const connect = async () => {
    await call('POST', `${number.businessId}/subscribed_apps`, { body: {} });
    const webhook = { override_callback_uri: HOOK, verify_token: 'w' };
    await call('POST', number.id, { body: { webhook_configuration: webhook } });
  };
  const subscribe = async () => {
    const subscription = {
      object: 'whatsapp_business_account',
      callback_url: HOOK,
      verify_token: 'w',
      fields: 'messages',
    };
    await call('POST', `${app.id}/subscriptions`, { body: subscription, bearer: `${app.id}|${app.secret}` });
  };

  it('are told to nobody without the subscription of the application', async () => {
    await connect();
    whatsapp.customerSends({ number, from: anna, text: 'Привет' });
    await whatsapp.settled();
    expect(inbox).toEqual([]);
  });

  it('are signed over their bytes, and come again until they are taken', async () => {
    await connect();
    await subscribe();
    statuses = [500, 503];
    whatsapp.customerSends({ number, from: anna, text: 'Привет' });
    await whatsapp.settled();
    expect(whatsapp.deliveries.map(({ status }) => status)).toEqual([500, 503, 200]);
    for (const { body, headers } of inbox) {
      expect(headers.get('x-hub-signature-256')).toBe(signatureOf(Buffer.from(body), app.secret));
      expect(body).toContain('\\u041f');
    }
  });

  it('do not come to who has not subscribed', async () => {
    const webhook = { override_callback_uri: HOOK, verify_token: 'w' };
    await call('POST', number.id, { body: { webhook_configuration: webhook } });
    whatsapp.customerSends({ number, from: anna, text: 'Привет' });
    await whatsapp.settled();
    expect(inbox).toEqual([]);
  });

  it('tell what became of a message, with the number that the sender gave it', async () => {
    await connect();
    await subscribe();
    whatsapp.customerSends({ number, from: anna, text: 'Привет' });
    await send({ ...text, biz_opaque_callback_data: 'key-1' });
    whatsapp.customerReads({ number, from: anna });
    await whatsapp.settled();
    const states = inbox.flatMap(
      ({ body }) => /"status":"(\w+)".*"biz_opaque_callback_data":"key-1"/.exec(body)?.[1] ?? [],
    );
    expect(states).toEqual(['sent', 'delivered', 'read']);
  });
});

describe('files', () => {
  it('have an address for five minutes that wants the token', async () => {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', 'application/pdf');
    form.set('file', new Blob(['%PDF']), 'a.pdf');
    const headers = { authorization: `Bearer ${token}` };
    const uploaded = await fetch(`${whatsapp.url}/v25.0/${number.id}/media`, { method: 'POST', headers, body: form });
    const { id } = z.object({ id: z.string() }).parse(await uploaded.json());
    const { url } = z.object({ url: z.string() }).parse((await call('GET', id)).body);
    expect((await fetch(url)).status).toBe(401);
    expect(await (await fetch(url, { headers })).text()).toBe('%PDF');
    hour = 1;
    expect((await fetch(url, { headers })).status).toBe(404);
  });
});

describe('through the provider', () => {
  const ask = (method: string, path: string, { key = number.apiKey, body }: { key?: string; body?: unknown } = {}) =>
    fetch(`${whatsapp.url}/${path}`, {
      method,
      headers: { 'd360-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('a key that is none, and an address with a port or an underscore, are refused', async () => {
    expect((await ask('GET', 'health_status', { key: 'x' })).status).toBe(401);
    for (const url of ['http://shop.example/', 'https://shop.example:8443/', 'https://my_shop.example/'])
      expect((await ask('POST', 'v1/configs/webhook', { body: { url } })).status).toBe(400);
  });

  it('events bear the headers that were told, and no signature', async () => {
    await ask('POST', 'v1/configs/webhook', { body: { url: HOOK, headers: { Authorization: 'Bearer s' } } });
    whatsapp.customerSends({ number, from: anna, text: 'Привет' });
    await whatsapp.settled();
    const [{ headers } = { headers: new Headers() }] = inbox;
    expect([headers.get('authorization'), headers.get('x-hub-signature-256')]).toEqual(['Bearer s', null]);
  });
});
