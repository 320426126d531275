import { type ModelSimulator, startModelSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connector, ConnectorError, type InboundAttachment } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { retryMedia } from './load-media.ts';

const CHAT = 7002;
const voice: InboundAttachment = {
  ...{ type: 'voice', vendorRef: 'voice', contentType: 'audio/ogg', name: null, size: 400, caption: null },
};
const files: Record<string, InboundAttachment> = { voice, photo: { ...voice, type: 'image', vendorRef: 'photo' } };
const isFiles = (text: string) => text.split(' ').every((name) => name in files);
const OGG = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(200)]);

/** What each answer was made from: the words, and the files that nobody could read. */
let turns: { texts: string[]; files: string[] }[] = [];
let fetches = 0;
let isGone = false;
/** Why the platform does not have the file. */
let goneFor = 'file_gone';
const clock = createTestClock();
let core: Core;
let model: ModelSimulator;
let hearing = Promise.withResolvers<void>();

/** A message that names only kinds of files has those; the platform has them unless `isGone`. */
function wireTelegram(): Connector {
  const telegram: Connector | undefined = connectors.telegram;
  if (!telegram) throw new Error('the registry has no such connector');
  return {
    ...telegram,
    parse: (payload, channel) =>
      telegram
        .parse(payload, channel)
        .map((event) =>
          event.kind === 'message' && isFiles(event.text)
            ? { ...event, text: '', attachments: event.text.split(' ').flatMap((name) => files[name] ?? []) }
            : event,
        ),
    fetchMedia: async () => {
      fetches += 1;
      // Until then the words are waited for.
      await hearing.promise;
      if (isGone) throw new ConnectorError('rejected', { reason: goneFor });
      return { bytes: OGG, contentType: 'audio/ogg', name: 'voice.ogg' };
    },
  };
}

beforeAll(async () => {
  model = await startModelSimulator();
  core = await startCore({
    clock,
    env: { AI_BASE_URL: model.baseUrl, AI_TRANSCRIPTION_MODEL: 'whisper-1' },
    connectors: { ...connectors, telegram: wireTelegram() },
    decideTurn: async ({ turn: { turn } }) => {
      turns.push({
        texts: turn.map(({ text }) => text),
        files: turn.flatMap(({ attachmentTypes }) => attachmentTypes),
      });
      return answerWith('re');
    },
  });
});
afterAll(async () => {
  hearing.resolve();
  await core.close();
  await model.close();
});

let number = 0;
async function begin(settings: Record<string, unknown> = {}): Promise<TelegramChannel> {
  turns = [];
  isGone = false;
  goneFor = 'file_gone';
  hearing = Promise.withResolvers<void>();
  return await buildTelegramChannel(core, await buildAccount(core), settings);
}
async function writes(channel: TelegramChannel, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    number += 1;
    const update = buildUpdate({ updateId: number, chatId: CHAT, messageId: number, text });
    await core.gateway.acceptEvents({ ...channel, events: [update] });
    await core.idle();
  }
}
async function sweep(): Promise<void> {
  await core.sweep();
  await core.idle();
}
/** What came with the messages, in its order. */
const filesOf = async (channel: TelegramChannel) =>
  (await core.dialogs.messages({ ...channel, chatId: String(CHAT), limit: 100, offset: 0 })).messages.flatMap(
    ({ attachments }) => attachments,
  );
const speechOf = async (channel: TelegramChannel) => (await filesOf(channel)).flatMap(({ speech }) => speech ?? []);
const isHeard = async (channel: TelegramChannel) => (await speechOf(channel)).every(({ state }) => state !== 'waiting');
/** Whether an answer waits for words. */
const isAwaited = async ({ channelId }: TelegramChannel) =>
  (await core.pool.query('select words_until from dialogs where channel_id = $1', [channelId])).rows[0].words_until !==
  null;
/** The recordings of a dialog, oldest first, as those who hear them name them. */
async function spokenIn({ accountId, channelId }: TelegramChannel) {
  const { rows } = await core.pool.query(
    `select m.dialog_id, m.seq::int as seq, item ->> 'id' as id from messages m
     join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id, jsonb_array_elements(m.attachments) item
     where d.channel_id = $1 and item ? 'speech' order by m.seq`,
    [channelId],
  );
  const place = { accountId, channelId, chatId: String(CHAT) };
  return rows.map((row) => ({ ...place, dialogId: row.dialog_id, seq: row.seq, attachmentId: row.id }));
}
/** The jobs of a failed try come at once. */
const hurry = () => core.pool.query("update jobs.job set start_after = now() where state = 'retry'");

