import type { Message } from '@otvet/contract';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  type CoreOptions,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { type Gate, startGate } from '../../testing/start-gate.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const CHATS = Array.from({ length: 20 }, (_, index) => 300 + index);
/** In these a person takes over during the outage and writes twice, in the others the customer asks again. */
const hasOperator = (chatId: number) => chatId % 2 === 0;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

let open: Core[] = [];
let gates: Gate[] = [];
afterEach(async () => {
  for (const core of open) await core.close();
  for (const gate of gates) await gate.shut();
  open = [];
  gates = [];
});

async function startShop(kind: 'server' | 'embedded', options: Partial<CoreOptions> = {}) {
  const clock = createTestClock();
  const core = await startCore({ kind, clock, ...options });
  open.push(core);
  const channel = await buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }));
  const { accountId, channelId, bot } = channel;
  for (const chatId of CHATS) meetCustomer(core, bot, chatId);
  let updateId = 1;
  const place = (chatId: number) => ({ accountId, channelId, chatId: String(chatId) });
  const settle = async () => {
    await core.idle();
    await core.sweep();
    await core.idle();
    await core.dialogs.giveUpDeliveries();
  };
  return {
    ...channel,
    clock,
    core,
    settle,
    async pass(ms: number, stepMs: number) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.advance(stepMs);
        await settle();
      }
    },
    async ask(chatId: number, text: string) {
      updateId += 1;
      const events = [buildUpdate({ updateId, chatId, messageId: updateId, text })];
      await core.gateway.acceptEvents({ accountId, channelId, events });
    },
    async write(chatId: number, text: string) {
      const message = { userId: core.newId(), userName: 'Ann', text, urls: [], clientId: null, replyToId: null };
      const { dialogId } = await core.dialogs.send({ ...place(chatId), ...message, state: 'queued' });
      core.gateway.deliver({ accountId, dialogId });
    },
    /** What is to be sent: without the answers that a person's word withdrew. */
    async ours(chatId: number): Promise<Message[]> {
      const { messages } = await core.dialogs.messages({ ...place(chatId), limit: 100, offset: 0 });
      return messages.filter(({ author, isCanceled }) => author !== 'customer' && author !== 'system' && !isCanceled);
    },
    dialog: async (chatId: number) => (await core.dialogs.find(place(chatId)))?.chat,
    channel: () => core.channels.find(accountId, channelId),
    seen: (chatId: number) =>
      core.telegram
        .messagesOf(chatId, bot.token)
        .flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : [])),
  };
}

type Shop = Awaited<ReturnType<typeof startShop>>;

const SENDS = ['sendMessage'];
const breakPlatform = ({ core, bot }: Shop) => {
  for (const method of SENDS)
    core.telegram.faults.add({ method, token: bot.token, times: 1_000_000, kind: 'server-error' });
};

async function speakInAllChats(shop: Shop): Promise<void> {
  for (const chatId of CHATS) await shop.ask(chatId, 'one');
  await shop.settle();
  for (const chatId of CHATS) await (hasOperator(chatId) ? shop.write(chatId, 'a person') : shop.ask(chatId, 'two'));
  for (const chatId of CHATS) if (hasOperator(chatId)) await shop.write(chatId, 'again');
  await shop.settle();
}

