import { createHash } from 'node:crypto';
import { startVkontakteSimulator, type VkontakteSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { listDialogs, messagesOf, uploadPhoto } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { answerWith } from '../../testing/start-core.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';
const anna = { id: '77', name: 'Анна Орлова' };
const boris = { id: '78', name: 'Борис' };

let app: TestApp;
let vk: VkontakteSimulator;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  const toUs: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  vk = await startVkontakteSimulator({ fetch: toUs, repeatsAfterMs: [20, 20, 20] });
  app = await startTestApp({
    rates: uncounted,
    // Files of the stand-in lie on this machine.
    env: { PUBLIC_URL, ALLOW_PRIVATE_ADDRESSES: '1', ...vk.environment },
    decideTurn: async ({ turn }) => {
      const words = turn.turn.map(({ text }) => text || 'file').join(' | ');
      return answerWith(words === 'Расскажите всё' ? 'Велюр бывает разный. '.repeat(300) : `re: ${words}`);
    },
  });
  owner = await app.signUp();
  const made = await ask('POST', '/v1/connect/vkontakte/', vk.credentials);
  expect(made.body, made.text).toMatchObject({ id: expect.any(String) });
  channelId = z.object({ id: z.string() }).parse(made.body).id;
  await ask('PUT', `/v1/connect/vkontakte/${channelId}/`, { dialogDelay: 0 });
});
afterAll(async () => {
  await app.close();
  await vk.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const idOf = ({ id }: { id: string }) => `${id}_${channelId}`;
const say = (person: { id: string }, body: object) =>
  ask('POST', `/v1/chat/messages/${encodeURIComponent(idOf(person))}/`, body);
const message = z.looseObject({
  author: z.string(),
  text: z.string(),
  attachments: z.array(z.looseObject({ state: z.string(), url: z.string().nullable() })),
  delivery: z.looseObject({ state: z.string() }).nullish(),
});
const seen = async (person: { id: string }) =>
  z.array(message.extend({ id: z.string() })).parse(await messagesOf(app, owner, idOf(person)));
const fromUs = (person: { id: string }) => vk.conversation(person.id).filter(({ author }) => author === 'business');
const arrives = (person: { id: string }, text: string) =>
  waitUntil(() => fromUs(person).some((message) => message.text === text));
const channel = async () => {
  const { body } = await ask('GET', '/v1/channels/all/');
  const all = z.array(z.looseObject({ id: z.string(), inactiveReason: z.string().nullable() })).parse(body.channels);
  return all.find(({ id }) => id === channelId);
};
const rowsOf = async (eventIds: string[]) => {
  const rows = await app.pool.query('select from inbound_events where event_id = any($1)', [eventIds]);
  return rows.rowCount;
};

it('is connected: a server of ours stands confirmed at the platform, under an address that nobody guesses', async () => {
  expect(await channel()).toMatchObject({ accountName: 'mebel_shop', inboundMode: 'webhook', inactiveReason: null });
  const [server] = vk.servers();
  expect(server).toMatchObject({ status: 'ok', title: 'Otvet' });
  expect(server?.url).toMatch(new RegExp(`^${PUBLIC_URL}/hooks/vkontakte/${channelId}/[\\w-]{43}$`));
});

it('text, photo, voice and file come in, each is answered, and the customer has a name', async () => {
  vk.customerSends({ from: anna, text: 'Есть доставка?' });
  await arrives(anna, 're: Есть доставка?');
  for (const attachment of ['photo', 'voice', 'file'] as const) {
    const before = fromUs(anna).length;
    vk.customerSends({ from: anna, attachment });
    await waitUntil(() => fromUs(anna).length === before + 1);
  }
  await waitUntil(async () => {
    const files = (await seen(anna)).flatMap(({ attachments }) => attachments);
    return files.length === 3 && files.every((file) => file.state === 'ready' && file.url !== null);
  });
  await waitUntil(async () => (await listDialogs(app, owner))[0]?.dialogName === 'Анна Орлова');
  expect((await seen(anna)).filter(({ author }) => author === 'assistant')).toHaveLength(4);
});

it('an expired address of a file is asked for again; one that stays away is said so, and loads at a second try', async () => {
  vk.fail('expired-media');
  vk.customerSends({ from: boris, attachment: 'photo' });
  const stateOf = async () => (await seen(boris)).flatMap(({ attachments }) => attachments).at(-1)?.state;
  await waitUntil(async () => (await stateOf()) === 'ready');
  vk.fail('expired-media', 99);
  vk.customerSends({ from: boris, attachment: 'voice' });
  await waitUntil(async () => (await stateOf()) === 'failed');
  vk.repair();
  const failed = (await seen(boris)).findLast(({ author }) => author === 'customer');
  await ask('POST', `/v1/chat/retry-media/${encodeURIComponent(idOf(boris))}/${failed?.id}/`);
  await waitUntil(async () => (await stateOf()) === 'ready');
});

it('an operator answers with a photo, and the customer’s reading is seen', async () => {
  const { id } = await uploadPhoto(app, owner);
  expect((await say(anna, { text: 'Вот такой', urls: [id] })).status).toBe(200);
  await arrives(anna, 'Вот такой');
  expect(fromUs(anna).at(-1)).toEqual({ author: 'business', text: 'Вот такой', attachment: 'photo' });
  await waitUntil(
    async () => (await seen(anna)).findLast(({ author }) => author === 'operator')?.delivery?.state === 'sent',
  );
  vk.reads(77);
  await waitUntil(
    async () => (await seen(anna)).findLast(({ author }) => author === 'operator')?.delivery?.state === 'read',
  );
});

it('words of the assistant go out without marks, those of a person as they were typed', async () => {
  const vera = { id: '90', name: 'Вера' };
  vk.customerSends({ from: vera, text: '**Велюр** и [памятка](https://shop.test/a)' });
  await arrives(vera, 're: Велюр и памятка: https://shop.test/a');
  await say(vera, { text: '**Велюр**' });
  await arrives(vera, '**Велюр**');
});

it('risk: an answer in two parts comes back part by part, and is taken for a person who answers', async () => {
  const olga = { id: '91', name: 'Ольга' };
  vk.customerSends({ from: olga, text: 'Расскажите всё' });
  await waitUntil(() => fromUs(olga).length === 2);
  await vk.waitUntilDelivered();
  await waitUntil(async () => {
    const { rows } = await app.pool.query("select from inbound_events where channel_id = $1 and state = 'new'", [
      channelId,
    ]);
    return rows.length === 0;
  });
  expect((await seen(olga)).map(({ author, delivery }) => [author, delivery?.state])).toEqual([
    ['customer', 'received'],
    ['assistant', 'sent'],
  ]);
});

it('risk: a limit, a failure and an answer that is lost cost a message, or send it twice', async () => {
  for (const fault of ['rate-limited', 'server-error', 'no-answer'] as const) {
    vk.fail(fault);
    await say(anna, { text: `После ${fault}` });
    await arrives(anna, `После ${fault}`);
    await waitUntil(async () => (await seen(anna)).every(({ delivery }) => delivery?.state !== 'sending'));
  }
  await vk.waitUntilDelivered();
  const texts = fromUs(anna).map(({ text }) => text);
  expect(texts.slice(-3)).toEqual(['После rate-limited', 'После server-error', 'После no-answer']);
  expect((await seen(anna)).filter(({ text }) => text === 'После no-answer')).toHaveLength(1);
});

it('a revoked key: the channel says so, what waits leaves after the repair, once', async () => {
  vk.fail('revoked');
  await say(anna, { text: 'Ждёт ключа' });
  await waitUntil(async () => (await channel())?.inactiveReason === 'token_revoked');
  expect(fromUs(anna).some(({ text }) => text === 'Ждёт ключа')).toBe(false);
  vk.repair();
  const repaired = await ask('PUT', `/v1/connect/vkontakte/${channelId}/`, vk.credentials);
  expect(repaired.status, repaired.text).toBe(201);
  await arrives(anna, 'Ждёт ключа');
  expect((await channel())?.inactiveReason).toBeNull();
  expect(fromUs(anna).filter(({ text }) => text === 'Ждёт ключа')).toHaveLength(1);
  expect(vk.servers()).toHaveLength(1);
});

it('an administrator who answers at the platform is an operator here', async () => {
  vk.adminReplies({ peerId: 77, text: 'Отвечаю из ВКонтакте' });
  await waitUntil(async () =>
    (await seen(anna)).some(({ author, text }) => author === 'operator' && text === 'Отвечаю из ВКонтакте'),
  );
});

it('a redelivery storm, shuffled, leaves one row each and the order', async () => {
  const texts = Array.from({ length: 12 }, (_, place) => `Вопрос ${place}`);
  for (const text of texts) vk.customerSends({ from: boris, text });
  await vk.waitUntilDelivered();
  const kept = vk.ledger.deliveries.filter(({ type }) => type !== 'confirmation');
  const rank = (text: string) => createHash('sha256').update(text).digest('hex');
  const storm = [...kept, ...kept, ...kept].toSorted((one, other) => rank(one.body).localeCompare(rank(other.body)));
  await Promise.all(storm.map(({ url, body }) => fetch(url.replace(PUBLIC_URL, app.url), { method: 'POST', body })));
  const eventIds = [...new Set(kept.map(({ eventId }) => eventId))];
  expect(await rowsOf(eventIds)).toBe(eventIds.length);
  await waitUntil(async () => (await seen(boris)).some(({ text }) => text === 'Вопрос 11'));
  const asked = (await seen(boris)).flatMap(({ author, text }) => (author === 'customer' && text !== '' ? [text] : []));
  expect(asked).toEqual(texts);
});

it('a changed byte, another secret, another community and another address: 401 and no row', async () => {
  const [{ url = '', body = '' } = {}] = vk.ledger.deliveries.filter(({ type }) => type === 'message_new');
  const address = url.replace(PUBLIC_URL, app.url);
  const event = { ...JSON.parse(body), event_id: 'forged' };
  const { secret } = z.object({ secret: z.string() }).parse(event);
  const flipped = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
  const post = async (to: string, sent: object) =>
    (await fetch(to, { method: 'POST', body: JSON.stringify(sent) })).status;
  expect(await post(address, { ...event, secret: flipped })).toBe(401);
  expect(await post(address, { ...event, secret: undefined })).toBe(401);
  expect(await post(address, { ...event, group_id: 1 })).toBe(401);
  expect(await post(address.slice(0, -1), event)).toBe(401);
  expect(await post(address.slice(0, address.lastIndexOf('/')), event)).toBe(401);
  expect(await rowsOf(['forged'])).toBe(0);
});

it('unlinking takes our server away and leaves the others', async () => {
  vk.addForeignServer('https://other.example/hook');
  expect((await ask('DELETE', `/v1/connect/vkontakte/${channelId}/`)).status).toBe(201);
  expect(vk.servers().map(({ url }) => url)).toEqual(['https://other.example/hook']);
});