it('what a customer says is answered as if he had written it, in the language that the channel names', async () => {
  const channel = await begin({ voiceLang: 'kk' });
  model.setHearing(() => 'Сколько стоит доставка?');
  await writes(channel, 'voice');
  expect(await speechOf(channel)).toEqual([{ state: 'waiting', text: '', reason: null }]);
  await sweep();
  expect(turns).toEqual([]);
  hearing.resolve();
  await waitUntil(() => isHeard(channel));
  expect(await speechOf(channel)).toEqual([{ state: 'ready', text: 'Сколько стоит доставка?', reason: null }]);
  await sweep();
  expect(turns).toEqual([{ texts: ['Сколько стоит доставка?'], files: [] }]);
  expect(model.ledger.calls.at(-1)?.body).toMatchObject({ model: 'whisper-1', language: 'kk' });
  const { messages } = await core.dialogs.messages({ ...channel, chatId: String(CHAT), limit: 10, offset: 0 });
  expect(messages.map(({ author }) => author)).toEqual(['customer', 'assistant']);
});

it('risk: a text behind a voice message is answered as if nothing had been said before it', async () => {
  const channel = await begin();
  model.setHearing(() => 'Есть угловой диван?');
  await writes(channel, 'voice', 'и сколько он стоит', 'voice');
  await sweep();
  expect(turns).toEqual([]);
  hearing.resolve();
  await waitUntil(() => isHeard(channel));
  await sweep();
  expect(turns).toEqual([{ texts: ['Есть угловой диван?', 'и сколько он стоит', 'Есть угловой диван?'], files: [] }]);
});

it('what cannot be heard goes to a person as before, with the reason under it', async () => {
  const channel = await begin();
  hearing.resolve();
  model.setHearing(() => '');
  await writes(channel, 'voice');
  await waitUntil(() => isHeard(channel));
  expect(await speechOf(channel)).toEqual([{ state: 'failed', text: '', reason: 'no_words' }]);
  await sweep();
  expect(turns).toEqual([{ texts: [''], files: ['voice'] }]);
  const lost = await begin();
  isGone = true;
  hearing.resolve();
  await writes(lost, 'voice');
  await waitUntil(() => isHeard(lost));
  expect(await speechOf(lost)).toEqual([{ state: 'failed', text: '', reason: 'not_loaded' }]);
  await sweep();
  expect(turns).toEqual([{ texts: [''], files: ['voice'] }]);
});

it('a server of speech that fails is asked again; an answer waits a minute and a half for words, and no longer', async () => {
  const channel = await begin();
  model.setHearing(() => 'Когда вы работаете?');
  model.faults.add({ kind: 'server-error', endpoint: 'transcriptions', times: 2 });
  hearing.resolve();
  await writes(channel, 'voice');
  await waitUntil(async () => {
    await hurry();
    return await isHeard(channel);
  });
  await sweep();
  expect(turns).toEqual([{ texts: ['Когда вы работаете?'], files: [] }]);
  const late = await begin();
  await writes(late, 'voice');
  clock.advance(91_000);
  await sweep();
  expect(turns).toEqual([{ texts: [''], files: ['voice'] }]);
  hearing.resolve();
  await waitUntil(() => isHeard(late));
  await sweep();
  expect(turns).toHaveLength(1);
});

it('risk: words that the database cannot keep are paid three times and thrown away', async () => {
  const channel = await begin();
  hearing.resolve();
  const before = model.ledger.calls.length;
  model.setHearing(() => 'два\0 слова \ud83d');
  await writes(channel, 'voice');
  await waitUntil(() => isHeard(channel));
  const [speech] = await speechOf(channel);
  expect(speech).toMatchObject({ state: 'ready', text: expect.stringMatching(/^два слова/) });
  expect(model.ledger.calls.length - before).toBe(1);
});

it('risk: strangers have the host pay for recordings that nobody answers, or for any number of them', async () => {
  hearing.resolve();
  model.setHearing(() => 'ля-ля');
  const off = await begin({ active: false });
  hearing.resolve();
  const before = model.ledger.calls.length;
  await writes(off, 'voice');
  expect(await speechOf(off)).toEqual([]);
  const channel = await begin();
  hearing.resolve();
  await writes(channel, ...Array.from({ length: 17 }, () => 'voice'));
  await waitUntil(() => isHeard(channel));
  const reasons = (await speechOf(channel)).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'too_often')).toHaveLength(2);
  expect(model.ledger.calls.length - before).toBe(15);
});

