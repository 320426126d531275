import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aroundStatements } from '../../testing/around-statements.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';

let core: Core;
let nextUpdate = 5000;
let nextChat = 9000;

beforeAll(async () => {
  core = await startCore({
    decideTurn: async ({ turn }) => answerWith(`re: ${turn.turn.map((message) => message.text).join(' | ')}`),
  });
});
afterAll(async () => {
  await core.close();
});

async function buildShop(
  changes: Parameters<typeof buildAccount>[1] = { plan: 'starter', messagesLimit: null },
): Promise<TelegramChannel> {
  return await buildTelegramChannel(core, await buildAccount(core, changes));
}

function newChat(channel: TelegramChannel): number {
  const chatId = nextChat++;
  meetCustomer(core, channel.bot, chatId);
  return chatId;
}

const ask = (channel: TelegramChannel, input: { chatId: number; messageId: number; text: string }) =>
  core.gateway.acceptEvents({ ...channel, events: [buildUpdate({ ...input, updateId: nextUpdate++ })] });
const messagesOf = async (channel: TelegramChannel, chatId: number) =>
  (await core.dialogs.messages({ ...channel, chatId: String(chatId), limit: 100, offset: 0 })).messages;
const seenBy = (channel: TelegramChannel, chatId: number) =>
  core.telegram
    .messagesOf(chatId, channel.bot.token)
    .flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : []));

async function settle(isDone: () => Promise<boolean>): Promise<void> {
  await waitUntil(async () => {
    await core.sweep();
    await core.idle();
    return isDone();
  });
}

