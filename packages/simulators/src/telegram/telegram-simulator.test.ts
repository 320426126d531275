import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readBytes, readJsonObject } from '../http/read-body.ts';
import { serve } from '../http/serve.ts';
import { answerSchema, callBotApi } from './call-bot-api.ts';
import { startTelegramSimulator, type TelegramSimulator } from './start.ts';

const updateSchema = z.looseObject({
  update_id: z.number(),
  message: z.looseObject({ text: z.string().optional() }).optional(),
});

const anna = { id: 77, firstName: 'Анна', username: 'anna' };
let telegram: TelegramSimulator;
let token: string;
let hour = 0;

beforeEach(async () => {
  hour = 0;
  telegram = await startTelegramSimulator({
    allowHttp: true,
    backoff: { firstMs: 5, maxMs: 20 },
    clock: () => Date.now() + hour * 3_600_000,
  });
  token = telegram.registerBot().token;
});
afterEach(() => telegram.close());

const call = (method: string, params: object | FormData = {}, as = token) =>
  callBotApi({ url: telegram.url, token: as, method, params });
const poll = async (params: object = {}) => z.array(updateSchema).parse((await call('getUpdates', params)).result);

/** A webhook that answers as it is told, then 200, and remembers what came. */
async function startHook(statuses: number[]) {
  const seen: { secret: unknown; update: z.output<typeof updateSchema> }[] = [];
  const server = await serve({
    handle: async ({ request, response }) => {
      const update = updateSchema.parse(readJsonObject(await readBytes(request, 10_000)));
      seen.push({ secret: request.headers['x-telegram-bot-api-secret-token'], update });
      response.writeHead(statuses.shift() ?? 200).end();
    },
  });
  return { seen, url: `${server.url}/hook`, close: server.close };
}

describe('tokens and envelope', () => {
  it('words tokens that are wrong, unknown or revoked as the server does', async () => {
    expect(await call('getMe', {}, 'nonsense')).toMatchObject({ error_code: 404, description: 'Not Found' });
    expect(await call('getMe', {}, '012:abc')).toMatchObject({
      error_code: 401,
      description: 'Unauthorized: invalid token specified',
    });
    expect(await call('getMe', {}, '12:abc')).toMatchObject({ error_code: 401, description: 'Unauthorized' });
    telegram.revokeToken(token);
    expect(await call('getMe')).toMatchObject({ error_code: 401 });
  });

  it('takes methods in any case, forms and queries', async () => {
    telegram.customerSends({ token, from: anna, text: 'Привет' });
    const form = await fetch(`${telegram.url}/bot${token}/SENDMESSAGE`, {
      method: 'POST',
      body: new URLSearchParams({ chat_id: '77', text: 'да' }),
    });
    const query = await fetch(`${telegram.url}/bot${token}/sendMessage?chat_id=77&text=${encodeURIComponent('нет')}`);
    expect([form.status, query.status]).toEqual([200, 200]);
    expect(telegram.messagesOf(77).map(({ message }) => message.text)).toEqual(['Привет', 'да', 'нет']);
    expect(await call('sendPigeon')).toMatchObject({ error_code: 404 });
  });
});

describe('polling', () => {
  it('repeats updates until an offset confirms them', async () => {
    const ids = ['раз', 'два', 'три'].flatMap((text) => telegram.customerSends({ token, from: anna, text }).updateIds);
    expect((await poll({ limit: 2 })).map(({ update_id }) => update_id)).toEqual(ids.slice(0, 2));
    expect(await poll({ offset: (ids[1] ?? 0) + 1 })).toHaveLength(1);
    expect(await poll({ offset: (ids[2] ?? 0) + 1 })).toEqual([]);
  });

  it('wakes a long poll and ends the older of two with 409', async () => {
    const older = call('getUpdates', { timeout: 20 });
    await expect.poll(() => telegram.ledger.calls.length).toBe(1);
    const newer = poll({ timeout: 20 });
    expect(await older).toMatchObject({
      error_code: 409,
      description: expect.stringContaining('terminated by other getUpdates'),
    });
    telegram.customerSends({ token, from: anna, text: 'Ау' });
    expect(await newer).toHaveLength(1);
  });

  it('refuses beside a webhook, filters kinds and forgets after a day', async () => {
    await call('setWebhook', { url: 'https://example.org/hook' });
    expect(await call('getUpdates')).toMatchObject({
      error_code: 409,
      description: expect.stringContaining('webhook is active'),
    });
    await call('deleteWebhook');
    await poll({ allowed_updates: ['my_chat_member'] });
    expect(telegram.customerSends({ token, from: anna, text: 'Ау' }).updateIds).toEqual([]);
    telegram.block({ token, userId: 77 });
    expect(await poll()).toHaveLength(1);
    hour = 25;
    expect(await poll()).toEqual([]);
  });

  it('repeats a confirmed update once and turns the order round on demand', async () => {
    const [id = 0] = telegram.customerSends({ token, from: anna, text: 'раз' }).updateIds;
    expect(await poll({ offset: id + 1 })).toEqual([]);
    await telegram.redeliver(id);
    expect(await poll({ offset: id + 1 })).toHaveLength(1);
    expect(await poll({ offset: id + 1 })).toEqual([]);
    telegram.outOfOrder({ token, count: 2 });
    for (const text of ['один', 'два']) telegram.customerSends({ token, from: anna, text });
    expect((await poll()).map(({ message }) => message?.text)).toEqual(['два', 'один']);
  });
});