it('words that could not be had are asked for again by a person, where the reason passes', async () => {
  const channel = await begin();
  const { accountId, channelId } = channel;
  const place = { accountId, channelId, chatId: String(CHAT) };
  hearing.resolve();
  model.setHearing(() => 'Где мой заказ?');
  const before = model.ledger.calls.length;
  model.faults.add({ kind: 'quota-exhausted', endpoint: 'transcriptions', times: 2 });
  await writes(channel, 'voice');
  const end = () => waitUntil(() => isHeard(channel));
  await end();
  expect(await speechOf(channel)).toEqual([{ state: 'failed', text: '', reason: 'unavailable' }]);
  const { messages } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
  const retry = () => core.gateway.retryMedia({ ...place, messageId: messages[0]?.id ?? '' });
  await retry();
  await end();
  expect(await speechOf(channel)).toEqual([{ state: 'failed', text: '', reason: 'unavailable' }]);
  expect(model.ledger.calls.length - before).toBe(2);
  // Whoever presses twice asks once.
  await Promise.all([retry(), retry()]);
  await end();
  expect(await speechOf(channel)).toEqual([{ state: 'ready', text: 'Где мой заказ?', reason: null }]);
  expect(model.ledger.calls.length - before).toBe(3);
  await retry();
  expect(await speechOf(channel)).toMatchObject([{ state: 'ready' }]);
});

it.each([['voice photo'], ['photo voice'], ['photo voice photo']])(
  'risk: words put what came with them into another order (%s)',
  async (text) => {
    const channel = await begin();
    hearing.resolve();
    model.setHearing(() => 'Такой есть?');
    await writes(channel, text);
    await waitUntil(() => isHeard(channel));
    const kinds = (await filesOf(channel)).map(({ type, speech }) => [type, speech?.text]);
    const sent = text.split(' ');
    expect(kinds).toEqual(sent.map((name) => (name === 'voice' ? ['voice', 'Такой есть?'] : ['image', undefined])));
  },
);

it('risk: a file that could not be asked for again loads for ever, or is fetched twice', async () => {
  const channel = await begin();
  isGone = true;
  goneFor = 'no_answer';
  hearing.resolve();
  model.setHearing(() => 'Где мой заказ?');
  await writes(channel, 'voice');
  const isSettled = async () => (await isHeard(channel)) && (await filesOf(channel))[0]?.state !== 'loading';
  await waitUntil(isSettled);
  const { messages } = await core.dialogs.messages({ ...channel, chatId: String(CHAT), limit: 10, offset: 0 });
  const { accountId, channelId } = channel;
  const asked = { accountId, channelId, chatId: String(CHAT), messageId: messages[0]?.id ?? '' };
  const failing = async () => Promise.reject(new Error('the queue is not there'));
  const mediaJobs = { enqueue: failing, enqueueAll: failing };
  const lost = { state: 'failed', speech: { state: 'failed', text: '', reason: 'not_loaded' } };
  expect(await filesOf(channel)).toMatchObject([lost]);
  await expect(retryMedia({ dialogs: core.dialogs, mediaJobs, speechJobs: undefined }, asked)).rejects.toThrow('queue');
  expect(await filesOf(channel)).toMatchObject([lost]);
  isGone = false;
  fetches = 0;
  await Promise.all([core.gateway.retryMedia(asked), core.gateway.retryMedia(asked)]);
  await waitUntil(isSettled);
  expect(await filesOf(channel)).toMatchObject([{ state: 'ready', speech: { text: 'Где мой заказ?' } }]);
  expect(fetches).toBe(1);
});

it('risk: a recording without words is paid for at each asking', async () => {
  const channel = await begin();
  const { accountId, channelId } = channel;
  const place = { accountId, channelId, chatId: String(CHAT) };
  hearing.resolve();
  model.setHearing(() => '');
  await writes(channel, 'voice');
  await waitUntil(() => isHeard(channel));
  const { messages } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
  await core.gateway.retryMedia({ ...place, messageId: messages[0]?.id ?? '' });
  expect(await speechOf(channel)).toEqual([{ state: 'failed', text: '', reason: 'no_words' }]);
});

// Last: what it leaves unheard is heard afterwards.
it('risk: an answer goes out before all is heard, or waits for what was answered long ago or said elsewhere', async () => {
  const channel = await begin();
  const elsewhere = await buildTelegramChannel(core, channel.accountId);
  await writes(elsewhere, 'voice', 'voice', 'voice');
  await writes(channel, 'voice');
  clock.advance(91_000);
  await sweep();
  expect(await isAwaited(channel)).toBe(true);
  await writes(channel, 'voice', 'voice');
  const [, second, third] = await spokenIn(channel);
  if (!second || !third) throw new Error('Three are waited for');
  await core.dialogs.keepWords(second, 'И сколько стоит?');
  expect(await isAwaited(channel)).toBe(true);
  await core.dialogs.failWords(third, 'no_words');
  expect(await isAwaited(channel)).toBe(false);
  expect((await speechOf(channel)).map(({ state }) => state)).toEqual(['waiting', 'ready', 'failed']);
  hearing.resolve();
});
