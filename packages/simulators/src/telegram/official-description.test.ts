import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { METHODS } from './methods/method-table.ts';
import { startTelegramSimulator } from './start.ts';

const file = new URL('../../../../../shared/schemas/telegram/api.min.json', import.meta.url);
const field = z.object({ name: z.string(), types: z.array(z.string()), required: z.boolean() });
const described = z.object({
  fields: z.array(field).optional(),
  subtypes: z.array(z.string()).optional(),
  returns: z.array(z.string()).optional(),
});
const schema = z.object({ methods: z.record(z.string(), described), types: z.record(z.string(), described) });

const isPresent = existsSync(file);
if (!isPresent) console.info('Left out: ../shared/schemas/telegram is absent.');

/** Checks a value against one of the official types; the complaint names the place. */
function check(api: z.output<typeof schema>, value: unknown, types: string[], place: string): string[] {
  const complaints = types.map((type) => checkType(api, value, type, place));
  return complaints.find((list) => list.length === 0) ?? complaints[0] ?? [];
}

function checkType(api: z.output<typeof schema>, value: unknown, type: string, place: string): string[] {
  if (type.startsWith('Array of ')) {
    if (!Array.isArray(value)) return [`${place} is no array`];
    return value.flatMap((item, index) => check(api, item, [type.slice('Array of '.length)], `${place}[${index}]`));
  }
  if (type === 'Integer') return Number.isSafeInteger(value) ? [] : [`${place} is no integer`];
  if (type === 'Float') return typeof value === 'number' ? [] : [`${place} is no number`];
  if (type === 'String') return typeof value === 'string' ? [] : [`${place} is no text`];
  if (type === 'Boolean') return typeof value === 'boolean' ? [] : [`${place} is no boolean`];
  const official = api.types[type];
  if (official === undefined) return [`${place}: ${type} is no official type`];
  if (official.subtypes !== undefined && official.subtypes.length > 0)
    return check(api, value, official.subtypes, place);
  const object = z.record(z.string(), z.unknown()).safeParse(value);
  if (!object.success) return [`${place} is no object`];
  const fields = official.fields ?? [];
  const unknown = Object.keys(object.data).filter((key) => !fields.some(({ name }) => name === key));
  const missing = fields.filter(({ name, required }) => required && object.data[name] === undefined);
  return [
    ...unknown.map((key) => `${place}.${key} is not in ${type}`),
    ...missing.map(({ name }) => `${place}.${name} is missing`),
    ...fields
      .filter(({ name }) => object.data[name] !== undefined)
      .flatMap(({ name, types }) => check(api, object.data[name], types, `${place}.${name}`)),
  ];
}

describe.skipIf(!isPresent)('against the official description of the Bot API', async () => {
  const api = isPresent ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : { methods: {}, types: {} };
  const telegram = await startTelegramSimulator();
  const { token } = telegram.registerBot();
  const call = async (method: string, params: object = {}) => {
    const response = await fetch(`${telegram.url}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    });
    const body = z.looseObject({ ok: z.boolean(), result: z.unknown() }).parse(await response.json());
    return body.result;
  };
  afterAll(() => telegram.close());

  it('knows only official methods and fields', () => {
    for (const [name, method] of Object.entries(METHODS)) {
      const official = (api.methods[name]?.fields ?? []).map((known) => known.name);
      expect(api.methods[name], name).toBeDefined();
      expect(
        method.fields.filter((known) => !official.includes(known)),
        name,
      ).toEqual([]);
    }
  });

  it('emits only official updates', async () => {
    const from = { id: 5, firstName: 'Anna', username: 'anna' };
    const group = { id: -77, type: 'group', title: 'Дом' } as const;
    const first = telegram.customerSends({ token, from, text: '/start promo' });
    const messageId = first.messages[0]?.message_id ?? 0;
    const contents = [
      { photo: {}, caption: 'Смотрите https://example.org' },
      { voice: { duration: 3 } },
      { audio: {} },
      { video: {} },
      { document: { name: 'счёт.pdf', mimeType: 'application/pdf' } },
      { sticker: {} },
      { location: { latitude: 55.7, longitude: 37.6 } },
      { contact: { phoneNumber: '+79990000000', firstName: 'Анна' } },
      { album: [{}, {}], caption: 'Две' },
      { text: 'Ответ', replyTo: messageId },
      { edited: { messageId, text: 'Правка' } },
      { callback: { messageId, data: 'yes' } },
    ];
    for (const content of contents) telegram.customerSends({ token, from, ...content });
    telegram.block({ token, userId: 5 });
    telegram.unblock({ token, userId: 5 });
    telegram.addToGroup({ token, chat: group, by: from });
    telegram.customerSends({ token, from, chat: -77, text: '/help' });
    telegram.upgradeGroup({ token, chatId: -77, by: from });
    const updates = await call('getUpdates');
    expect(z.array(z.unknown()).parse(updates)).toHaveLength(21);
    expect(checkType(api, updates, 'Array of Update', 'updates')).toEqual([]);
  });

  it('answers only official results', async () => {
    const chat_id = 5;
    const { photo } = z
      .looseObject({ photo: z.unknown() })
      .parse(telegram.messagesOf(5).find(({ message }) => message.photo)?.message);
    const file_id = z.array(z.object({ file_id: z.string() })).parse(photo)[0]?.file_id;
    telegram.setAvatar({ token, person: { id: 5, firstName: 'Anna' } });
    const calls: [string, object][] = [
      ['getMe', {}],
      ['getWebhookInfo', {}],
      ['sendMessage', { chat_id, text: '<b>Да</b> <a href="https://example.org">тут</a>', parse_mode: 'HTML' }],
      ['sendPhoto', { chat_id, photo: file_id, caption: 'Вот' }],
      [
        'sendMediaGroup',
        {
          chat_id,
          media: [
            { type: 'photo', media: file_id },
            { type: 'photo', media: file_id },
          ],
        },
      ],
      ['sendAnimation', { chat_id, animation: file_id }],
      ['sendDocument', { chat_id, document: file_id }],
      ['sendVoice', { chat_id, voice: file_id }],
      ['sendVideo', { chat_id, video: file_id }],
      ['sendLocation', { chat_id, latitude: 1.5, longitude: 2 }],
      ['sendContact', { chat_id, phone_number: '+7', first_name: 'Б' }],
      ['sendChatAction', { chat_id, action: 'typing' }],
      ['getFile', { file_id }],
      ['getUserProfilePhotos', { user_id: 5, limit: 1 }],
      ['getChat', { chat_id }],
    ];
    for (const [method, params] of calls) {
      const result = await call(method, params);
      expect(check(api, result, api.methods[method]?.returns ?? [], method)).toEqual([]);
    }
    expect(telegram.ledger.calls.flatMap(({ unknownParams }) => unknownParams)).toEqual([]);
  });
});
