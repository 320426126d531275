import { describe, expect, it } from 'vitest';
import { answerWith, buildTelegramChannel } from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { DecideTurn } from '../assistant/answer-dialog.ts';
import { useTelegramChats } from './testing/use-telegram-chats.ts';

/** Answers only when the test opens the gate, so that things can happen meanwhile. */
function createGate() {
  let waiters: (() => void)[] = [];
  let isOpen = true;
  let asked = 0;
  return {
    shut: () => {
      isOpen = false;
    },
    open: () => {
      isOpen = true;
      for (const wake of waiters.splice(0)) wake();
      waiters = [];
    },
    asked: () => asked,
    pass: async () => {
      asked += 1;
      if (!isOpen) await new Promise<void>((resolve) => waiters.push(resolve));
    },
  };
}

const gate = createGate();
const decideTurn: DecideTurn = async ({ turn }) => {
  const text = `re: ${turn.turn.map((message) => message.text).join(' | ')}`;
  await gate.pass();
  return answerWith(text);
};

const { parts, place, receive, update, newChat, messagesOf } = useTelegramChats({ decideTurn });
const sentTo = (chatId: number) =>
  parts.core.telegram.ledger.calls
    .filter((call) => call.method === 'sendMessage' && String(call.params.chat_id) === String(chatId))
    .map((call) => call.params.text);

it('a question is stored, answered, sent and marked as sent', async () => {
  const chatId = newChat();
  await receive([update({ chatId, messageId: 1, text: 'Сколько стоит доставка?' })]);
  await parts.core.idle();
  const [question, answer] = await messagesOf(chatId);
  expect(question).toMatchObject({ author: 'customer', text: 'Сколько стоит доставка?', silence: null });
  expect(answer).toMatchObject({
    author: 'assistant',
    text: 're: Сколько стоит доставка?',
    delivery: { state: 'sent' },
  });
  expect(sentTo(chatId)).toEqual(['re: Сколько стоит доставка?']);
});

describe('duplicate webhook', () => {
  it('the same update 30 times at once and later again gives one message and one answer', async () => {
    const chatId = newChat();
    const event = update({ chatId, messageId: 1, text: 'hello' });
    await Promise.all(Array.from({ length: 30 }, () => receive([event])));
    await parts.core.idle();
    await receive([event, event]);
    await parts.core.idle();
    await parts.core.sweep();
    await parts.core.idle();
    expect((await messagesOf(chatId)).map((message) => message.author)).toEqual(['customer', 'assistant']);
    expect(sentTo(chatId)).toHaveLength(1);
  });

  it('the same message under another update id is dropped', async () => {
    const chatId = newChat();
    await receive([update({ chatId, messageId: 1, text: 'hello' })]);
    await parts.core.idle();
    await receive([update({ chatId, messageId: 1, text: 'hello' })]);
    await parts.core.idle();
    expect(await messagesOf(chatId)).toHaveLength(2);
  });
});

it('parallel first messages of one customer make one dialog with all messages', async () => {
  const chatId = newChat();
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => receive([update({ chatId, messageId: at + 1, text: `m${at}` })])),
  );
  await parts.core.idle();
  const messages = await messagesOf(chatId);
  expect(messages.filter((message) => message.author === 'customer')).toHaveLength(20);
  const { chats } = await parts.core.dialogs.list({
    accountId: parts.channel.accountId,
    limit: 100,
    offset: 0,
    filter: { cid: parts.channel.channelId },
  });
  expect(chats.filter((chat) => chat.chatId === String(chatId))).toHaveLength(1);
});

describe('out-of-order webhook', () => {
  it('messages that arrive in any order are shown in the order of the platform', async () => {
    const chatId = newChat();
    gate.shut();
    const order = [3, 7, 1, 10, 2, 9, 5, 4, 8, 6];
    for (const messageId of order) await receive([update({ chatId, messageId, text: `m${messageId}` })]);
    await waitUntil(async () => (await messagesOf(chatId)).length === 10);
    const texts = (await messagesOf(chatId)).map((message) => message.text);
    gate.open();
    await parts.core.idle();
    expect(texts).toEqual(Array.from({ length: 10 }, (_, at) => `m${at + 1}`));
  });

  it('shows a late old message in its place and answers it like any other', async () => {
    const chatId = newChat();
    await receive([update({ chatId, messageId: 5, text: 'new question' })]);
    await parts.core.idle();
    await receive([update({ chatId, messageId: 3, text: 'late old one' })]);
    await parts.core.idle();
    const messages = await messagesOf(chatId);
    expect(messages.map((message) => message.text)).toEqual([
      'late old one',
      'new question',
      're: new question',
      're: late old one',
    ]);
    expect(messages.map((message) => message.silence)).toEqual([null, null, null, null]);
  });
});

/** As if the delay of every waiting dialog of the channel were over. */
async function endDialogDelay(channelId: string): Promise<void> {
  await parts.core.pool.query(
    `update dialogs set answer_due_at = now() - interval '1 second' where channel_id = $1 and answer_due_at is not null`,
    [channelId],
  );
  await parts.core.sweep();
  await parts.core.idle();
}

