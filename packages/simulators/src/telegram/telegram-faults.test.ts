import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callBotApi } from './call-bot-api.ts';
import { buildSamplePhoto } from './customers/sample-media.ts';
import { startTelegramSimulator, type TelegramSimulator } from './start.ts';

const anna = { id: 77, firstName: 'Анна', username: 'anna' };
let telegram: TelegramSimulator;
let token: string;
let hour = 0;

beforeEach(async () => {
  hour = 0;
  telegram = await startTelegramSimulator({ clock: () => Date.now() + hour * 3_600_000 });
  token = telegram.registerBot().token;
});
afterEach(() => telegram.close());

const call = (method: string, params: object | FormData = {}, as = token) =>
  callBotApi({ url: telegram.url, token: as, method, params });

describe('files', () => {
  it('takes uploads and albums by multipart and reuses their ids for this bot only', async () => {
    telegram.customerSends({ token, from: anna, text: 'Привет' });
    const form = new FormData();
    form.set('chat_id', '77');
    form.set('caption', 'Вот');
    form.set('photo', new File([new Uint8Array(buildSamplePhoto().bytes)], 'диван.png', { type: 'image/png' }));
    expect(await call('sendPhoto', form)).toMatchObject({ ok: true });
    const photo = telegram.messagesOf(77).at(-1)?.message.photo?.at(-1);
    expect(photo).toMatchObject({ width: 320, height: 240 });
    expect(telegram.ledger.calls.at(-1)?.files).toMatchObject([{ field: 'photo', name: 'диван.png' }]);
    const album = new FormData();
    album.set('chat_id', '77');
    album.set(
      'media',
      JSON.stringify([
        { type: 'photo', media: photo?.file_id },
        { type: 'photo', media: 'attach://b' },
      ]),
    );
    album.set('b', new File([new Uint8Array(buildSamplePhoto().bytes)], 'b.png'));
    expect(z.array(z.unknown()).parse((await call('sendMediaGroup', album)).result)).toHaveLength(2);
    const other = telegram.registerBot().token;
    expect((await call('getFile', { file_id: photo?.file_id }, other)).description).toContain('wrong file_id');
    expect((await call('sendPhoto', { chat_id: 77, photo: 'nonsense' })).description).toContain(
      'wrong file identifier',
    );
  });

  it('gives links for an hour, not beyond 20 MB', async () => {
    const sent = telegram.customerSends({ token, from: anna, photo: {} });
    const file_id = sent.messages[0]?.photo?.at(-1)?.file_id;
    const { file_path } = z.object({ file_path: z.string() }).parse((await call('getFile', { file_id })).result);
    const address = `${telegram.url}/file/bot${token}/${file_path}`;
    expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(buildSamplePhoto().bytes);
    hour = 2;
    expect((await fetch(address)).status).toBe(404);
    const big = telegram.customerSends({ token, from: anna, document: { claimedSize: 21 * 1024 * 1024 } });
    expect((await call('getFile', { file_id: big.messages[0]?.document?.file_id })).description).toBe(
      'Bad Request: file is too big',
    );
  });
});

describe('faults', () => {
  beforeEach(() => {
    telegram.customerSends({ token, from: anna, text: 'Привет' });
  });
  const send = () => call('sendMessage', { chat_id: 77, text: 'да' });

  it('answers 429, 500, 403 as often as set, after as many as set', async () => {
    telegram.faults.add({ kind: 'rate-limited', retryAfter: 3, method: 'sendMessage', after: 1 });
    telegram.faults.add({ kind: 'server-error', method: 'sendMessage', times: 2 });
    expect((await send()).ok).toBe(true);
    expect(await send()).toMatchObject({ error_code: 429, parameters: { retry_after: 3 } });
    expect([(await send()).error_code, (await send()).error_code, (await send()).ok]).toEqual([500, 500, true]);
    telegram.faults.add({ kind: 'blocked', chatId: 77 });
    expect(await send()).toMatchObject({ error_code: 403 });
  });

  it.each([
    ['no-answer', true],
    ['socket-drop', true],
    ['socket-drop', false],
  ] as const)('%s with accepts %s loses the answer, not the truth about the effect', async (kind, accepts) => {
    telegram.faults.add({ kind, accepts, method: 'sendMessage' });
    const request = fetch(`${telegram.url}/bot${token}/sendMessage?chat_id=77&text=x`, {
      signal: AbortSignal.timeout(200),
    });
    await expect(request).rejects.toThrow();
    expect(telegram.ledger.calls.at(-1)).toMatchObject({ fault: kind, isAccepted: accepts, answer: undefined });
    expect(telegram.messagesOf(77).filter(({ author }) => author === 'bot')).toHaveLength(accepts ? 1 : 0);
  });

  it('answers garbage and slowly', async () => {
    telegram.faults.add({ kind: 'garbage' });
    telegram.faults.add({ kind: 'slow', delayMs: 60 });
    const garbage = await fetch(`${telegram.url}/bot${token}/getMe`);
    expect([garbage.status, await garbage.text()]).toEqual([200, expect.stringContaining('<html>')]);
    const from = performance.now();
    await send();
    expect(performance.now() - from).toBeGreaterThan(50);
  });
});

describe('control over HTTP and the chat page', () => {
  it('drives the platform from another process and streams what happens', async () => {
    const control = (name: string, body: object) =>
      fetch(`${telegram.url}/_sim/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const bot = z.object({ token: z.string() }).parse(await (await control('bots', { name: 'Магазин' })).json());
    const stream = await fetch(`${telegram.url}/_sim/events`);
    const base64 = buildSamplePhoto().bytes.toString('base64');
    await control('customer-sends', { token: bot.token, from: anna, photo: { base64 }, caption: 'Что это?' });
    const chunks = stream.body?.pipeThrough(new TextDecoderStream()) ?? [];
    let seen = '';
    for await (const chunk of chunks) {
      seen += chunk;
      if (seen.includes('Что это?')) break;
    }
    const listed = z.array(z.object({ message: z.looseObject({ caption: z.string() }) }));
    const messages = await fetch(`${telegram.url}/_sim/messages?chat=77&token=${bot.token}`);
    expect(listed.parse(await messages.json())).toMatchObject([{ message: { caption: 'Что это?' } }]);
    expect((await control('customer-sends', { token: bot.token, from: anna })).status).toBe(400);
    expect((await control('faults', { kind: 'nonsense' })).status).toBe(400);
    expect((await control('nonsense', {})).status).toBe(404);
  });

  it('serves its page and nothing else', async () => {
    for (const path of [
      '/',
      '/page.css',
      '/chat.css',
      '/page.js',
      '/page-state.js',
      '/page-render.js',
      '/page-view.js',
    ]) {
      expect((await fetch(telegram.url + path)).status, path).toBe(200);
    }
    expect((await fetch(`${telegram.url}/start.ts`)).status).toBe(404);
  });
});
