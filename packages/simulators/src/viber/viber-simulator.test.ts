import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signatureOf } from './deliver.ts';
import { startViberSimulator, type ViberSimulator } from './start.ts';

const anna = { id: 'a/+=', name: 'Анна' };
const WEBHOOK = 'https://shop.example/hook';
const BAD_DATA = 3;

let viber: ViberSimulator;
let token: string;
let hour = 0;
let statuses: number[];
let inbox: { body: string; signature: string | null }[];

const hook: typeof fetch = async (address, init) => {
  const request = new Request(String(address), init);
  inbox.push({ body: await request.text(), signature: request.headers.get('x-viber-content-signature') });
  return new Response(null, { status: statuses.shift() ?? 200 });
};

beforeEach(async () => {
  [hour, statuses, inbox] = [0, [], []];
  const clock = () => Date.now() + hour * 3_600_000;
  viber = await startViberSimulator({ clock, fetch: hook, backoff: { firstMs: 1, maxMs: 5 } });
  token = viber.registerBot().token;
});
afterEach(() => viber.close());

const call = async (method: string, body: object, as = token) => {
  const headers = { 'x-viber-auth-token': as, 'content-type': 'application/json' };
  const answer = await fetch(`${viber.url}/pa/${method}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return z.looseObject({ status: z.number(), status_message: z.string() }).parse(await answer.json());
};
const statusOf = async (method: string, body: object, as?: string) => (await call(method, body, as)).status;
const message = (fields: object = {}) => ({
  receiver: anna.id,
  sender: { name: 'Мебель' },
  type: 'text',
  text: 'Да',
  ...fields,
});
const meet = async () => {
  expect(await statusOf('set_webhook', { url: WEBHOOK, send_name: true })).toBe(0);
  viber.customerSends({ token, from: anna, text: 'Здравствуйте' });
  await viber.settled();
};

describe('refusals', () => {
  it('an unknown, missing or revoked token, and an unknown method', async () => {
    for (const as of ['unknown', '']) expect(await statusOf('get_account_info', {}, as)).toBe(2);
    viber.setRevoked(token, true);
    expect(await statusOf('get_account_info', {})).toBe(2);
    viber.setRevoked(token, false);
    expect(await statusOf('send_everything', {})).toBe(BAD_DATA);
  });

  it('an address that is not https, that answers no 200, or events that there are not', async () => {
    expect(await statusOf('set_webhook', { url: 'http://shop.example/hook' })).toBe(1);
    statuses = [403];
    expect(await call('set_webhook', { url: WEBHOOK })).toMatchObject({ status: 1, status_message: /403/ });
    expect(await statusOf('set_webhook', { url: WEBHOOK, event_types: ['everything'] })).toBe(BAD_DATA);
    expect(viber.webhookOf(token)).toBe('');
  });

  it('a send without a webhook, to a stranger, and to who left', async () => {
    expect(await statusOf('send_message', message())).toBe(10);
    await meet();
    expect(await statusOf('send_message', message({ receiver: 'nobody' }))).toBe(5);
    viber.customerSubscribes({ token, from: anna, isSubscribed: false });
    expect(await statusOf('send_message', message())).toBe(6);
    viber.customerSubscribes({ token, from: anna, isSubscribed: true });
    expect(await statusOf('send_message', message())).toBe(0);
  });

  it.each([
    ['no text', { text: '' }],
    ['a text over 7000', { text: 'я'.repeat(7001) }],
    ['a long name of the sender', { sender: { name: 'я'.repeat(29) } }],
    ['an unknown field', { reply_to: 1 }],
    ['an unknown type', { type: 'voice' }],
    ['long tracking data', { tracking_data: 'x'.repeat(4001) }],
    ['a picture of another ending', { type: 'picture', text: '', media: 'https://x.example/a.webp' }],
    ['a picture with a query', { type: 'picture', text: '', media: 'https://x.example/a.png?b=c' }],
    ['a caption over 512', { type: 'picture', text: 'я'.repeat(513), media: 'https://x.example/a.png' }],
    ['a video without a size', { type: 'video', text: undefined, media: 'https://x.example/a.mp4' }],
    ['a program', { type: 'file', text: undefined, media: 'https://x.example/a.exe', size: 1, file_name: 'a.exe' }],
    ['a keyboard without buttons', { keyboard: { Type: 'keyboard', Buttons: [] } }],
    ['a button that says nothing', { keyboard: { Type: 'keyboard', Buttons: [{ ActionBody: '' }] } }],
    [
      'over 30 KB',
      {
        tracking_data: 'я'.repeat(4000),
        text: '语'.repeat(7000),
        keyboard: undefined,
        min_api_version: 1,
        x: 'я'.repeat(3000),
      },
    ],
  ])('%s', async (_name, fields) => {
    await meet();
    expect(await statusOf('send_message', message(fields))).toBe(BAD_DATA);
  });

  it('the hundred-and-first message within an hour without a reply', async () => {
    await meet();
    for (let count = 0; count < 100; count += 1) expect(await statusOf('send_message', message())).toBe(0);
    expect(await statusOf('send_message', message())).toBe(12);
    hour = 2;
    expect(await statusOf('send_message', message())).toBe(0);
  });
});

describe('events', () => {
  it('are signed over their bytes, with numbers above 2^53 as they are', async () => {
    await meet();
    const last = inbox.at(-1);
    expect(last?.signature).toBe(signatureOf(Buffer.from(last?.body ?? ''), token));
    expect(last?.body).toMatch(/"message_token":5741311803571721\d{3}[,}]/);
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ sender: { id: anna.id, name: 'Анна' } });
  });

  it('come again until they are taken, in order, and are lost after an hour', async () => {
    await meet();
    statuses = [500, 503];
    viber.customerSends({ token, from: anna, text: 'раз' });
    viber.customerSends({ token, from: anna, text: 'два' });
    await viber.settled();
    const texts = inbox.slice(-4).map(({ body }) => JSON.parse(body).message?.text);
    expect(texts).toEqual(['раз', 'раз', 'раз', 'два']);
  });

  it('names are placeholders where the bot did not ask for them', async () => {
    await call('set_webhook', { url: WEBHOOK, event_types: [] });
    viber.customerOpens({ token, from: anna });
    viber.customerSends({ token, from: anna, text: 'раз' });
    await viber.settled();
    expect(inbox.map(({ body }) => JSON.parse(body).event)).toEqual(['webhook', 'message']);
    expect(inbox.at(-1)?.body).not.toContain('Анна');
  });

  it('a file that cannot be fetched is a message that failed', async () => {
    await meet();
    statuses = [404];
    await call('send_message', message({ type: 'picture', text: '', media: 'https://shop.example/a.png' }));
    await expect.poll(() => inbox.some(({ body }) => body.includes('"event":"failed"'))).toBe(true);
    expect(viber.entriesOf(token, anna.id).at(-1)).toMatchObject({ type: 'picture', state: 'failed' });
  });
});

it('a link of a file ends after an hour', async () => {
  await meet();
  viber.customerSends({ token, from: anna, attachment: 'photo' });
  await viber.settled();
  const { message: sent } = z
    .object({ message: z.object({ media: z.string() }) })
    .parse(JSON.parse(inbox.at(-1)?.body ?? ''));
  expect((await fetch(sent.media)).headers.get('content-type')).toBe('image/png');
  hour = 2;
  expect((await fetch(sent.media)).status).toBe(404);
});
