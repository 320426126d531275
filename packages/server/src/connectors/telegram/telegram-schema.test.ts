import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer } from '../suite/vendor-server.ts';
import { readCall, sample } from './fixtures/sample.ts';
import { telegramConnector } from './index.ts';
import { allowedUpdates } from './payload.ts';

const schemaFile = new URL('../../../../../../shared/schemas/telegram/api.min.json', import.meta.url);
const hasSchema = existsSync(schemaFile);
if (!hasSchema) console.info('Left out: the official description of the Bot API is not beside the repository.');

const fields = z.array(z.object({ name: z.string(), required: z.boolean().optional() })).default([]);
const description = z.object({
  methods: z.record(z.string(), z.object({ fields })),
  types: z.record(z.string(), z.object({ fields })),
});
const readDescription = () => description.parse(JSON.parse(readFileSync(schemaFile, 'utf8')));
const record = z.record(z.string(), z.unknown());

async function makeEveryCall(): Promise<{ method: string; names: string[]; params: Record<string, unknown> }[]> {
  const vendor = await startVendorServer();
  vendor.answerWith(sample.accept);
  const io = makeIo({ vendorUrls: { TELEGRAM_API_URL: vendor.url } });
  const { channel, chatId } = sample;
  const business = 'bc_Xy12:77';
  const { connect, send, sendTyping, fetchMedia, profileLink, pull } = telegramConnector;
  await connect.check(channel.credentials, io);
  await connect.activate(channel, { webhookUrl: null, isFirst: true }, io);
  await connect
    .activate(channel, { webhookUrl: 'https://shop.example/hooks', isFirst: true }, io)
    .catch(() => undefined);
  await send(buildMessage({ chatId, text: 'Да', replyToVendorId: '15' }), channel, io);
  await send(
    buildMessage({ chatId: business, text: 'Вот', photos: [buildPhoto()], files: [buildFile()] }),
    channel,
    io,
  );
  await send(buildMessage({ chatId, text: 'Вот', photos: [buildPhoto(), buildPhoto()] }), channel, io);
  await send(
    buildMessage({ chatId, text: 'Вот', files: [buildFile(), buildFile()], replyToVendorId: '15' }),
    channel,
    io,
  );
  const choices = { text: 'Вы об этом?', labels: ['Доставка', 'Позвать сотрудника'] };
  await send(buildMessage({ chatId, text: 'Вы об этом?', choices }), channel, io);
  await send(buildMessage({ chatId, text: 'Да', endsChoices: true }), channel, io);
  await sendTyping?.(business, channel, io);
  await fetchMedia?.(sample.vendorRef, channel, io).catch(() => undefined);
  await profileLink?.(chatId, channel, io);
  await pull?.(channel, '5', { signal: new AbortController().signal, waitSeconds: 1 }, io);
  const calls = await Promise.all(vendor.requests.filter(({ path }) => path.startsWith('/bot')).map(readCall));
  await vendor.close();
  return calls.map(({ method, params, files }) => {
    const uploads = files.filter((name) => !JSON.stringify(params).includes(`attach://${name}"`));
    return { method, params, names: [...Object.keys(params), ...uploads] };
  });
}

it.runIf(hasSchema)('every method and field that is sent stands in the official description', async () => {
  const { methods, types } = readDescription();
  const namesOf = (type: string) => types[type]?.fields.map(({ name }) => name) ?? [];
  const calls = await makeEveryCall();
  expect(new Set(calls.map(({ method }) => method)).size).toBe(12);
  for (const { method, names, params } of calls) {
    const known = methods[method]?.fields;
    expect(known, method).toBeDefined();
    expect(names.filter((name) => !known?.some((field) => field.name === name))).toEqual([]);
    expect(known?.filter((field) => field.required && !names.includes(field.name))).toEqual([]);
    for (const name of Object.keys(record.catch({}).parse(params.reply_parameters))) {
      expect(namesOf('ReplyParameters')).toContain(name);
    }
    const markup = record.catch({}).parse(params.reply_markup);
    const kind = 'keyboard' in markup ? 'ReplyKeyboardMarkup' : 'ReplyKeyboardRemove';
    expect(Object.keys(markup).filter((name) => !namesOf(kind).includes(name))).toEqual([]);
    for (const key of z.array(z.array(record)).catch([]).parse(markup.keyboard).flat())
      expect(Object.keys(key).filter((name) => !namesOf('KeyboardButton').includes(name))).toEqual([]);
    for (const item of z.array(record).catch([]).parse(params.media)) {
      const type = item.type === 'photo' ? 'InputMediaPhoto' : 'InputMediaDocument';
      for (const name of Object.keys(item)) expect(namesOf(type)).toContain(name);
    }
  }
  for (const name of allowedUpdates) expect(namesOf('Update')).toContain(name);
});