describe('burst', () => {
  it('messages within the dialog delay get one answer to all of them', async () => {
    const slow = await buildTelegramChannel(parts.core, parts.channel.accountId, { dialogDelay: 1 });
    const chatId = newChat(slow.bot);
    for (const [at, text] of ['Здравствуйте', 'у меня вопрос', 'где мой заказ?'].entries()) {
      await parts.core.gateway.acceptEvents({
        accountId: slow.accountId,
        channelId: slow.channelId,
        events: [update({ chatId, messageId: at + 1, text })],
      });
    }
    await parts.core.idle();
    expect(sentTo(chatId)).toEqual([]);
    await endDialogDelay(slow.channelId);
    expect(sentTo(chatId)).toEqual(['re: Здравствуйте | у меня вопрос | где мой заказ?']);
  });

  it('a message that comes while the answer is made is answered together with the first', async () => {
    const chatId = newChat();
    gate.shut();
    const before = gate.asked();
    await receive([update({ chatId, messageId: 1, text: 'one' })]);
    await waitUntil(() => gate.asked() > before);
    await receive([update({ chatId, messageId: 2, text: 'two' })]);
    await waitUntil(async () => (await messagesOf(chatId)).length === 2);
    gate.open();
    await parts.core.idle();
    await waitUntil(() => sentTo(chatId).length > 0);
    await parts.core.idle();
    expect(sentTo(chatId)).toEqual(['re: one | two']);
  });
});

describe('one speaker', () => {
  it('an operator who answers while the assistant thinks silences it, with the reason', async () => {
    const chatId = newChat();
    gate.shut();
    const before = gate.asked();
    await receive([update({ chatId, messageId: 1, text: 'question' })]);
    await waitUntil(() => gate.asked() > before);
    await parts.core.dialogs.send({
      ...place(chatId),
      userId: 'u1',
      userName: 'Anna',
      text: 'I am here',
      urls: [],
      clientId: null,
      replyToId: null,
      state: 'queued',
    });
    gate.open();
    await parts.core.idle();
    const messages = await messagesOf(chatId);
    expect(messages.map((message) => message.author)).toEqual(['customer', 'system', 'operator']);
    expect(messages[0]?.silence).toBe('operator_spoke');
  });

  it('an operator who answers during the dialog delay: no automatic answer', async () => {
    const slow = await buildTelegramChannel(parts.core, parts.channel.accountId, { dialogDelay: 1 });
    const chatId = newChat(slow.bot);
    const there = { accountId: slow.accountId, channelId: slow.channelId, chatId: String(chatId) };
    await parts.core.gateway.acceptEvents({
      accountId: slow.accountId,
      channelId: slow.channelId,
      events: [update({ chatId, messageId: 1, text: 'q' })],
    });
    await parts.core.idle();
    await parts.core.dialogs.send({
      ...there,
      userId: 'u1',
      userName: 'Anna',
      text: 'mine',
      urls: [],
      clientId: null,
      replyToId: null,
      state: 'queued',
    });
    await endDialogDelay(slow.channelId);
    const { messages } = await parts.core.dialogs.messages({ ...there, limit: 10, offset: 0 });
    expect(messages.map((message) => message.author)).toEqual(['customer', 'system', 'operator']);
  });

  it('pause while the answer is made drops it; what comes while paused is stored with the reason; handing back answers it', async () => {
    const chatId = newChat();
    gate.shut();
    const before = gate.asked();
    await receive([update({ chatId, messageId: 1, text: 'first' })]);
    await waitUntil(() => gate.asked() > before);
    await parts.core.dialogs.pause(place(chatId));
    gate.open();
    await parts.core.idle();
    await receive([update({ chatId, messageId: 2, text: 'second' })]);
    await parts.core.idle();
    expect((await messagesOf(chatId)).map((message) => message.silence)).toEqual(['taken_over', null, 'paused']);
    const resumed = await parts.core.dialogs.resume(place(chatId));
    expect(resumed.answerDueAt).not.toBeNull();
    parts.core.assistant.scheduleAnswer({
      accountId: parts.channel.accountId,
      dialogId: resumed.dialogId,
      dueAt: parts.core.clock.now(),
    });
    await parts.core.idle();
    expect(sentTo(chatId)).toEqual(['re: first | second']);
  });

  it('a banned customer gets no answer and the message says why', async () => {
    const chatId = newChat();
    await receive([update({ chatId, messageId: 1, text: 'first' })]);
    await parts.core.idle();
    await parts.core.dialogs.setBanned(place(chatId), true);
    await receive([update({ chatId, messageId: 2, text: 'second' })]);
    await parts.core.idle();
    expect((await messagesOf(chatId)).at(-1)?.silence).toBe('banned');
    expect(sentTo(chatId)).toHaveLength(1);
  });
});

describe('hostile text', () => {
  it.each([
    ['U+0000', 'a\u0000b', 'ab'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['RTL override and zero width', '\u202eabc\u200b', '\u202eabc\u200b'],
    ['10,000 combining marks', `e${'\u0301'.repeat(10_000)}`, `e${'\u0301'.repeat(10_000)}`],
    ['one word of 90,000 characters', 'x'.repeat(90_000), 'x'.repeat(90_000)],
    ['20,000 emoji', '😀'.repeat(20_000), '😀'.repeat(20_000)],
    ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['SQL', "'; drop table messages; --", "'; drop table messages; --"],
  ])('%s is stored as text and the preview stays short', async (_name, sent, stored) => {
    const chatId = newChat();
    await receive([update({ chatId, messageId: 1, text: sent })]);
    await parts.core.idle();
    expect((await messagesOf(chatId))[0]?.text).toBe(stored);
    const dialog = await parts.core.dialogs.find(place(chatId));
    expect(dialog?.chat.text.length).toBeLessThan(1000);
  });
});
