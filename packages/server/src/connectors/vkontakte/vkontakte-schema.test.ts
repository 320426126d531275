import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { readFixtures } from '../suite/connector-sample.ts';
import { startVendorServer } from '../suite/vendor-server.ts';
import { readCall, sample } from './fixtures/sample.ts';
import { vkontakteConnector } from './index.ts';
import { eventSwitches } from './payload.ts';

const folder = new URL('../../../../../../shared/schemas/vkontakte/', import.meta.url);
const hasSchema = existsSync(folder);
if (!hasSchema) console.info('Left out: the official description of the VK API is not beside the repository.');

const readFile = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const parameter = z.object({
  name: z.string(),
  type: z.unknown(),
  required: z.boolean().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
});
type Parameter = z.output<typeof parameter>;
const method = z.object({
  name: z.string(),
  access_token_type: z.array(z.string()),
  parameters: z.array(parameter).default([]),
});
const description = z.object({ methods: z.array(method) });
const readMethods = () =>
  ['messages', 'groups', 'photos', 'docs', 'users'].flatMap(
    (name) => description.parse(readFile(`${name}/methods.json`)).methods,
  );

async function makeEveryCall() {
  const vendor = await startVendorServer();
  vendor.answerWith(sample.accept);
  const io = makeIo({ vendorUrls: { VK_API_URL: vendor.url } });
  const { channel, chatId } = sample;
  const { connect, send, sendTyping, fetchMedia, fetchProfile, pull } = vkontakteConnector;
  const webhookUrl = 'https://shop.example/hooks/vkontakte/c';
  const ours = { id: 4, title: 'Otvet', url: `${webhookUrl.slice(0, -1)}${channel.id}/old`, status: 'failed' };
  await connect.check(channel.credentials, io);
  const credentials = await connect.prepare(channel, { webhookUrl, isFirst: true }, io);
  await connect.activate({ ...channel, credentials }, { webhookUrl, isFirst: true }, io);
  await connect.activate(channel, { webhookUrl: null, isFirst: true }, io);
  vendor.answerWith((request) =>
    request.path.endsWith('getCallbackServers')
      ? { status: 200, body: { response: { items: [ours] } } }
      : sample.accept(request),
  );
  await connect.deactivate(channel, io, new Set());
  vendor.answerWith(sample.accept);
  const voice = { ...buildFile(), contentType: 'audio/ogg' };
  await send(buildMessage({ chatId, text: 'Да', replyToVendorId: '10' }), channel, io);
  await send(buildMessage({ chatId, text: 'Вот', photos: [buildPhoto()], files: [buildFile(), voice] }), channel, io);
  const choices = { text: 'Вы об этом?', labels: ['Доставка', 'Позвать сотрудника'] };
  await send(buildMessage({ chatId, text: 'Вы об этом?', choices }), channel, io);
  await send(buildMessage({ chatId, text: 'Да', endsChoices: true }), channel, io);
  await sendTyping?.(chatId, channel, io);
  const gone = JSON.stringify({ url: `${vendor.url}/gone`, peer: 77, cmid: 12, index: 0 });
  vendor.answerWith((request) => (request.path === '/gone' ? { status: 404, body: '' } : sample.accept(request)));
  await fetchMedia?.(gone, channel, io);
  await fetchProfile?.({ chatId, senderId: chatId }, channel, io);
  await fetchProfile?.({ chatId: '2000000005', senderId: chatId }, channel, io);
  await pull?.(channel, '5', { signal: new AbortController().signal, waitSeconds: 1 }, io);
  const calls = await Promise.all(vendor.requests.filter(({ path }) => path.startsWith('/method/')).map(readCall));
  await vendor.close();
  return calls;
}

/** A form has texts only: what they must look like to be read as the declared type. */
function checkValue(
  { name, type, maxLength = 1e9, minimum = -1e300, maximum = 1e300, ...rest }: Parameter,
  value: string,
): void {
  if (type === 'integer' || type === 'number') {
    expect(value, name).toMatch(/^-?\d+$/);
    expect(Number(value), name).toBeGreaterThanOrEqual(minimum);
    expect(Number(value), name).toBeLessThanOrEqual(maximum);
  }
  if (type === 'boolean') expect(['0', '1'], name).toContain(value);
  expect(value.length, name).toBeLessThanOrEqual(maxLength);
  if (rest.enum) expect(rest.enum.map(String), name).toContain(value);
}

it.runIf(hasSchema)(
  'every method and parameter that is sent stands in the official description, for keys of communities',
  async () => {
    const methods = readMethods();
    const calls = await makeEveryCall();
    expect(new Set(calls.map((call) => call.method)).size).toBe(18);
    for (const call of calls) {
      const known = methods.find(({ name }) => name === call.method);
      expect(known?.access_token_type, call.method).toContain('group');
      expect(call.params.v).toBe('5.199');
      for (const [name, value] of Object.entries(call.params)) {
        if (name === 'v') continue;
        const declared = known?.parameters.find((one) => one.name === name);
        expect(declared, `${call.method} ${name}`).toBeDefined();
        if (declared) checkValue(declared, value);
      }
      const missing = known?.parameters.filter(
        ({ name, required }) => required === true && call.params[name] === undefined,
      );
      expect(missing, call.method).toEqual([]);
    }
  },
);

const definitions = z.object({
  definitions: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })),
});

it.runIf(hasSchema)('a keyboard and a quotation have the fields of the official description', async () => {
  const objects = definitions.parse(readFile('messages/objects.json')).definitions;
  const namesOf = (name: string) => Object.keys(objects[name]?.properties ?? {});
  const calls = await makeEveryCall();
  const keyboards = calls.flatMap(({ params }) => (params.keyboard === undefined ? [] : [JSON.parse(params.keyboard)]));
  expect(keyboards).toHaveLength(2);
  for (const keyboard of keyboards) {
    expect(namesOf('messages_keyboard')).toEqual(expect.arrayContaining(Object.keys(keyboard)));
    for (const button of keyboard.buttons.flat()) {
      expect(namesOf('messages_keyboard_button')).toEqual(expect.arrayContaining(Object.keys(button)));
      expect(namesOf('messages_keyboard_button_action_text')).toEqual(
        expect.arrayContaining(Object.keys(button.action)),
      );
    }
  }
  const forwards = calls.flatMap(({ params }) => (params.forward === undefined ? [] : [JSON.parse(params.forward)]));
  expect(forwards).toEqual([{ peer_id: 77, conversation_message_ids: [10], is_reply: true }]);
  expect(namesOf('messages_forward')).toEqual(expect.arrayContaining(Object.keys(forwards[0])));
});

it.runIf(hasSchema)('every event that is asked for, and every fixture, is one of the official description', () => {
  const callback = definitions.parse(readFile('callback/objects.json')).definitions;
  const types = z.object({ enum: z.array(z.string()) }).parse(callback.callback_type).enum;
  // Described, and left out of the list of types.
  const known = new Set([...types, 'message_event']);
  for (const name of Object.keys(eventSwitches)) expect(known).toContain(name);
  for (const { name, payload } of readFixtures('vkontakte')) {
    const { type, object } = z.object({ type: z.string(), object: z.looseObject({}) }).parse(payload);
    expect(known, name).toContain(type);
    const properties = callback[`callback_${type}`]?.properties;
    if (properties) expect(Object.keys(properties), name).toEqual(expect.arrayContaining(Object.keys(object)));
  }
});
