import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type MetaSimulator, startMetaSimulator } from './start.ts';
import type { App } from './world.ts';

const anna = { id: '7788990011223344551', name: 'Анна' };
const HOUR_MS = 3_600_000;

let meta: MetaSimulator;
let app: App;
let page: { id: string; instagramId: string };
let token: string;
let now: number;
/** What came to the application's address, and how it answers. */
let inbox: { body: string; signature: string }[];
let status: number;

beforeEach(async () => {
  [inbox, status, now] = [[], 200, Date.UTC(2026, 10, 23)];
  const fetchOurs: typeof fetch = async (address, init) => {
    const challenge = new URL(String(address)).searchParams.get('hub.challenge');
    if (challenge !== null) return new Response(String(address).includes('right') ? challenge : 'no');
    const request = new Request(address, init);
    inbox.push({ body: await request.text(), signature: request.headers.get('x-hub-signature-256') ?? '' });
    return new Response('EVENT_RECEIVED', { status });
  };
  meta = await startMetaSimulator({ fetch: fetchOurs, clock: () => now, backoff: { firstMs: 1, maxMs: 2 } });
  app = meta.registerApp();
  page = meta.registerPage({ name: 'Дом', instagram: 'dom' });
  token = meta.issuePageToken({ accountId: page.id, appId: app.id });
});
afterEach(() => meta.close());

const failure = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) });
async function call(method: string, path: string, { body, bearer = token }: { body?: object; bearer?: string } = {}) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${meta.url}/graph/v25.0/${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}
const codeOf = ({ body }: Awaited<ReturnType<typeof call>>) => failure.safeParse(body).data?.error.code ?? null;
const messageTo = (message: object, extra: object = {}) => ({
  recipient: { id: anna.id },
  messaging_type: 'RESPONSE',
  message,
  ...extra,
});
const send = (body: object) => call('POST', `${page.id}/messages`, { body });
const subscribe = () => call('POST', `${page.id}/subscribed_apps?subscribed_fields=messages,message_echoes`);
const setCallback = () => {
  const callback = { url: 'https://shop.example/right', verifyToken: 'w', fields: ['messages'] };
  meta.setCallback({ appId: app.id, object: 'page', ...callback });
};

describe('messages', () => {
  beforeEach(() => void meta.customerSends({ accountId: page.id, from: anna, text: 'Привет' }));

  it.each([
    [
      'a text and a file in one',
      messageTo({ text: 'а', attachment: { type: 'image', payload: { attachment_id: '1' } } }),
    ],
    ['an unknown field', messageTo({ text: 'а', caption: 'б' })],
    ['a text above 2000', messageTo({ text: 'а'.repeat(2001) })],
    ['an empty text', messageTo({ text: '' })],
    [
      'a label above 20',
      messageTo({ text: 'а', quick_replies: [{ content_type: 'text', title: 'я'.repeat(21), payload: 'x' }] }),
    ],
    ['a tag without its type', messageTo({ text: 'а' }, { tag: 'HUMAN_AGENT' })],
    ['a type without its tag', messageTo({ text: 'а' }, { messaging_type: 'MESSAGE_TAG' })],
    ['a file that nobody uploaded', messageTo({ attachment: { type: 'image', payload: { attachment_id: '1' } } })],
    ['a reply to what is not there', messageTo({ text: 'а' }, { reply_to: { mid: 'm_0' } })],
    ['a stranger', { ...messageTo({ text: 'а' }), recipient: { id: '42' } }],
    ['a typing sign with words', { ...messageTo({ text: 'а' }), sender_action: 'typing_on' }],
  ])('%s is refused', async (_case, body) => {
    expect(codeOf(await send(body))).toBe(100);
    expect(meta.entriesOf(page.id, anna.id)).toHaveLength(1);
  });

  it('are taken within a day, of a person within a week', async () => {
    expect((await send(messageTo({ text: 'а' }))).status).toBe(200);
    now += 25 * HOUR_MS;
    expect(codeOf(await send(messageTo({ text: 'а' })))).toBe(10);
    const late = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
    expect((await send(messageTo({ text: 'б' }, late))).status).toBe(200);
    now += 7 * 24 * HOUR_MS;
    expect(codeOf(await send(messageTo({ text: 'в' }, late)))).toBe(10);
  });

  it('a file is uploaded as what it is', async () => {
    const form = (type: string, contentType: string) => {
      const body = new FormData();
      body.append('message', JSON.stringify({ attachment: { type, payload: {} } }));
      body.append('filedata', new Blob(['x'], { type: contentType }), 'a');
      return body;
    };
    const upload = (type: string, contentType: string) =>
      call('POST', `${page.id}/message_attachments`, { body: form(type, contentType) });
    expect(codeOf(await upload('image', 'application/pdf'))).toBe(100);
    const { body } = await upload('file', 'application/pdf');
    const attachment = (type: string) => ({ attachment: { type, payload: body } });
    expect(codeOf(await send(messageTo(attachment('image'))))).toBe(100);
    expect((await send(messageTo(attachment('file')))).status).toBe(200);
  });
});

describe('tokens', () => {
  it('of nobody, of another page, and revoked ones are refused', async () => {
    const other = meta.registerPage({ name: 'Другая' });
    expect(codeOf(await call('GET', 'me', { bearer: 'EAAx' }))).toBe(190);
    expect(codeOf(await call('GET', `${other.id}/subscribed_apps`))).toBe(200);
    meta.setRevoked(page.id, true);
    expect(codeOf(await call('GET', 'me'))).toBe(190);
    const asApp = { bearer: `${app.id}|${app.secret}` };
    expect((await call('GET', `debug_token?input_token=${token}`, asApp)).body).toMatchObject({
      data: { is_valid: false },
    });
    expect(codeOf(await call('GET', `debug_token?input_token=${token}`, { bearer: `${app.id}|wrong` }))).toBe(190);
  });
});

describe('events', () => {
  it('come signed over escaped letters, again until they are taken, to who is subscribed', async () => {
    meta.customerSends({ accountId: page.id, from: anna, text: 'до подписки' });
    expect((await subscribe()).body).toEqual({ success: true });
    setCallback();
    status = 500;
    meta.customerSends({ accountId: page.id, from: anna, text: 'Привет' });
    while (inbox.length < 3) await new Promise((resolve) => setImmediate(resolve));
    status = 200;
    await meta.settled();
    expect(new Set(inbox.map(({ body }) => body)).size).toBe(1);
    const [{ body, signature } = { body: '', signature: '' }] = inbox;
    expect(body).toContain('\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442');
    expect(signature).toBe(`sha256=${createHmac('sha256', app.secret).update(body).digest('hex')}`);
  });

  it('an address is saved that answers the challenge, and unknown fields are refused', async () => {
    const callback = { appId: app.id, object: 'page' as const, verifyToken: 'w' };
    expect(await meta.saveCallback({ ...callback, url: 'https://shop.example/wrong' })).toBe(false);
    expect(await meta.saveCallback({ ...callback, url: 'https://shop.example/right' })).toBe(true);
    expect(codeOf(await call('POST', `${page.id}/subscribed_apps?subscribed_fields=telepathy`))).toBe(100);
  });
});