async function expectAllSentOnce(shop: Shop): Promise<void> {
  for (const chatId of CHATS) {
    expect(shop.seen(chatId)).toEqual(hasOperator(chatId) ? ['a person', 'again'] : ['re: one', 're: two']);
    expect((await shop.ours(chatId)).map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
    expect((await shop.dialog(chatId))?.waitingSince).toBeNull();
  }
}

describe.each(['server', 'embedded'] as const)('risk: an outage of the platform throws answers away (%s)', (kind) => {
  it('ten minutes of 500s: every message waits with its reason, then all go out once and in order', async () => {
    const shop = await startShop(kind);
    breakPlatform(shop);
    await speakInAllChats(shop);
    await shop.pass(10 * MINUTE_MS, 5 * SECOND_MS);
    for (const chatId of CHATS) {
      const [first, second] = await shop.ours(chatId);
      expect(first?.delivery).toMatchObject({ state: 'retry', reason: 'vendor_error' });
      expect(second?.delivery.state).toBe('queued');
    }
    const { accountId, channelId } = shop;
    const since = '2026-11-22T12:00:00.000Z';
    const trouble = { channelId, since, reason: 'vendor_error', heldUntil: null, waiting: 2 * CHATS.length };
    expect(await shop.core.dialogs.listTroubles(accountId)).toEqual([trouble]);
    shop.core.telegram.faults.clear();
    await shop.pass(5 * MINUTE_MS, 10 * SECOND_MS);
    expect(await shop.core.dialogs.listTroubles(accountId)).toEqual([]);
    await expectAllSentOnce(shop);
  });

  it('ten minutes without a network: the same', async () => {
    const shop = await startShop(kind, {
      wrapTelegram: async (url) => {
        const gate = await startGate(url);
        gates.push(gate);
        return gate.url;
      },
    });
    const [gate] = gates;
    await gate?.shut();
    await speakInAllChats(shop);
    await shop.pass(10 * MINUTE_MS, 5 * SECOND_MS);
    for (const chatId of CHATS)
      expect((await shop.ours(chatId))[0]?.delivery).toMatchObject({ state: 'retry', reason: 'network' });
    await gate?.open();
    await shop.pass(5 * MINUTE_MS, 10 * SECOND_MS);
    await expectAllSentOnce(shop);
  });

  it('thirteen hours: given up with the reason, the dialogs wait for a person, a retry is sent', async () => {
    const shop = await startShop(kind);
    breakPlatform(shop);
    await speakInAllChats(shop);
    await shop.pass(13 * HOUR_MS, 10 * MINUTE_MS);
    for (const chatId of CHATS) {
      for (const { delivery } of await shop.ours(chatId))
        expect(delivery).toMatchObject({ state: 'rejected', reason: 'vendor_error', canRetry: true });
      expect(await shop.dialog(chatId)).toMatchObject({ speaker: 'waiting', handOverReason: 'undelivered' });
    }
    expect(await shop.core.dialogs.listTroubles(shop.accountId)).toMatchObject([
      { reason: 'vendor_error', waiting: 0 },
    ]);
    shop.core.telegram.faults.clear();
    const chatId = CHATS.find((chat) => !hasOperator(chat)) ?? 0;
    const place = { accountId: shop.accountId, channelId: shop.channelId, chatId: String(chatId) };
    const messages = await shop.ours(chatId);
    for (const message of messages) {
      expect((await shop.dialog(chatId))?.waitingSince).not.toBeNull();
      const { dialogId } = await shop.core.dialogs.retry({ userId: 'u1', ...place, messageId: message.id });
      shop.core.gateway.deliver({ accountId: shop.accountId, dialogId });
      await shop.settle();
    }
    expect(shop.seen(chatId)).toEqual(messages.map(({ text }) => text));
    expect((await shop.dialog(chatId))?.waitingSince).toBeNull();
  });
});

describe.each(['server', 'embedded'] as const)('after an outage of half a minute (%s)', (kind) => {
  it('the first message that goes out takes along what waits for its next try', async () => {
    const shop = await startShop(kind);
    breakPlatform(shop);
    for (const chatId of CHATS) {
      await shop.ask(chatId, 'one');
      await shop.pass(SECOND_MS, SECOND_MS);
    }
    await shop.pass(10 * SECOND_MS, SECOND_MS);
    shop.core.telegram.faults.clear();
    const countSeen = () => CHATS.filter((chatId) => shop.seen(chatId).length > 0).length;
    while (countSeen() === 0) await shop.pass(SECOND_MS, SECOND_MS);
    await shop.settle();
    expect(countSeen()).toBe(CHATS.length);
    for (const chatId of CHATS) expect(shop.seen(chatId)).toEqual(['re: one']);
  });
});

describe.each(['server', 'embedded'] as const)('risk: a token that works again is not noticed (%s)', (kind) => {
  it('the channel says why it stopped, sends nothing, and comes back by itself with all that waited', async () => {
    const shop = await startShop(kind);
    const refusal = { kind: 'refused' as const, code: 401, description: 'Unauthorized', times: 1_000_000 };
    shop.core.telegram.faults.add({ method: '*', token: shop.bot.token, ...refusal });
    await speakInAllChats(shop);
    expect((await shop.channel())?.inactiveReason).toBe('token_revoked');
    for (let minute = 0; minute < 30; minute += 1) {
      await shop.pass(MINUTE_MS, MINUTE_MS);
      await shop.core.channels.probeBroken();
    }
    expect((await shop.channel())?.inactiveReason).toBe('token_revoked');
    for (const chatId of CHATS)
      for (const { delivery } of await shop.ours(chatId)) expect(delivery.state).toBe('queued');
    shop.core.telegram.faults.clear();
    for (let minute = 0; minute < 60; minute += 1) {
      await shop.pass(MINUTE_MS, MINUTE_MS);
      await shop.core.channels.probeBroken();
    }
    expect((await shop.channel())?.inactiveReason).toBeNull();
    await shop.settle();
    await expectAllSentOnce(shop);
  });
});

describe('risk: time jumps, or the server was off for a day', () => {
  it('what waits is tried before it is given up', async () => {
    const shop = await startShop('server');
    breakPlatform(shop);
    await speakInAllChats(shop);
    shop.core.telegram.faults.clear();
    shop.clock.advance(25 * HOUR_MS);
    await shop.core.dialogs.giveUpDeliveries();
    await shop.pass(15 * MINUTE_MS, MINUTE_MS);
    await expectAllSentOnce(shop);
  });
});

describe('what the platform refuses', () => {
  it('risk: a customer who was written to again still counts as unreachable', async () => {
    const shop = await startShop('server');
    const [chatId = 0] = CHATS;
    await shop.ask(chatId, 'one');
    await shop.settle();
    const { rows } = await shop.core.pool.query<{ id: string }>('select id from dialogs');
    await shop.core.dialogs.closeDelivery({
      accountId: shop.accountId,
      dialogId: rows[0]?.id ?? '',
      reason: 'customer_blocked',
    });
    expect((await shop.dialog(chatId))?.isUnreachable).toBe(true);
    await shop.write(chatId, 'a person');
    await shop.settle();
    expect((await shop.dialog(chatId))?.isUnreachable).toBe(false);
  });

  it('risk: nobody knows that an answer was refused: the dialog waits for a person', async () => {
    const shop = await startShop('server');
    const [refused = 0] = CHATS;
    shop.core.telegram.faults.add({
      method: 'sendMessage',
      token: shop.bot.token,
      chatId: refused,
      kind: 'refused',
      code: 400,
      description: 'Bad Request: message is too long',
    });
    await shop.ask(refused, 'one');
    await shop.settle();
    expect(await shop.dialog(refused)).toMatchObject({ speaker: 'waiting', handOverReason: 'undelivered' });
  });

  it('risk: a customer who blocked the bot waits for a person for ever', async () => {
    const shop = await startShop('server');
    const [chatId = 0] = CHATS;
    const { accountId } = shop;
    const waiting = async () => {
      const { chats, count } = await shop.core.dialogs.list({
        accountId,
        filter: { waiting: true },
        limit: 10,
        offset: 0,
      });
      return { listed: [chats.length, count], counted: (await shop.core.dialogs.countUnread(accountId)).waiting };
    };
    shop.core.telegram.block({ token: shop.bot.token, userId: chatId });
    await shop.ask(chatId, 'one');
    await shop.settle();
    expect(await shop.dialog(chatId)).toMatchObject({
      ...{ speaker: 'assistant', waitingSince: null, handOverReason: null },
      ...{ isUnreachable: true, unreachableReason: 'customer_blocked' },
    });
    expect(await waiting()).toEqual({ listed: [0, 0], counted: 0 });
    shop.core.telegram.unblock({ token: shop.bot.token, userId: chatId });
    await shop.ask(chatId, 'two');
    await shop.settle();
    expect(await shop.dialog(chatId)).toMatchObject({ speaker: 'waiting', unreachableReason: null });
    expect(await waiting()).toEqual({ listed: [1, 1], counted: 1 });
  });

  it('a message of a person that is refused is left to that person', async () => {
    const shop = await startShop('server');
    const [chatId = 0] = CHATS;
    await shop.ask(chatId, 'one');
    await shop.settle();
    shop.core.telegram.block({ token: shop.bot.token, userId: chatId });
    await shop.write(chatId, 'a person');
    await shop.settle();
    expect((await shop.ours(chatId)).at(-1)?.delivery).toMatchObject({ state: 'rejected', reason: 'customer_blocked' });
    expect((await shop.dialog(chatId))?.waitingSince).toBeNull();
  });

  it('risk: only the open dialog tells that a reply of a person did not arrive', async () => {
    const shop = await startShop('server');
    const [chatId = 0] = CHATS;
    await shop.ask(chatId, 'one');
    await shop.settle();
    expect((await shop.dialog(chatId))?.undelivered).toBeNull();
    const refusal = { kind: 'refused', code: 400, description: 'Bad Request: message is too long' } as const;
    shop.core.telegram.faults.add({ method: 'sendMessage', token: shop.bot.token, chatId, ...refusal });
    await shop.write(chatId, 'a person');
    await shop.settle();
    const failed = (await shop.ours(chatId)).at(-1);
    expect(await shop.dialog(chatId)).toMatchObject({ speaker: 'operator', undelivered: 'undelivered' });
    shop.core.telegram.faults.clear();
    const { accountId, channelId } = shop;
    const messageId = failed?.id ?? '';
    const place = { accountId, channelId, chatId: String(chatId) };
    const { dialogId } = await shop.core.dialogs.retry({ userId: 'u1', ...place, messageId });
    shop.core.gateway.deliver({ accountId, dialogId });
    await shop.settle();
    expect((await shop.ours(chatId)).at(-1)?.delivery.state).toBe('sent');
    expect((await shop.dialog(chatId))?.undelivered).toBeNull();
  });

  it.each([
    ['refused', { kind: 'refused', code: 400, description: 'Bad Request: no' }, 'discarded', true],
    ['lost', { kind: 'socket-drop', accepts: true }, 'discarded_unconfirmed', false],
  ] as const)(
    'a reply that was %s can be given up: its dialog no longer counts as failed, on every screen',
    async (_name, fault, reason, isCanceled) => {
      const shop = await startShop('server');
      const [chatId = 0] = CHATS;
      await shop.ask(chatId, 'one');
      await shop.settle();
      shop.core.telegram.faults.add({ method: 'sendMessage', token: shop.bot.token, chatId, ...fault });
      await shop.write(chatId, 'a person');
      await shop.settle();
      shop.core.telegram.faults.clear();
      expect((await shop.dialog(chatId))?.undelivered).not.toBeNull();
      const heard: number[] = [];
      shop.core.dialogs.onChanged(({ version }) => heard.push(version));
      const place = { accountId: shop.accountId, channelId: shop.channelId, chatId: String(chatId) };
      const messageId = (await shop.ours(chatId)).at(-1)?.id ?? '';
      expect(await shop.core.dialogs.discard({ ...place, messageId })).toMatchObject({
        ...{ isCanceled, text: 'a person', delivery: { state: 'canceled', reason, canRetry: false } },
      });
      const dialog = await shop.dialog(chatId);
      expect(dialog).toMatchObject({ undelivered: null, text: isCanceled ? 're: one' : 'a person' });
      expect(heard).toEqual([dialog?.version]);
      await expect(shop.core.dialogs.discard({ ...place, messageId })).rejects.toMatchObject({
        code: 'dialogs.not_discardable',
      });
    },
  );
});
