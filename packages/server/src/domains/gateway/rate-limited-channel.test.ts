import { afterEach, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const FIRST_CHAT = 700;
const SECOND_CHAT = 701;
const OTHER_CHATS = Array.from({ length: 30 }, (_, index) => SECOND_CHAT + 1 + index);
const RETRY_AFTER_SECONDS = 15;

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0).reverse()) await core.close();
});

async function startNodes(kind: 'server' | 'embedded', count: number) {
  const clock = createTestClock();
  for (let index = 0; index < count; index += 1) {
    const beside = open[0];
    open.push(await startCore({ kind, clock, ...(beside ? { beside } : {}) }));
  }
  const [core, other = core] = open;
  if (!core || !other) throw new Error('no node was started');
  const channel = await buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }));
  for (const chatId of [FIRST_CHAT, SECOND_CHAT, ...OTHER_CHATS]) meetCustomer(core, channel.bot, chatId);
  let updateId = 1;
  const ask = async (node: Core, chatId: number, text: string) => {
    updateId += 1;
    await node.gateway.acceptEvents({
      ...channel,
      events: [buildUpdate({ updateId, chatId, messageId: updateId, text })],
    });
  };
  const write = async (node: Core, chatId: number, text: string) => {
    const message = { userId: core.newId(), userName: 'Ann', text, urls: [], clientId: null, replyToId: null };
    const place = { accountId: channel.accountId, channelId: channel.channelId, chatId: String(chatId) };
    const { dialogId } = await node.dialogs.send({ ...place, ...message, state: 'queued' });
    node.gateway.deliver({ accountId: channel.accountId, dialogId });
  };
  const seen = (chatId: number) =>
    core.telegram
      .messagesOf(chatId, channel.bot.token)
      .flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : []));
  const settle = async () => {
    for (const node of open) await node.idle();
    for (const node of open) await node.sweep();
    for (const node of open) await node.idle();
  };
  return { clock, core, other, channel, ask, write, seen, settle };
}

describe.each(['server', 'embedded'] as const)('risk: a 429 does not hold the whole channel (%s)', (kind) => {
  it.each([1, 2])(
    'nothing leaves by any way before the time asked for, then everything once and in order; %i node(s)',
    async (nodes) => {
      const { clock, core, other, channel, ask, write, seen, settle } = await startNodes(kind, nodes);
      for (const chatId of OTHER_CHATS.slice(20)) await ask(core, chatId, 'hello');
      await settle();
      const sentBefore = OTHER_CHATS.flatMap(seen).length;
      core.telegram.faults.add({
        method: 'sendMessage',
        token: channel.bot.token,
        kind: 'rate-limited',
        times: 2,
        retryAfter: RETRY_AFTER_SECONDS,
      });
      await ask(core, FIRST_CHAT, 'first');
      await settle();
      await ask(other, SECOND_CHAT, 'second');
      await settle();
      // Answers are claimed by the statement that stores them, operators' messages by themselves, all of them by the sweep.
      for (const [index, chatId] of OTHER_CHATS.entries()) await ask(index % 2 === 0 ? core : other, chatId, 'one');
      await settle();
      for (const [index, chatId] of OTHER_CHATS.entries())
        if (index >= 20) await write(index % 2 === 0 ? other : core, chatId, 'from a person');
      await settle();
      for (let second = 1; second < RETRY_AFTER_SECONDS; second += 1) {
        clock.advance(1000);
        await settle();
      }
      expect([...OTHER_CHATS.flatMap(seen), ...seen(FIRST_CHAT)]).toHaveLength(sentBefore);
      clock.advance(1000);
      await settle();
      await settle();
      expect([FIRST_CHAT, SECOND_CHAT].map(seen)).toEqual([['re: first'], ['re: second']]);
      for (const [index, chatId] of OTHER_CHATS.entries())
        expect(seen(chatId)).toEqual(index < 20 ? ['re: one'] : ['re: hello', 'from a person']);
    },
  );

  it.each([1, 2])("risk: one chat's limit holds all chats of the bot; %i node(s)", async (nodes) => {
    const { clock, core, other, channel, ask, write, seen, settle } = await startNodes(kind, nodes);
    const limit = (times: number, retryAfter: number) =>
      core.telegram.faults.add({
        ...{ method: 'sendMessage', token: channel.bot.token, chatId: FIRST_CHAT },
        ...{ kind: 'rate-limited', retryAfter, times },
      });
    await ask(core, FIRST_CHAT, 'hello');
    await settle();
    limit(1, RETRY_AFTER_SECONDS);
    await write(core, FIRST_CHAT, 'first');
    await settle();
    // Neither the other messages of the chat nor a person's wish for another try change its pause; the others go on.
    await write(other, FIRST_CHAT, 'second');
    const place = { accountId: channel.accountId, channelId: channel.channelId, chatId: String(FIRST_CHAT) };
    const { messages } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
    const waiting = messages.find(({ text }) => text === 'first');
    const retried = await core.dialogs.retry({ ...place, userId: 'u1', messageId: waiting?.id ?? '' });
    core.gateway.deliver({ accountId: channel.accountId, dialogId: retried.dialogId });
    expect(retried.message.delivery).toMatchObject({ state: 'retry', reason: 'rate_limited' });
    const talking = OTHER_CHATS.slice(0, 6);
    for (const [index, chatId] of talking.entries()) await ask(index % 2 === 0 ? core : other, chatId, 'one');
    for (let second = 1; second < RETRY_AFTER_SECONDS; second += 1) {
      clock.advance(1000);
      await settle();
    }
    expect(talking.map(seen)).toEqual(talking.map(() => ['re: one']));
    expect(seen(FIRST_CHAT)).toEqual(['re: hello']);
    expect(await core.dialogs.listTroubles(channel.accountId)).toEqual([]);
    // Refused once more, alone: still its own limit.
    limit(1, 1);
    clock.advance(1000);
    await settle();
    for (const chatId of talking) await ask(other, chatId, 'two');
    await settle();
    expect(talking.map((chatId) => seen(chatId).length)).toEqual(talking.map(() => 2));
    clock.advance(1000);
    await settle();
    expect(seen(FIRST_CHAT)).toEqual(['re: hello', 'first', 'second']);
  });

  it('two chats at their limits one after the other hold nobody else', async () => {
    const { clock, core, channel, ask, seen, settle } = await startNodes(kind, 1);
    for (const chatId of [FIRST_CHAT, SECOND_CHAT]) {
      const place = { method: 'sendMessage', token: channel.bot.token, chatId };
      core.telegram.faults.add({ ...place, kind: 'rate-limited', retryAfter: RETRY_AFTER_SECONDS });
      await ask(core, chatId, 'one');
      await settle();
      const [someone = 0] = OTHER_CHATS;
      const before = seen(someone).length;
      await ask(core, someone, 'between');
      await settle();
      expect(seen(someone)).toHaveLength(before + 1);
      clock.advance(RETRY_AFTER_SECONDS * 1000);
      await settle();
      expect(seen(chatId)).toEqual(['re: one']);
    }
  });
});
