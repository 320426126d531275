import { listChoices } from '@otvet/contract';
import { expect, it } from 'vitest';
import { answerWith, type CoreOptions } from '../../testing/start-core.ts';
import { useTelegramChats } from './testing/use-telegram-chats.ts';

/* A question back goes out as buttons where the channel has them, and what it left on the screen goes with the next message. */

const CALL = 'Позвать сотрудника';
const LONG = `Сколько стоит доставка ${'очень '.repeat(20)}тяжёлой мебели?`;
let titles = ['Какой у вас график?'];
const greetings = new Set<boolean | undefined>();

const decideTurn: CoreOptions['decideTurn'] = async ({ turn, showsGreeting }) => {
  greetings.add(showsGreeting);
  const text = turn.turn.map((message) => message.text).join(' | ');
  const choices = [...titles, CALL].map((choice) => ({ text: choice, source: null }));
  if (text === 'спасибо') return answerWith('Пожалуйста!', { reason: 'small_talk', choices });
  if (!text.includes('выходные?')) return answerWith(`re: ${text}`);
  return answerWith(`Возможно, вы об этом?\n${listChoices([...titles, CALL])}`, { kind: 'clarify', choices });
};

const { parts, receive, update, place, newChat, write } = useTelegramChats({
  ...{ decideTurn, settings: { answerInGroups: true } },
});

const seen = (chatId: number) =>
  parts.core.telegram
    .messagesOf(chatId, parts.channel.bot.token)
    .flatMap(({ author, message, keyboard }) => (author === 'bot' ? [{ text: message.text, keyboard }] : []));
const markupOfLast = () =>
  parts.core.telegram.ledger.calls.findLast(({ method }) => method === 'sendMessage')?.params.reply_markup;

it('one key for each choice and none in the words; the next message takes the keys away, and only that one', async () => {
  const chatId = newChat();
  await write(chatId, 'выходные?');
  expect(seen(chatId)).toEqual([{ text: 'Возможно, вы об этом?', keyboard: [['Какой у вас график?'], [CALL]] }]);
  expect(markupOfLast()).toMatchObject({ one_time_keyboard: true, resize_keyboard: true });
  await write(chatId, 'Какой у вас график?');
  expect(markupOfLast()).toEqual({ remove_keyboard: true });
  await write(chatId, 'ещё');
  expect(markupOfLast()).toBeUndefined();
});

it("a person's message takes the keys away too", async () => {
  const chatId = newChat();
  await write(chatId, 'выходные?');
  const by = { userId: 'u1', userName: 'Анна', urls: [], clientId: null, replyToId: null, state: 'queued' as const };
  await parts.core.dialogs.send({ ...place(chatId), ...by, text: 'Я здесь' });
  const dialogId = (await parts.core.dialogs.find(place(chatId)))?.id ?? '';
  parts.core.gateway.deliver({ accountId: parts.channel.accountId, dialogId }, undefined);
  await parts.core.idle();
  expect(seen(chatId).at(-1)?.text).toBe('Я здесь');
  expect(markupOfLast()).toEqual({ remove_keyboard: true });
});

it('who writes to Telegram has read no greeting in a window of ours', async () => {
  const chatId = newChat();
  await write(chatId, 'привет');
  expect([...greetings]).toEqual([false]);
});

it('a courtesy behind an offer keeps the keys, and what is answered then takes them away', async () => {
  const chatId = newChat();
  await write(chatId, 'выходные?');
  await write(chatId, 'спасибо');
  expect(seen(chatId).at(-1)).toEqual({ text: 'Пожалуйста!', keyboard: [['Какой у вас график?'], [CALL]] });
  await write(chatId, 'ещё');
  expect(markupOfLast()).toEqual({ remove_keyboard: true });
});

it('in a group, where anybody could press them, lines are numbered, and no keys come or go', async () => {
  const { bot } = parts.channel;
  const chat = { id: -4701, type: 'group' as const, title: 'Покупатели' };
  parts.core.telegram.addToGroup({ token: bot.token, chat, by: { id: 508 } });
  const say = async (words: string) => {
    const text = `@${bot.username} ${words}`;
    const entities = [{ type: 'mention', offset: 0, length: bot.username.length + 1 }];
    const { eventId, payload } = update({ chatId: 508, text });
    const message = { ...payload.message, chat, entities };
    await receive([{ eventId, payload: { ...payload, message } }]);
    await parts.core.idle();
  };
  await say('выходные?');
  expect(markupOfLast()).toBeUndefined();
  await say('ещё');
  expect(markupOfLast()).toBeUndefined();
  const texts = seen(chat.id).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining(`\n2) ${CALL}`), expect.stringContaining('ещё')]);
});

it('more choices than a channel shows are numbered lines', async () => {
  titles = Array.from({ length: 10 }, (_, place) => `Вопрос ${place}`);
  const chatId = newChat();
  await write(chatId, 'выходные?');
  expect(seen(chatId)[0]?.keyboard).toBeUndefined();
  expect(seen(chatId)[0]?.text).toContain(`\n11) ${CALL}`);
  titles = titles.slice(1);
  const other = newChat();
  await write(other, 'выходные?');
  expect(seen(other)[0]?.keyboard).toHaveLength(10);
  titles = ['Какой у вас график?'];
});

it('risk: a label is longer than a key, or two keys would say the same', async () => {
  const chatId = newChat();
  titles = [LONG];
  await write(chatId, 'выходные?');
  const label = seen(chatId)[0]?.keyboard?.[0]?.[0] ?? '';
  expect(label).toHaveLength(64);
  expect(LONG.startsWith(label.slice(0, -1))).toBe(true);
  expect(seen(chatId)[0]?.text).toBe(`Возможно, вы об этом?\n${listChoices([LONG, CALL])}`);
  titles = [`${LONG} Первая`, `${LONG} Вторая`];
  const other = newChat();
  await write(other, 'выходные?');
  const [asked] = seen(other);
  expect(asked?.keyboard).toBeUndefined();
  expect(asked?.text).toContain('\n3) Позвать сотрудника');
});
