import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTelegram, listDialogs, messagesOf, until, uploadPhoto } from '../testing/product/build-samples.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

let app: TestApp;
let person: Person;
let bot: { channelId: string; token: string };
let path: string;
let uniqueId: string;
const CUSTOMER = 5_000_001;

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
  bot = await buildTelegram(app, person);
  app.telegram.customerSends({ token: bot.token, from: { id: CUSTOMER, firstName: 'Иван' }, text: 'Здравствуйте' });
  uniqueId = await until(async () => (await listDialogs(app, person))[0]?.uniqueId);
  path = `/v1/chat/messages/${encodeURIComponent(uniqueId)}/`;
});
afterAll(() => app.close());

const send = (body: Record<string, unknown>) => app.api('POST', path, { token: person.accessToken, body });
const operatorTexts = async () =>
  (await messagesOf(app, person, uniqueId)).filter(({ author }) => author === 'operator');

describe('nothing but own words and own uploads', () => {
  it.each([
    ['nothing', {}],
    ['spaces', { text: ' \n\t\u00a0 ' }],
    ['NUL alone', { text: '\u0000' }],
    ['an address of another host', { urls: ['https://evil.example/x.png'] }],
    ['an address inside the house', { urls: ['http://169.254.169.254/latest/meta-data'] }],
    ['a file address', { urls: ['file:///etc/passwd'] }],
    ['a path traversal', { urls: ['../../etc/passwd'] }],
    ['an id that nobody has', { urls: [randomUUID()] }],
    ['an id that is none', { urls: ['-'.repeat(36)] }],
    ['50 pictures', { text: 'Смотрите', urls: Array.from({ length: 50 }, () => randomUUID()) }],
    ['a text for a list', { urls: 'https://evil.example/x.png' }],
  ])('%s is refused and nothing is stored', async (_name, body) => {
    const answer = await send(body);
    expect(answer.status, answer.text).toBe(400);
    expect(await operatorTexts()).toEqual([]);
  });

  it('the signed address of an upload is no id, its id is', async () => {
    const photo = await uploadPhoto(app, person);
    expect((await send({ urls: [photo.url] })).status).toBe(400);
    expect((await send({ urls: [photo.id], clientId: randomUUID() })).status).toBe(200);
  });

  it('the same client id again, also in parallel, is the same message', async () => {
    const body = { text: 'Один раз', clientId: randomUUID() };
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(new Set(sent.map((answer) => answer.body.id)).size, sent[0]?.text).toBe(1);
    expect((await operatorTexts()).filter(({ text }) => text === 'Один раз')).toHaveLength(1);
  });
});

describe('long texts', () => {
  it('100 kB are refused with a reason before anything is sent', async () => {
    const answer = await send({ text: 'щ'.repeat(100_000) });
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      400,
      'dialogs.too_long',
      { text: '20000' },
    ]);
    // The assistant's answer to the greeting may be on its way.
    const sent = app.telegram.messagesOf(CUSTOMER, bot.token).filter(({ message }) => message.text?.includes('щщ'));
    expect(sent).toEqual([]);
  });

  it('a text over the limit of the channel arrives whole, in order, in parts', async () => {
    const text = Array.from({ length: 1800 }, (_, n) => `слово${n}`).join(' ');
    expect((await send({ text })).status).toBe(200);
    const words = text.split(' ');
    await app.telegram.waitForMessage(CUSTOMER, ({ message }) => (message.text ?? '').endsWith(words.at(-1) ?? ''));
    const parts = app.telegram
      .messagesOf(CUSTOMER, bot.token)
      .filter(({ author, message }) => author === 'bot' && (message.text ?? '').includes('слово'))
      .map(({ message }) => message.text ?? '');
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.every((part) => part.length <= 4096)).toBe(true);
    expect(parts.join(' ').split(/\s+/)).toEqual(words);
  });
});

it('markup of an operator and of a customer goes to the platform as plain text', async () => {
  const text = '<b>Скидка</b> *50%* _сегодня_ [ссылка](javascript:alert(1))';
  await send({ text });
  const arrived = await app.telegram.waitForMessage(CUSTOMER, ({ message }) => (message.text ?? '').includes('Скидка'));
  expect(arrived.message.text).toBe(text);
  expect(arrived.message.entities ?? []).toEqual([]);
});
