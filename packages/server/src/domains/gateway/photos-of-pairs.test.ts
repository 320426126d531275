import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/time/clock.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createTurnDecider } from '../assistant/decide-turn.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const QUESTION = 'Как выглядит кресло Берген?';
const ANSWER = 'Кресло Берген обито велюром.';

let core: Core;
let nextUpdate = 100;
/** Something that happens between the decision and its commit. */
let beforeCommit: () => Promise<unknown> = async () => undefined;
beforeAll(async () => {
  core = await startCore({
    decideTurn: async (input) => {
      const { knowledge, log } = core;
      const parts = { knowledge, log, model: undefined, clock: systemClock, random: systemRandom };
      const decision = await createTurnDecider(parts)(input);
      await beforeCommit();
      return decision;
    },
  });
});
afterAll(() => core.close());

async function openShop(count: number) {
  const accountId = await buildAccount(core);
  const { id: knowledgeBaseId } = await core.knowledge.bases.create({ accountId, name: 'Мебель' });
  const photos: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const by = { kind: 'member' as const, userId: 'Ann' };
    const image = { accountId, bytes: PNG, name: `${number}.png`, maxBytes: 999, by, purpose: 'pair' as const };
    photos.push((await core.files.saveImage(image)).id);
  }
  const [pair] = await core.knowledge.pairs.add({
    ...{ accountId, knowledgeBaseId, photos },
    pairs: [
      { question: QUESTION, answer: ANSWER, phrasings: ['Покажите обивку', 'Фото ткани вживую'] },
      { question: 'Где вы?', answer: 'На Лесной.' },
    ],
  });
  const channel = await buildTelegramChannel(core, accountId, { knowledgeBaseId });
  const chatId = nextUpdate * 7;
  meetCustomer(core, channel.bot, chatId);
  const ask = async (text: string) => {
    nextUpdate += 1;
    const update = buildUpdate({ updateId: nextUpdate, chatId, messageId: nextUpdate, text });
    await core.gateway.acceptEvents({ ...channel, events: [update] });
    await core.idle();
  };
  const seen = () =>
    core.telegram
      .messagesOf(chatId, channel.bot.token)
      .flatMap(({ author, message }) => (author === 'bot' ? [message.text ?? (message.photo ? 'photo' : '?')] : []));
  const last = async () =>
    (await core.dialogs.messages({ ...channel, chatId: String(chatId), limit: 10, offset: 0 })).messages.at(-1);
  const isThere = async (fileId: string) => (await core.files.read({ accountId, fileId })) !== undefined;
  return { accountId, knowledgeBaseId, pairId: pair?.id ?? '', photos, channel, ask, seen, last, isThere };
}

it('the pictures of a pair follow its answer, in their order and once; other answers have none', async () => {
  const { photos, ask, seen, last } = await openShop(2);
  await ask(QUESTION);
  expect(seen()).toEqual([ANSWER, 'photo', 'photo']);
  expect((await last())?.attachments.map(({ id }) => id)).toEqual(photos);
  const versionsOf = async () =>
    (await core.pool.query('select xmin::text from files where id = any($1) order by id', [photos])).rows;
  const versions = await versionsOf();
  await ask(QUESTION);
  expect(seen()).toHaveLength(6);
  // What is kept already is not written again for each answer.
  expect(await versionsOf()).toEqual(versions);
  await ask('Где вы?');
  expect(seen().slice(6)).toEqual(['На Лесной.']);
  expect((await last())?.attachments).toEqual([]);
});

it.each(['Покажите обивку', 'покажите обивку!', 'Есть фото ткани вживую?'])(
  'who asks a pair in its other words gets its answer: %s',
  async (words) => {
    const { ask, seen } = await openShop(0);
    await ask(words);
    expect(seen()).toEqual([ANSWER]);
  },
);

it('risk: a phrasing without a name answers for a thing with another name', async () => {
  const { ask, seen } = await openShop(0);
  await ask('Покажите обивку дивана Осло');
  expect(seen()).not.toContain(ANSWER);
});