describe('webhook', () => {
  it('brings updates of a chat in order, with the secret, and repeats what was not taken', async () => {
    const hook = await startHook([500, 503, 200]);
    await call('setWebhook', { url: hook.url, secret_token: 'sesame_1' });
    for (const text of ['1', '2', '3']) telegram.customerSends({ token, from: anna, text });
    await telegram.waitUntilDelivered(token);
    expect(hook.seen.map(({ update }) => update.message?.text)).toEqual(['1', '1', '1', '2', '3']);
    expect(new Set(hook.seen.map(({ secret }) => secret))).toEqual(new Set(['sesame_1']));
    expect(telegram.ledger.deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 1, 1]);
    const info = await call('getWebhookInfo');
    expect(info.result).toMatchObject({
      pending_update_count: 0,
      last_error_message: 'Wrong response from the webhook: 503 Service Unavailable',
    });
    await telegram.redeliver(hook.seen[0]?.update.update_id ?? 0, { isParallel: true });
    expect(hook.seen).toHaveLength(6);
    await hook.close();
  });

  it('lets one failing chat block only itself, and executes a method in the answer', async () => {
    const body = JSON.stringify({ method: 'sendMessage', chat_id: 78, text: 'из ответа' });
    const seen: string[] = [];
    let isBroken = true;
    const hook = await serve({
      handle: async ({ request, response }) => {
        const { message } = updateSchema.parse(readJsonObject(await readBytes(request, 10_000)));
        seen.push(message?.text ?? '');
        const fails = isBroken && message?.text === 'сбой';
        response.writeHead(fails ? 500 : 200).end(message?.text === 'другой чат' ? body : '');
      },
    });
    await call('setWebhook', { url: hook.url });
    telegram.customerSends({ token, from: anna, text: 'сбой' });
    telegram.customerSends({ token, from: anna, text: 'за ним' });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    telegram.customerSends({ token, from: { id: 78 }, text: 'другой чат' });
    await telegram.waitForMessage(78, ({ message }) => message.text === 'из ответа');
    expect(seen).not.toContain('за ним');
    isBroken = false;
    await telegram.waitUntilDelivered(token);
    expect(seen.filter((text) => text !== 'сбой')).toEqual(['другой чат', 'за ним']);
    await hook.close();
  });

  it('removes a webhook that answers 410 for more than 23 hours', async () => {
    const hook = await startHook([410, 410, 410, 410, 410, 410, 410, 410, 410, 410]);
    await call('setWebhook', { url: hook.url });
    telegram.customerSends({ token, from: anna, text: 'ау' });
    await expect.poll(() => hook.seen.length).toBeGreaterThan(1);
    hour = 23.5;
    await expect
      .poll(async () => (await call('getWebhookInfo')).result)
      .toMatchObject({ url: '', pending_update_count: 1 });
    await hook.close();
  });

  it('refuses addresses and secrets that the platform refuses', async () => {
    const strict = await startTelegramSimulator();
    const bot = strict.registerBot();
    const set = async (params: Record<string, string>) => {
      const response = await fetch(`${strict.url}/bot${bot.token}/setWebhook`, {
        method: 'POST',
        body: new URLSearchParams(params),
      });
      return answerSchema.parse(await response.json()).description;
    };
    expect(await set({ url: 'http://example.org/' })).toContain('An HTTPS URL must be provided');
    expect(await set({ url: 'https://example.org:3000/' })).toContain('only on ports 80, 88, 443 or 8443');
    expect(await set({ url: 'https://example.org/', secret_token: 'a b' })).toContain('unallowed characters');
    await strict.close();
  });
});

