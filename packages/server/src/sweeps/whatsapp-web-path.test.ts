import { startWhatsappWebDouble } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { connectors } from '../connectors/registry.ts';
import { createWhatsappWebConnector } from '../connectors/whatsapp-web/index.ts';
import { listDialogs, messagesOf, uploadPhoto } from '../testing/product/build-samples.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { answerWith } from '../testing/start-core.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';
import { waitUntil } from '../testing/wait-until.ts';

const anna = { id: '79161234567', name: 'Анна Орлова' };
const AT_ONCE = { minMs: 0, spreadMs: 0 };

const phone = startWhatsappWebDouble();
let isInstalled = false;
let app: TestApp;
let owner: Person;
let channelId = '';

beforeAll(async () => {
  const load = async () => {
    if (!isInstalled) throw new Error("Cannot find package 'baileys'");
    return await phone.load();
  };
  app = await startTestApp({
    rates: uncounted,
    connectors: { ...connectors, 'whatsapp-web': createWhatsappWebConnector(load, AT_ONCE) },
    decideTurn: async ({ turn }) => answerWith(`re: ${turn.turn.map(({ text }) => text || 'file').join(' | ')}`),
  });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await phone.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const stateSchema = z.looseObject({
  status: z.string(),
  id: z.string().optional(),
  step: z.looseObject({ kind: z.string(), name: z.string() }).optional(),
  channel: z.looseObject({ id: z.string() }).optional(),
});
const poll = async (id: string) => {
  const { body, status } = await ask('GET', `/v1/connect/poll/${id}`);
  return status === 200 ? stateSchema.parse(body) : { status: String(status), step: undefined, body };
};
const begin = async () => stateSchema.parse((await ask('POST', '/v1/connecting/whatsapp-web/', {})).body).id ?? '';
const advance = (id: string, input: object) => ask('POST', `/v1/connecting/${id}/advance/`, { input });
const shown = async (id: string) => (await poll(id)).step;

/** What an owner does, from the button to the channel. */
async function link(): Promise<string> {
  const id = await begin();
  await advance(id, { kind: 'fields', step: 'number', values: {} });
  await waitUntil(async () => typeof (await shown(id))?.content === 'string');
  phone.scan(String((await shown(id))?.content));
  await waitUntil(async () => (await shown(id))?.kind === 'review');
  const done = await advance(id, { kind: 'review', step: 'review' });
  return stateSchema.parse(done.body).channel?.id ?? done.text;
}

const dialogId = () => `9${anna.id}9@lid_${channelId}`;
const message = z.looseObject({
  id: z.string(),
  seq: z.number(),
  author: z.string(),
  text: z.string(),
  delivery: z.looseObject({ state: z.string() }).nullish(),
  attachments: z.array(z.looseObject({ state: z.string(), url: z.string().nullable() })).default([]),
});
const seen = async () =>
  z
    .array(message)
    .parse(await messagesOf(app, owner, dialogId()).catch(() => []))
    .toSorted((one, other) => one.seq - other.seq);
const fromUs = () => phone.conversation(anna.id).filter(({ author }) => author === 'business');
const arrives = (text: string) => waitUntil(() => fromUs().some((entry) => entry.text === text));
const copies = (text: string) => fromUs().filter((entry) => entry.text === text).length;
const say = (body: object) => ask('POST', `/v1/chat/messages/${encodeURIComponent(dialogId())}/`, body);
const channel = async () =>
  z
    .looseObject({ inactiveReason: z.string().nullable() })
    .parse((await ask('GET', `/v1/channels/whatsapp/${channelId}/`)).body);

const notInstalled = async () => (await ask('GET', '/v1/connecting/')).body.notInstalled;

it('without the library the screen says how to add it before and after the first step, and nothing breaks', async () => {
  expect(await notInstalled()).toEqual(['whatsapp-web']);
  const id = await begin();
  await advance(id, { kind: 'fields', step: 'number', values: {} });
  await waitUntil(
    async () => (await poll(id)).status !== '200' && JSON.stringify(await poll(id)).includes('library_missing'),
  );
  expect((await app.call('GET', '/ready')).status).toBe(200);
  await ask('DELETE', `/v1/connecting/${id}/`);
  isInstalled = true;
  expect(await notInstalled()).toEqual([]);
});

it('a picture and a code are shown live; one that ran out is renewed; scanned, it is a channel', async () => {
  const asked = await ask('POST', '/v1/connect/whatsapp-web/', { phone: '+7 999 000-00-01' });
  expect(asked).toMatchObject({ status: 409 });
  const [started] = z
    .object({ connecting: z.array(z.looseObject({ id: z.string() })) })
    .parse((await ask('GET', '/v1/connecting/')).body).connecting;
  const id = started?.id ?? '';
  await waitUntil(async () => {
    const step = await shown(id);
    return String(step?.content).startsWith('ref,') && step?.code === 'ABCD1234';
  });
  phone.expireCode();
  await waitUntil(async () => (await shown(id))?.isExpired === true);
  await advance(id, { kind: 'qr', step: 'link' });
  await waitUntil(async () => typeof (await shown(id))?.content === 'string');
  expect(phone.scan()).toBe(true);
  await waitUntil(async () => (await shown(id))?.kind === 'review');
  const done = await advance(id, { kind: 'review', step: 'review' });
  channelId = stateSchema.parse(done.body).channel?.id ?? '';
  expect(channelId).toBe(id);
  await ask('PUT', `/v1/connect/whatsapp/${channelId}/`, { dialogDelay: 0 });
  const numbers = await ask('GET', '/v1/whatsapp-web/numbers/');
  const number = { id: channelId, number: '+79990000001', paid: true, onboarded: true };
  expect(numbers.body).toMatchObject({ numbers: [number] });
});

it('one account is enough, and one number is connected once', async () => {
  const again = await ask('POST', '/v1/connecting/whatsapp-web/', {});
  expect(again).toMatchObject({ status: 409, body: { code: 'channels.link_exists' } });
});

it('text, photo, voice and a file come in and are answered', async () => {
  phone.customerSends({ from: anna, text: 'Здравствуйте!' });
  await arrives('re: Здравствуйте!');
  for (const attachment of ['photo', 'voice', 'file'] as const) {
    const before = fromUs().length;
    phone.customerSends({ from: anna, attachment });
    await waitUntil(() => fromUs().length === before + 1);
  }
  await waitUntil(async () => {
    const files = (await seen()).flatMap(({ attachments }) => attachments);
    return files.length === 3 && files.every((file) => file.state === 'ready' && file.url !== null);
  });
  const [dialog] = await listDialogs(app, owner);
  expect(dialog).toMatchObject({ dialogName: 'Анна Орлова' });
  expect(phone.ledger.typing.length).toBeGreaterThan(0);
});

it('a file that is gone is asked of the phone again; one that stays away is said so, and loads at a second try', async () => {
  const stateOf = async () => (await seen()).flatMap(({ attachments }) => attachments).at(-1)?.state;
  const count = async () => (await seen()).flatMap(({ attachments }) => attachments).length;
  phone.fail('expired-media', 1);
  phone.customerSends({ from: anna, attachment: 'photo' });
  await waitUntil(async () => (await count()) === 4 && (await stateOf()) === 'ready');
  expect(phone.ledger.reuploads).toBe(1);
  phone.fail('expired-media', 99);
  phone.customerSends({ from: anna, attachment: 'voice' });
  await waitUntil(async () => (await count()) === 5 && (await stateOf()) === 'failed');
  phone.repair();
  const failed = (await seen()).findLast(({ author }) => author === 'customer');
  await ask('POST', `/v1/chat/retry-media/${encodeURIComponent(dialogId())}/${failed?.id}/`);
  await waitUntil(async () => (await stateOf()) === 'ready');
});

it('an operator answers with a photo and with a quote, and the reading is seen', async () => {
  const { id } = await uploadPhoto(app, owner);
  expect((await say({ text: 'Вот такой', urls: [id] })).status).toBe(200);
  await arrives('Вот такой');
  expect(fromUs().at(-1)).toEqual({ author: 'business', text: 'Вот такой', attachment: 'photo' });
  const messageId = phone.idsOf(anna.id).at(-1) ?? '';
  // The phone may have told of its delivery before anybody looks.
  const stateNow = async () => (await seen()).findLast(({ author }) => author === 'operator')?.delivery?.state ?? '';
  await waitUntil(async () => ['sent', 'delivered'].includes(await stateNow()));
  phone.customerReads({ from: anna, messageId });
  await waitUntil(async () => JSON.stringify(await seen()).includes('"read'));
});

it('what the owner writes on the phone is an operator’s; an edit and a removal are seen', async () => {
  phone.phoneSends({ to: anna.id, text: 'Отвечаю с телефона' });
  await waitUntil(async () =>
    (await seen()).some(({ author, text }) => author === 'operator' && text === 'Отвечаю с телефона'),
  );
  phone.customerSends({ from: anna, text: 'Шкав' });
  const messageId = phone.idsOf(anna.id).at(-1) ?? '';
  await waitUntil(async () => (await seen()).some(({ text }) => text === 'Шкав'));
  phone.customerEdits({ from: anna, messageId, text: 'Шкаф' });
  await waitUntil(async () => (await seen()).some(({ text }) => text === 'Шкаф'));
});

it('a limit, a failure and a lost answer: each message arrives once', async () => {
  for (const fault of ['rate-limited', 'server-error', 'no-answer'] as const) {
    phone.fail(fault);
    await say({ text: `После ${fault}` });
    await arrives(`После ${fault}`);
    await waitUntil(async () => (await seen()).every(({ delivery }) => delivery?.state !== 'sending'));
  }
  for (const fault of ['rate-limited', 'server-error', 'no-answer']) expect(copies(`После ${fault}`)).toBe(1);
});

it('a connection that is lost is opened again; what came meanwhile is read, what waits leaves once', async () => {
  const { opened } = phone.ledger;
  phone.drop(428);
  expect(phone.isConnected()).toBe(false);
  phone.customerSends({ from: anna, text: 'Пока вас не было' });
  await say({ text: 'Ждёт связи' });
  await arrives('Ждёт связи');
  await waitUntil(async () => (await seen()).some(({ text }) => text === 'Пока вас не было'));
  expect(phone.ledger.opened).toBe(opened + 1);
  expect(copies('Ждёт связи')).toBe(1);
  expect((await channel()).inactiveReason).toBeNull();
});

it.each([
  ['replaced', 'session_replaced', () => phone.replace()],
  ['logged out', 'session_logged_out', () => phone.fail('revoked')],
])('%s: the channel says so and stops; linked again it is the same, with what waited', async (name, reason, end) => {
  const { opened } = phone.ledger;
  end();
  await waitUntil(async () => (await channel()).inactiveReason === reason);
  const text = `Ждёт привязки: ${name}`;
  await say({ text });
  expect((await ask('GET', '/v1/whatsapp-web/numbers/')).body).toMatchObject({ numbers: [{ onboarded: false }] });
  expect(phone.ledger.opened).toBe(opened);
  expect(copies(text)).toBe(0);
  expect(await link()).toBe(channelId);
  await arrives(text);
  expect((await channel()).inactiveReason).toBeNull();
  phone.customerSends({ from: anna, text: `Снова: ${name}` });
  await waitUntil(async () => (await seen()).some((message) => message.text === `Снова: ${name}`));
  expect(copies(text)).toBe(1);
});

it('nothing was doubled or lost in all this, and no key lies open in the database', async () => {
  const ids = phone.idsOf(anna.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(phone.ledger.undecryptable).toBe(0);
  const texts = (await seen()).filter(({ author }) => author === 'customer').map(({ text }) => text);
  const asked = phone.conversation(anna.id).filter(({ author }) => author === 'customer');
  expect(texts).toHaveLength(asked.length);
  const { rows } = await app.pool.query('select value from channel_session_keys');
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('secret-');
  expect(app.logLines.join('\n')).not.toMatch(/secret-|79161234567|Здравствуйте/);
});

it('unlinking leaves the phone without a linked device, and nothing of it here', async () => {
  expect((await ask('DELETE', `/v1/connect/whatsapp/${channelId}/`)).status).toBe(201);
  await waitUntil(() => !phone.isConnected());
  await waitUntil(() => phone.linkCount() <= 1);
  expect((await app.pool.query('select from channel_sessions')).rowCount).toBe(0);
  expect((await app.pool.query('select from channel_session_keys')).rowCount).toBe(0);
});