describe('platform trouble', () => {
  it('429 pauses the channel and keeps the order; nothing is lost, nothing twice', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    core.telegram.faults.add({
      method: 'sendMessage',
      token: channel.bot.token,
      times: 2,
      kind: 'rate-limited',
      retryAfter: 1,
    });
    await ask(channel, { chatId, messageId: 1, text: 'one' });
    await core.idle();
    expect((await messagesOf(channel, chatId)).at(-1)?.delivery).toMatchObject({
      state: 'retry',
      reason: 'rate_limited',
    });
    await ask(channel, { chatId, messageId: 2, text: 'two' });
    await settle(async () => seenBy(channel, chatId).length === 2);
    expect(seenBy(channel, chatId)).toEqual(['re: one', 're: two']);
  });

  it('a send whose answer never comes is unknown and is not sent again; a person may ask for it', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    core.telegram.faults.add({
      method: 'sendMessage',
      token: channel.bot.token,
      times: 1,
      kind: 'socket-drop',
      accepts: true,
    });
    await ask(channel, { chatId, messageId: 1, text: 'one' });
    await settle(async () => (await messagesOf(channel, chatId)).at(-1)?.delivery.state === 'unknown');
    await core.sweep();
    await core.idle();
    expect(seenBy(channel, chatId)).toHaveLength(1);
    const [, answer] = await messagesOf(channel, chatId);
    expect(answer?.delivery.canRetry).toBe(true);
    const dialog = async () => (await core.dialogs.find({ ...channel, chatId: String(chatId) }))?.chat;
    expect(await dialog()).toMatchObject({ speaker: 'waiting', handOverReason: 'unconfirmed' });
    const { dialogId } = await core.dialogs.retry({
      userId: 'u1',
      ...channel,
      chatId: String(chatId),
      messageId: answer?.id ?? '',
    });
    expect((await dialog())?.waitingSince).toBeNull();
    core.gateway.deliver({ accountId: channel.accountId, dialogId });
    await core.idle();
    expect((await messagesOf(channel, chatId)).at(-1)?.delivery.state).toBe('sent');
  });

  it('risk: sending one of two undelivered answers again hides the other', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    const fault = { method: 'sendMessage', token: channel.bot.token, kind: 'socket-drop', accepts: true } as const;
    core.telegram.faults.add({ ...fault, times: 2 });
    const unknown = async () =>
      (await messagesOf(channel, chatId)).filter(({ delivery }) => delivery.state === 'unknown');
    for (const messageId of [1, 2]) {
      await ask(channel, { chatId, messageId, text: `question ${messageId}` });
      await settle(async () => (await unknown()).length === messageId);
    }
    const dialog = async () => (await core.dialogs.find({ ...channel, chatId: String(chatId) }))?.chat;
    const [first, second] = await unknown();
    const place = { userId: 'u1', ...channel, chatId: String(chatId) };
    await core.dialogs.retry({ ...place, messageId: second?.id ?? '' });
    expect(await dialog()).toMatchObject({ speaker: 'waiting', handOverReason: 'unconfirmed' });
    await core.dialogs.retry({ ...place, messageId: first?.id ?? '' });
    expect((await dialog())?.waitingSince).toBeNull();
  });

  it('risk: a message of which a part has left is said to have failed whole; the next try sends only the rest', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    await ask(channel, { chatId, messageId: 1, text: 'one' });
    await core.idle();
    const fault = { method: 'sendMessage', token: channel.bot.token, kind: 'refused', code: 400 } as const;
    core.telegram.faults.add({ ...fault, after: 1, description: 'Bad Request: no' });
    const place = { ...channel, chatId: String(chatId), userId: 'u1' };
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
    const plain = { urls: [], clientId: null, replyToId: null, state: 'queued' as const };
    await core.dialogs.send({ ...place, ...plain, userName: 'Ann', text: words });
    const sent = async () => (await messagesOf(channel, chatId)).at(-1);
    await settle(async () => (await sent())?.delivery.state === 'rejected');
    const share = { files: 0, allFiles: 0, texts: 1, allTexts: 2 };
    const failed = await sent();
    expect(failed?.delivery).toMatchObject({ reason: 'refused', canRetry: true, share });
    expect(seenBy(channel, chatId)).toHaveLength(2);
    const messageId = failed?.id ?? '';
    const { dialogId } = await core.dialogs.retry({ ...place, messageId });
    core.gateway.deliver({ accountId: channel.accountId, dialogId });
    await settle(async () => (await sent())?.delivery.state === 'sent');
    expect((await sent())?.delivery.share).toBeNull();
    expect(seenBy(channel, chatId).slice(1).join(' ').split(/\s+/)).toEqual(words.split(' '));
  });

  it('500 is tried again by itself', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    core.telegram.faults.add({ method: 'sendMessage', token: channel.bot.token, times: 1, kind: 'server-error' });
    await ask(channel, { chatId, messageId: 1, text: 'one' });
    await settle(async () => (await messagesOf(channel, chatId)).at(-1)?.delivery.state === 'sent');
    expect(seenBy(channel, chatId)).toHaveLength(1);
  });

  it('a revoked token stops the channel with words and keeps its queue; a new token sends it', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    core.telegram.revokeToken(channel.bot.token);
    await ask(channel, { chatId, messageId: 1, text: 'one' });
    await core.idle();
    expect((await core.channels.find(channel.accountId, channel.channelId))?.inactiveReason).toBe('token_revoked');
    expect((await messagesOf(channel, chatId)).at(-1)?.delivery.state).toBe('queued');
    await core.sweep();
    await core.idle();
    const renewed = core.telegram.registerBot({ token: `${channel.bot.id}:${'N'.repeat(35)}` });
    core.telegram.customerSends({ token: renewed.token, from: { id: chatId }, text: '/start' });
    await core.channels.update({
      accountId: channel.accountId,
      type: 'telegram',
      id: channel.channelId,
      update: {},
      credentials: { token: renewed.token },
    });
    await settle(async () => (await messagesOf(channel, chatId)).at(-1)?.delivery.state === 'sent');
  });

  it('a customer who stopped the bot: the send is rejected with the reason and the dialog says so', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    core.telegram.block({ token: channel.bot.token, userId: chatId });
    await ask(channel, { chatId, messageId: 1, text: 'one' });
    await core.idle();
    expect((await messagesOf(channel, chatId)).at(-1)?.delivery).toMatchObject({
      state: 'rejected',
      reason: 'customer_blocked',
    });
    expect((await core.dialogs.find({ ...channel, chatId: String(chatId) }))?.chat.isUnreachable).toBe(true);
  });
});