describe('sending', () => {
  beforeEach(() => {
    telegram.customerSends({ token, from: anna, text: 'Привет' });
  });

  it.each([
    [{ text: '' }, 'message text is empty'],
    [{ text: 'я'.repeat(4097) }, 'message is too long'],
    [{ text: '<b>да', parse_mode: 'HTML' }, `can't parse entities: Can't find end tag corresponding to start tag "b"`],
    [{ text: '<q>да</q>', parse_mode: 'HTML' }, `can't parse entities: Unsupported start tag "q" at byte offset 0`],
    [{ text: 'Цена 5.', parse_mode: 'MarkdownV2' }, "can't parse entities: Character '.' is reserved"],
    [{ text: 'да', reply_parameters: { message_id: 999 } }, 'message to be replied not found'],
    [
      { text: 'да', reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'x'.repeat(65) }]] } },
      'BUTTON_DATA_INVALID',
    ],
  ])('refuses with the words of the server: %#', async (params, reason) => {
    expect((await call('sendMessage', { chat_id: 77, ...params })).description).toContain(`Bad Request: ${reason}`);
  });

  it('strips formatting into entities and allows 4096 units after it', async () => {
    await call('sendMessage', { chat_id: 77, text: `<b>${'я'.repeat(4096)}</b>`, parse_mode: 'HTML' });
    await call('sendMessage', {
      chat_id: 77,
      text: '*жирно* и [тут](https://example.org/a\\)b) `x`',
      parse_mode: 'MarkdownV2',
    });
    const [, long, marked] = telegram.messagesOf(77);
    expect(long?.message.entities).toEqual([{ type: 'bold', offset: 0, length: 4096 }]);
    expect(marked?.message).toMatchObject({
      text: 'жирно и тут x',
      entities: [{ type: 'bold' }, { type: 'text_link', url: 'https://example.org/a)b' }, { type: 'code' }],
    });
  });

  it('words blocked, unknown, deactivated, kicked and migrated chats', async () => {
    const send = (chat_id: number) => call('sendMessage', { chat_id, text: 'да' });
    expect(await send(1)).toMatchObject({ error_code: 400, description: 'Bad Request: chat not found' });
    telegram.block({ token, userId: 77 });
    expect(await send(77)).toMatchObject({ error_code: 403, description: 'Forbidden: bot was blocked by the user' });
    telegram.customerSends({ token, from: anna, text: 'снова я' });
    expect(await send(77)).toMatchObject({ ok: true });
    telegram.deactivate({ token, userId: 77 });
    expect(await send(77)).toMatchObject({ description: 'Forbidden: user is deactivated' });
    const other = telegram.registerBot().token;
    expect(await call('sendMessage', { chat_id: 77, text: 'да' }, other)).toMatchObject({
      description: "Forbidden: bot can't initiate conversation with a user",
    });
    telegram.addToGroup({ token, chat: { id: -5, type: 'group', title: 'Дом' }, by: anna });
    const upgraded = telegram.upgradeGroup({ token, chatId: -5, by: anna });
    expect(await send(-5)).toMatchObject({ error_code: 400, parameters: { migrate_to_chat_id: upgraded } });
    telegram.removeFromGroup({ token, chatId: upgraded, by: anna });
    expect(await send(upgraded)).toMatchObject({
      error_code: 403,
      description: 'Forbidden: bot was kicked from the supergroup chat',
    });
  });

  it('hides group talk from a bot in privacy mode', () => {
    telegram.addToGroup({ token, chat: { id: -5, type: 'group', title: 'Дом' }, by: anna });
    const say = (text: string) => telegram.customerSends({ token, from: anna, chat: -5, text }).updateIds.length;
    expect([say('болтовня'), say('/help')]).toEqual([0, 1]);
  });

  it('edits, deletes and answers a button once', async () => {
    const sent = z
      .object({ message_id: z.number() })
      .parse((await call('sendMessage', { chat_id: 77, text: 'раз' })).result);
    const edit = { chat_id: 77, message_id: sent.message_id, text: 'два' };
    expect(await call('editMessageText', edit)).toMatchObject({ ok: true });
    expect((await call('editMessageText', edit)).description).toContain('message is not modified');
    const { callbackId } = telegram.customerSends({
      token,
      from: anna,
      callback: { messageId: sent.message_id, data: 'y' },
    });
    expect(await call('answerCallbackQuery', { callback_query_id: callbackId })).toMatchObject({ ok: true });
    hour = 1;
    expect((await call('answerCallbackQuery', { callback_query_id: callbackId })).description).toContain(
      'query is too old',
    );
    await call('deleteMessage', { chat_id: 77, message_id: sent.message_id });
    expect((await call('deleteMessage', { chat_id: 77, message_id: sent.message_id })).description).toContain(
      'message to delete not found',
    );
  });
});
