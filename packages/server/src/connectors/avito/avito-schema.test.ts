import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer, type VendorRequest } from '../suite/vendor-server.ts';
import { sample } from './fixtures/sample.ts';
import { avitoConnector } from './index.ts';

const folder = new URL('../../../../../../shared/schemas/avito/', import.meta.url);
const hasSchema = existsSync(folder);
if (!hasSchema) console.info('Left out: the official description of Avito is not beside the repository.');

const reference = z.object({ $ref: z.string() });
const schema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  enum: z.array(z.unknown()).optional(),
  maxLength: z.number().optional(),
});
const operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
  parameters: z.array(z.unknown()).default([]),
});
const description = z.object({
  paths: z.record(z.string(), z.looseObject({ parameters: z.array(z.unknown()).default([]) })),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()).default({}),
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
});
type Description = z.output<typeof description>;

/** Three calls of one address are told apart by characters that nobody sees. */
const plainPath = (path: string) => path.replaceAll('\u200e', '');

function readDescriptions(): Description[] {
  const names = ['messenger', 'authorization', 'user'];
  return names.map((name) => description.parse(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))));
}

const fits = (template: string, path: string) =>
  template.split('/').length === path.split('/').length &&
  template.split('/').every((part, place) => part.startsWith('{') || part === path.split('/')[place]);

/** The operations that a request may be: three stand at the address of tokens. */
function findOperations(descriptions: Description[], { method, path }: VendorRequest) {
  const [address = ''] = path.split('?');
  return descriptions.flatMap(({ paths, components }) =>
    Object.entries(paths).flatMap(([template, methods]) => {
      const found = fits(plainPath(template), address) ? methods[method.toLowerCase()] : undefined;
      if (found === undefined) return [];
      const { parameters, ...rest } = operation.parse(found);
      return [
        { template: plainPath(template), components, ...rest, parameters: [...methods.parameters, ...parameters] },
      ];
    }),
  );
}

function readSchema(value: unknown, components: Description['components']) {
  const name = reference.safeParse(value).data?.$ref.split('/').at(-1);
  return schema.parse(name === undefined ? value : components.schemas[name]);
}

async function readFields({ body, headers }: VendorRequest): Promise<Record<string, unknown>> {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return z.record(z.string(), z.unknown()).parse(JSON.parse(body.toString()));
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.toString()));
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(form);
}

async function makeEveryCall(): Promise<VendorRequest[]> {
  const vendor = await startVendorServer();
  vendor.answerWith(sample.accept);
  const application = { AVITO_CLIENT_ID: 'app-1', AVITO_CLIENT_SECRET: 'app-secret' };
  const io = makeIo({ vendorUrls: { AVITO_API_URL: vendor.url }, vendorKeys: application });
  const { channel, chatId } = sample;
  const { connect, send, fetchMedia, fetchProfile, pull } = avitoConnector;
  await connect.check(channel.credentials, io);
  const webhookUrl = 'https://shop.example/hooks/avito/c';
  await connect.activate(channel, { webhookUrl, isFirst: true }, io);
  const [, , login] = connect.steps;
  const context = { values: {}, channelId: channel.id, webhookUrl, io };
  if (login?.kind === 'redirect') await login.take({ code: 'c' }, { returnUrl: '' }, context);
  const { clientId: _id, ...credentials } = channel.credentials;
  await connect.renewal?.renew({ ...channel, credentials }, io);
  await send(buildMessage({ chatId, text: 'Да', photos: [buildPhoto()] }), channel, io);
  await fetchProfile?.({ chatId, senderId: '1' }, channel, io);
  await fetchMedia?.(sample.vendorRef, channel, io).catch(() => undefined);
  const { cursor } = (await pull?.(channel, '', { signal: new AbortController().signal, waitSeconds: 0 }, io)) ?? {
    cursor: '',
  };
  const unread = JSON.stringify({ ...JSON.parse(cursor), unread: [chatId] });
  await pull?.(channel, unread, { signal: new AbortController().signal, waitSeconds: 0 }, io);
  const url = `https://old.example/hooks/avito/${channel.id}/x`;
  vendor.answerWith((request) =>
    request.path.endsWith('/subscriptions')
      ? { status: 200, body: { subscriptions: [{ url }] } }
      : sample.accept(request),
  );
  await connect.deactivate(channel, io, new Set());
  await vendor.close();
  return vendor.requests;
}

it.runIf(hasSchema)('every call, field and query that is sent stands in the official description', async () => {
  const descriptions = readDescriptions();
  const seen = new Set<string>();
  for (const request of await makeEveryCall()) {
    const operations = findOperations(descriptions, request);
    const [first] = operations;
    expect(first, `${request.method} ${request.path}`).toBeDefined();
    if (!first) continue;
    seen.add(`${request.method} ${first.template}`);
    const parameters = z.array(z.object({ name: z.string(), in: z.string() })).parse(
      first.parameters.map((one) => {
        const name = reference.safeParse(one).data?.$ref.split('/').at(-1);
        return name === undefined ? one : first.components.parameters[name];
      }),
    );
    const queries = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
    for (const name of new URL(request.path, 'http://x').searchParams.keys()) expect(queries).toContain(name);
    if (request.body.length === 0) continue;
    const fields = await readFields(request);
    const isOne = operations.some(({ requestBody, components }) =>
      Object.values(requestBody?.content ?? {}).some(({ schema: value }) => {
        const { properties, required } = readSchema(value, components);
        // `url` of a message is demanded by the description alone.
        const isWhole = required.every((name) => name in fields || !(name in properties));
        return isWhole && Object.keys(fields).every((name) => name in properties);
      }),
    );
    expect(isOne, `${request.path} ${Object.keys(fields)}`).toBe(true);
  }
  expect([...seen].sort()).toEqual([
    'GET /core/v1/accounts/self',
    'GET /messenger/v1/accounts/{user_id}/getVoiceFiles',
    'GET /messenger/v2/accounts/{user_id}/chats',
    'GET /messenger/v2/accounts/{user_id}/chats/{chat_id}',
    'GET /messenger/v3/accounts/{user_id}/chats/{chat_id}/messages/',
    'POST /messenger/v1/accounts/{user_id}/chats/{chat_id}/messages',
    'POST /messenger/v1/accounts/{user_id}/chats/{chat_id}/messages/image',
    'POST /messenger/v1/accounts/{user_id}/uploadImages',
    'POST /messenger/v1/subscriptions',
    'POST /messenger/v1/webhook/unsubscribe',
    'POST /messenger/v3/webhook',
    'POST /token',
  ]);
});
