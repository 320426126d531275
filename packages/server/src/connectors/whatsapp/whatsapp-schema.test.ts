import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer, type VendorRequest } from '../suite/vendor-server.ts';
import { sample } from './fixtures/sample.ts';
import { whatsappConnector } from './index.ts';

const DESCRIPTION = '../../../../../../shared/schemas/meta/business-messaging-api_v23.0.yaml';
const schemaFile = new URL(DESCRIPTION, import.meta.url);
const hasSchema = existsSync(schemaFile);
if (!hasSchema) console.info('Left out: the official description of WhatsApp is not beside the repository.');

const described = z.object({
  $ref: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  maxLength: z.number().optional(),
  minItems: z.number().default(0),
  maxItems: z.number().default(1000),
  items: z.unknown().optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).default({}),
  allOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  discriminator: z.object({ propertyName: z.string(), mapping: z.record(z.string(), z.string()) }).optional(),
});
type Described = z.output<typeof described>;
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});
const operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }),
});
const record = z.record(z.string(), z.unknown());

/** Every fault of a value, by its place. A closed part of `allOf` is read with its neighbours, as it is meant. */
function createJudge(schemas: Record<string, unknown>) {
  const nameOf = (ref: string) => ref.split('/').at(-1) ?? '';

  function open(schema: unknown): Described {
    const one = described.parse(schema);
    const whole = one.$ref === undefined ? one : open(schemas[nameOf(one.$ref)]);
    const parts = [whole, ...whole.allOf.map(open)];
    return {
      ...whole,
      type: parts.find(({ type }) => type !== undefined)?.type,
      required: parts.flatMap(({ required }) => required),
      properties: Object.fromEntries(parts.flatMap(({ properties }) => Object.entries(properties))),
    };
  }

  function judge(schema: unknown, value: unknown, place: string): string[] {
    const one = open(schema);
    const ways = findWays(one, value);
    if (ways.length > 0) {
      const readings = ways.map((way) => judge(way, value, place));
      return readings.reduce((best, faults) => (faults.length < best.length ? faults : best));
    }
    if (one.enum && !one.enum.includes(value)) return [`${place}: not one of the values`];
    if (typeof value === 'string') {
      const isText = one.type === undefined || one.type === 'string';
      return isText && value.length <= (one.maxLength ?? 1e9) ? [] : [`${place}: ${one.type} ${one.maxLength}`];
    }
    if (typeof value === 'boolean') return one.type === 'boolean' ? [] : [`${place}: ${one.type}`];
    if (Array.isArray(value)) {
      const isFit = one.type === 'array' && value.length >= one.minItems && value.length <= one.maxItems;
      return [...(isFit ? [] : [`${place}: length`]), ...value.flatMap((item) => judge(one.items, item, `${place}[]`))];
    }
    return judgeObject(one, record.parse(value), place);
  }

  /** The form that the named kind has, or every form there is. */
  function findWays({ discriminator, oneOf }: Described, value: unknown): unknown[] {
    const kind = discriminator && record.parse(value)[discriminator.propertyName];
    const named = discriminator?.mapping[String(kind)];
    return named === undefined ? oneOf : [withoutChoice(nameOf(named))];
  }

  /** A form names the general one as a part of itself. */
  const withoutChoice = (name: string) => {
    const { discriminator: _choice, oneOf: _forms, ...form } = open(schemas[name]);
    return { ...form, allOf: [] };
  };

  function judgeObject({ required, properties }: Described, value: Record<string, unknown>, place: string): string[] {
    const missing = [...new Set(required)].filter((name) => !(name in value));
    return [
      ...missing.map((name) => `${place}.${name}: missing`),
      ...Object.entries(value).flatMap(([name, held]) =>
        name in properties ? judge(properties[name], held, `${place}.${name}`) : [`${place}.${name}: not described`],
      ),
    ];
  }

  return judge;
}

/** What the platform's reference pages have and its description lacks, each at its place. */
const beyond: Record<string, string> = {
  '/messages.biz_opaque_callback_data: not described': 'described for calls alone; statuses give it back',
  '/messages.recipient: not described': 'customers without a phone came after this version',
  '/messages.to: missing': 'the same: one of the two stands there',
  '/messages.template.language.policy: missing': 'no example of the description has it',
  '/messages.template.components[].parameters[].parameter_name: not described': 'places with words for names',
  '/messages.image.caption: not described': 'stands in the examples of the description',
  '/messages.video.caption: not described': 'stands in the examples of the description',
  '/messages.document.caption: not described': 'stands in the examples of the description',
  '/messages.document.filename: not described': 'stands in the examples of the description',
  '/media.type: not described': 'the reference page of uploads asks for it',
};

