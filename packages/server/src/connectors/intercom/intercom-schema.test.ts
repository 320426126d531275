import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { buildFile, buildMessage, buildPhoto, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer } from '../suite/vendor-server.ts';
import { sample } from './fixtures/sample.ts';
import { intercomConnector } from './index.ts';

const schemaFile = new URL('../../../../../../shared/schemas/intercom/api.intercom.io-2.15.yaml', import.meta.url);
const hasSchema = existsSync(schemaFile);
if (!hasSchema) console.info('Left out: the official description of Intercom is not beside the repository.');

const record = z.record(z.string(), z.unknown());
const described = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.looseObject({ enum: z.array(z.unknown()).optional() })).default({}),
});
const description = z.object({
  paths: z.record(z.string(), record),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** `/conversations/{conversation_id}/reply` for `/conversations/215/reply`. */
const fits = (template: string, path: string) =>
  template.split('/').length === path.split('/').length &&
  template.split('/').every((part, place) => part.startsWith('{') || part === path.split('/')[place]);

it.runIf(hasSchema)('every call and field that is sent stands in the official description', async () => {
  const { paths, components } = description.parse(parse(readFileSync(schemaFile, 'utf8')));
  const schemaOf = (name: string) => described.parse(components.schemas[name]);
  const vendor = await startVendorServer();
  vendor.answerWith(sample.accept);
  const io = makeIo({ vendorUrls: { INTERCOM_API_URL: vendor.url } });
  const { channel, chatId } = sample;
  await intercomConnector.connect.check(channel.credentials, io);
  await intercomConnector.fetchProfile?.({ chatId, senderId: '6a1' }, channel, io);
  await intercomConnector.send(buildMessage({ chatId, text: 'Да' }), channel, io);
  const files = { photos: [buildPhoto()], files: [buildFile()] };
  await intercomConnector.send(buildMessage({ chatId, text: 'Вот', ...files }), channel, io);
  // Its answer is lost: the conversation is read.
  vendor.answerWith((request) => (request.method === 'POST' ? 'drop' : sample.accept(request)));
  await intercomConnector.send(buildMessage({ chatId, text: 'Да' }), channel, io);
  await vendor.close();
  const seen = new Set<string>();
  const [reply, file] = [schemaOf('admin_reply_conversation_request'), schemaOf('conversation_attachment_files')];
  for (const { method, path, body, headers } of vendor.requests) {
    const known = Object.entries(paths).find(([template]) => fits(template, path));
    expect(known?.[1][method.toLowerCase()], `${method} ${path}`).toBeDefined();
    seen.add(`${method} ${known?.[0]}`);
    expect(schemaOf('intercom_version').enum?.map(String)).toContain(headers['intercom-version']);
    if (method !== 'POST') continue;
    const sent = record.parse(JSON.parse(body.toString()));
    expect(Object.keys(sent).filter((name) => !(name in reply.properties))).toEqual([]);
    expect(reply.required.filter((name) => !(name in sent))).toEqual([]);
    for (const [name, { enum: values }] of Object.entries(reply.properties))
      if (values && name in sent) expect(values).toContain(sent[name]);
    for (const one of z.array(record).catch([]).parse(sent.attachment_files))
      expect(Object.keys(one).sort()).toEqual(Object.keys(file.properties).sort());
  }
  expect([...seen].sort()).toEqual([
    'GET /admins',
    'GET /contacts/{contact_id}',
    'GET /conversations/{conversation_id}',
    'GET /me',
    'POST /conversations/{conversation_id}/reply',
  ]);
});