it.each([
  { method: 'sendPhoto', count: 1 },
  { method: 'sendMediaGroup', count: 3 },
])('risk: a try that ends between the text and its pictures ($method) sends something twice', async (fault) => {
  const { channel, ask, seen, last } = await openShop(fault.count);
  const { token } = channel.bot;
  core.telegram.faults.add({ method: fault.method, token, times: 1, kind: 'rate-limited', retryAfter: 1 });
  await ask(QUESTION);
  expect(seen()).toEqual([ANSWER]);
  await waitUntil(async () => {
    await core.sweep();
    await core.idle();
    return (await last())?.delivery.state === 'sent';
  });
  expect(seen()).toEqual([ANSWER, ...Array.from({ length: fault.count }, () => 'photo')]);
});

it('risk: a picture is removed while the answer is made', async () => {
  const { accountId, photos, ask, seen } = await openShop(2);
  beforeCommit = () => core.knowledge.photos.removeFromPair({ accountId, id: photos[0] ?? '' });
  await ask(QUESTION);
  beforeCommit = async () => undefined;
  expect(seen()).toEqual([ANSWER, 'photo']);
});

it('a picture that nobody got goes with its pair or base, one that a customer got stays in the dialog', async () => {
  const { accountId, knowledgeBaseId, pairId, photos, ask, last, isThere } = await openShop(1);
  const by = { kind: 'member' as const, userId: 'Ann' };
  const image = { accountId, bytes: PNG, name: 'b.png', maxBytes: 999, by, purpose: 'pair' as const };
  const save = async () => (await core.files.saveImage(image)).id;
  const [second, third, unused] = [await save(), await save(), await save()];
  await ask(QUESTION);
  await core.knowledge.photos.add({ accountId, id: pairId, photoId: second });
  const used = (await core.files.usage(accountId)).bytes;
  await core.knowledge.pairs.remove(accountId, pairId);
  expect([await isThere(photos[0] ?? ''), await isThere(second)]).toEqual([true, false]);
  expect((await core.files.usage(accountId)).bytes).toBeLessThan(used);
  expect((await last())?.attachments[0]?.state).toBe('ready');
  const place = { accountId, knowledgeBaseId };
  const [pair] = await core.knowledge.pairs.add({
    ...place,
    pairs: [{ question: 'Ещё?', answer: 'Да' }],
    photos: [third],
  });
  const found = await core.knowledge.photos.list({ accountId, limit: 10, offset: 0 });
  expect(new Map(found.map(({ id, pairId }) => [id, pairId]))).toEqual(
    new Map([
      [third, pair?.id],
      [unused, null],
    ]),
  );
  await core.knowledge.photos.remove({ accountId, id: unused });
  await core.knowledge.bases.remove(accountId, knowledgeBaseId);
  expect([await isThere(third), await isThere(unused)]).toEqual([false, false]);
});

it('a pair takes ten pictures that are there and that no other pair shows', async () => {
  const { accountId, knowledgeBaseId, pairId, photos } = await openShop(1);
  const { pairs } = core.knowledge;
  const change = (ids: string[]) => pairs.update({ accountId, id: pairId, photos: ids });
  await expect(change([core.newId()])).rejects.toMatchObject({ code: 'knowledge.photo_not_found' });
  await expect(change(Array.from({ length: 11 }, core.newId))).rejects.toMatchObject({
    code: 'knowledge.photo_limit',
  });
  const other = { accountId, knowledgeBaseId, pairs: [{ question: 'Другое?', answer: 'Да' }], photos };
  await expect(pairs.add(other)).rejects.toMatchObject({ code: 'knowledge.photo_not_found' });
  expect((await pairs.find(accountId, pairId)).photos.map(({ id }) => id)).toEqual(photos);
  // A picture of another account is none.
  const foreign = await openShop(1);
  await expect(change(foreign.photos)).rejects.toMatchObject({ code: 'knowledge.photo_not_found' });
});