async function readBody({ headers, body }: VendorRequest): Promise<Record<string, unknown>> {
  const type = headers['content-type'] ?? '';
  if (type === 'application/json') return record.parse(JSON.parse(body.toString()));
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]));
}

/** Everything that a number may be told. */
async function sendEverything(): Promise<VendorRequest[]> {
  const vendor = await startVendorServer();
  vendor.answerWith(sample.accept);
  const io = makeIo({ vendorUrls: { WHATSAPP_API_URL: vendor.url } });
  const { channel, chatId } = sample;
  const files = ['video/mp4', 'audio/ogg'].map((contentType) => ({ ...buildFile(), contentType }));
  const labels = (count: number) => Array.from({ length: count }, (_none, place) => `Вариант ${place + 1}`);
  const choose = (text: string, count: number) => ({ text, choices: { text, labels: labels(count) } });
  const template = (name: string) => ({ name: 'order_ready', language: 'ru', variables: [{ name, value: 'Анна' }] });
  for (const message of [
    { text: 'Да', replyToVendorId: 'wamid.HBgLCUSTOMER' },
    { text: 'Да', chatId: 'RU.13491208655302741918' },
    { text: 'Вот', photos: [buildPhoto()] },
    { text: 'Вот', files: [buildFile()] },
    { text: 'Вот', files },
    choose('Вы об этом?', 3),
    choose('Вы об этом?', 10),
    { text: 'Готово', template: template('1') },
    { text: 'Готово', template: template('name') },
  ])
    expect(await whatsappConnector.send(buildMessage({ chatId, ...message }), channel, io)).toMatchObject({
      kind: 'sent',
    });
  await vendor.close();
  return vendor.requests;
}

it.runIf(hasSchema)('every message and upload is one of the official description', { timeout: 120_000 }, async () => {
  const { paths, components } = description.parse(parse(readFileSync(schemaFile, 'utf8')));
  const judge = createJudge(components.schemas);
  const schemaOf = (name: string, type: string) =>
    operation.parse(paths[`/{Version}/{Phone-Number-ID}${name}`]?.post).requestBody.content[type]?.schema;
  const seen = new Set<string>();
  const faults = new Set<string>();
  for (const request of await sendEverything()) {
    expect(request.method).toBe('POST');
    const name = request.path.slice(request.path.lastIndexOf('/'));
    const [type = ''] = (request.headers['content-type'] ?? '').split(';');
    const body = await readBody(request);
    seen.add(`${name} ${String(body.type)}`);
    for (const fault of judge(schemaOf(name, type), body, name)) faults.add(fault);
  }
  const kinds = ['audio', 'document', 'image', 'interactive', 'template', 'text', 'video'];
  expect([...seen].filter((kind) => kind.startsWith('/messages')).sort()).toEqual(
    kinds.map((kind) => `/messages ${kind}`),
  );
  expect([...faults].sort()).toEqual(Object.keys(beyond).sort());
});

const base = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '7999' };
const button = (title: string) => ({ type: 'reply', reply: { id: '1', title } });
const buttons = (titles: string[]) => ({
  ...base,
  type: 'interactive',
  interactive: { type: 'button', body: { text: 'Да?' }, action: { buttons: titles.map(button) } },
});

it.runIf(hasSchema)('the reading of the description notices what is wrong', { timeout: 120_000 }, () => {
  const { components } = description.parse(parse(readFileSync(schemaFile, 'utf8')));
  const judge = createJudge(components.schemas);
  const message = { $ref: '#/components/schemas/Message' };
  const of = (value: unknown) => judge(message, value, '');
  const text = { ...base, type: 'text', text: { body: 'Да', preview_url: true } };
  expect(of(text)).toEqual([]);
  expect(of({ ...text, text: { body: 7 > 6 } })).toEqual(['.text.body: string']);
  expect(of({ ...text, texts: 'Да' })).toEqual(['.texts: not described']);
  expect(of({ ...text, recipient_type: 'crowd' })).toEqual(['.recipient_type: not one of the values']);
  expect(of({ ...base, type: 'image', image: { caption: 'Да' } })).toContain('.image.id: missing');
  expect(of(buttons(['Да', 'Нет']))).toEqual([]);
  expect(of(buttons(['Да', 'Нет', 'Ещё', 'Иное']))).not.toEqual([]);
  expect(of(buttons(['Слишком длинный ответ']))).toEqual(['.interactive.action.buttons[].reply.title: string 20']);
});