describe('two nodes on one database', () => {
  it('what one node took and left, the other takes over after the lease; nothing is answered twice', async () => {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    const stuck = await startCore({
      beside: core,
      decideTurn: async () => {
        asked.push('stuck');
        await gate.promise;
        return answerWith('re: from the stuck node');
      },
    });
    const channel = await buildShop();
    const chatId = newChat(channel);
    await stuck.gateway.acceptEvents({
      ...channel,
      events: [buildUpdate({ updateId: nextUpdate++, chatId, messageId: 1, text: 'one' })],
    });
    await waitUntil(() => asked.length > 0);
    await core.pool.query(`update dialogs set lease_until = now() - interval '1 second' where account_id = $1`, [
      channel.accountId,
    ]);
    await core.sweep();
    await core.idle();
    gate.resolve();
    await stuck.idle();
    await core.sweep();
    await core.idle();
    expect(seenBy(channel, chatId)).toEqual(['re: one']);
    await stuck.close();
  });

  it('an answer that was claimed for sending by a node that stops goes back to the queue and is sent once', async () => {
    const gate = Promise.withResolvers<void>();
    const stopping = await startCore({
      beside: core,
      async decideTurn() {
        await gate.promise;
        return answerWith('too late');
      },
    });
    const channel = await buildShop();
    const chatId = newChat(channel);
    await stopping.gateway.acceptEvents({
      ...channel,
      events: [buildUpdate({ updateId: nextUpdate++, chatId, messageId: 1, text: 'one' })],
    });
    const leased = 'select id from dialogs where account_id = $1 and lease_owner is not null';
    await expect.poll(async () => (await core.pool.query(leased, [channel.accountId])).rowCount).toBe(1);
    const { rows } = await core.pool.query<{ id: string }>(
      `update dialogs set lease_until = now() - interval '1 second' where account_id = $1 returning id`,
      [channel.accountId],
    );
    const turn = await core.dialogs.claimTurn({ accountId: channel.accountId, dialogId: rows[0]?.id ?? '' });
    if (!turn) throw new Error('the lease could not be taken over');
    const { delivery } = await core.dialogs.commitTurn(turn, {
      state: 'queued',
      isCounted: true,
      sendsNow: true,
      decision: answerWith('re: one'),
    });
    expect((await messagesOf(channel, chatId)).at(-1)?.delivery.state).toBe('sending');
    gate.resolve();
    await stopping.gateway.stop();
    stopping.gateway.deliver(turn, delivery);
    await settle(async () => seenBy(channel, chatId).length > 0);
    expect(seenBy(channel, chatId)).toEqual(['re: one']);
    expect((await messagesOf(channel, chatId)).at(-1)?.delivery.state).toBe('sent');
    await stopping.close();
  });

  it('a send that died with its node is unknown and is not sent again', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    await ask(channel, { chatId, messageId: 1, text: 'one' });
    await core.idle();
    await core.pool.query(
      `update messages set state = 'sending', claimed_until = now() - interval '1 second' where account_id = $1 and author = 'assistant'`,
      [channel.accountId],
    );
    await core.sweep();
    await core.idle();
    expect((await messagesOf(channel, chatId)).at(-1)?.delivery).toMatchObject({
      state: 'unknown',
      reason: 'interrupted',
    });
    expect(seenBy(channel, chatId)).toHaveLength(1);
  });

  it('a raw event that was stored by a node that died before it looked at it is ingested by the sweep', async () => {
    const channel = await buildShop();
    const chatId = newChat(channel);
    const event = buildUpdate({ updateId: nextUpdate++, chatId, messageId: 1, text: 'left behind' });
    await core.pool.query(
      `insert into inbound_events (account_id, channel_id, event_id, payload, next_at, received_at) values ($1, $2, $3, $4, now() - interval '1 second', now())`,
      [channel.accountId, channel.channelId, event.eventId, JSON.stringify(event.payload)],
    );
    await settle(async () => seenBy(channel, chatId).length === 1);
  });
});

describe('an answer that is ready while the end of the earlier send is written down', () => {
  /** Holds the first statement that matches, or its reply, until it is let go. */
  function hold(part: 'statement' | 'reply', isHeld: (text: string) => boolean) {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    const stop = aroundStatements(core.pool, async ({ text, run }) => {
      const isFirst = isHeld(text) && !asked.some(isHeld);
      asked.push(text);
      if (isFirst && part === 'statement') await gate.promise;
      const result = await run();
      if (isFirst && part === 'reply') await gate.promise;
      return result;
    });
    return { asked, letGo: gate.resolve, stop };
  }
  const isRecord = (text: string) => text.includes("set state = 'sent'");
  const isClaim = (text: string) => text.includes("set state = 'sending', attempt = m.attempt + 1");

  it.each(['statement', 'reply'] as const)(
    'goes out at once, once, and needs no claim of its own (%s)',
    async (part) => {
      const channel = await buildShop();
      const chatId = newChat(channel);
      const held = hold(part, isRecord);
      await ask(channel, { chatId, messageId: 1, text: 'one' });
      await waitUntil(() => held.asked.some(isRecord));
      await ask(channel, { chatId, messageId: 2, text: 'two' });
      await waitUntil(() => seenBy(channel, chatId).length === 2);
      held.letGo();
      await core.idle();
      held.stop();
      expect(seenBy(channel, chatId)).toEqual(['re: one', 're: two']);
      expect(held.asked.filter(isClaim)).toEqual([]);
      expect((await messagesOf(channel, chatId)).map(({ delivery }) => delivery.state)).toEqual([
        'received',
        'sent',
        'received',
        'sent',
      ]);
    },
  );
});
