import { listChoices } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

/* A question back goes out as buttons where the channel has them, and what it left on the screen goes with the next message. */

const CALL = 'Позвать сотрудника';
const LONG = `Сколько стоит доставка ${'очень '.repeat(20)}тяжёлой мебели?`;
let core: Core;
let channel: TelegramChannel;
let titles = ['Какой у вас график?'];
const greetings = new Set<boolean | undefined>();
let nextUpdate = 95_000;

const decideTurn: NonNullable<Parameters<typeof startCore>[0]>['decideTurn'] = async ({ turn, showsGreeting }) => {
  greetings.add(showsGreeting);
  const text = turn.turn.map((message) => message.text).join(' | ');
  const choices = [...titles, CALL].map((choice) => ({ text: choice, source: null }));
  if (text === 'спасибо') return answerWith('Пожалуйста!', { reason: 'small_talk', choices });
  if (!text.includes('выходные?')) return answerWith(`re: ${text}`);
  return answerWith(`Возможно, вы об этом?\n${listChoices([...titles, CALL])}`, { kind: 'clarify', choices });
};

beforeAll(async () => {
  core = await startCore({ decideTurn });
  const accountId = await buildAccount(core, { plan: 'starter', messagesLimit: null });
  channel = await buildTelegramChannel(core, accountId, { answerInGroups: true });
});
afterAll(() => core.close());

async function write(chatId: number, text: string): Promise<void> {
  const { accountId, channelId } = channel;
  const id = nextUpdate++;
  await core.gateway.acceptEvents({
    ...{ accountId, channelId, events: [buildUpdate({ updateId: id, chatId, messageId: id, text })] },
  });
  await core.idle();
}

const seen = (chatId: number) =>
  core.telegram
    .messagesOf(chatId, channel.bot.token)
    .flatMap(({ author, message, keyboard }) => (author === 'bot' ? [{ text: message.text, keyboard }] : []));
const markupOfLast = () =>
  core.telegram.ledger.calls.findLast(({ method }) => method === 'sendMessage')?.params.reply_markup;

it('one key for each choice and none in the words; the next message takes the keys away, and only that one', async () => {
  meetCustomer(core, channel.bot, 501);
  await write(501, 'выходные?');
  expect(seen(501)).toEqual([{ text: 'Возможно, вы об этом?', keyboard: [['Какой у вас график?'], [CALL]] }]);
  expect(markupOfLast()).toMatchObject({ one_time_keyboard: true, resize_keyboard: true });
  await write(501, 'Какой у вас график?');
  expect(markupOfLast()).toEqual({ remove_keyboard: true });
  await write(501, 'ещё');
  expect(markupOfLast()).toBeUndefined();
});

it("a person's message takes the keys away too", async () => {
  meetCustomer(core, channel.bot, 502);
  await write(502, 'выходные?');
  const { accountId, channelId } = channel;
  const by = { userId: 'u1', userName: 'Анна', urls: [], clientId: null, replyToId: null, state: 'queued' as const };
  await core.dialogs.send({ accountId, channelId, chatId: '502', ...by, text: 'Я здесь' });
  const dialogId = (await core.dialogs.find({ accountId, channelId, chatId: '502' }))?.id ?? '';
  core.gateway.deliver({ accountId, dialogId }, undefined);
  await core.idle();
  expect(seen(502).at(-1)?.text).toBe('Я здесь');
  expect(markupOfLast()).toEqual({ remove_keyboard: true });
});

it('who writes to Telegram has read no greeting in a window of ours', async () => {
  meetCustomer(core, channel.bot, 509);
  await write(509, 'привет');
  expect([...greetings]).toEqual([false]);
});

it('a courtesy behind an offer keeps the keys, and what is answered then takes them away', async () => {
  meetCustomer(core, channel.bot, 505);
  await write(505, 'выходные?');
  await write(505, 'спасибо');
  expect(seen(505).at(-1)).toEqual({ text: 'Пожалуйста!', keyboard: [['Какой у вас график?'], [CALL]] });
  await write(505, 'ещё');
  expect(markupOfLast()).toEqual({ remove_keyboard: true });
});

it('in a group, where anybody could press them, lines are numbered, and no keys come or go', async () => {
  const { accountId, channelId, bot } = channel;
  const chat = { id: -4701, type: 'group' as const, title: 'Покупатели' };
  core.telegram.addToGroup({ token: bot.token, chat, by: { id: 508 } });
  const say = async (words: string) => {
    const id = nextUpdate++;
    const text = `@${bot.username} ${words}`;
    const entities = [{ type: 'mention', offset: 0, length: bot.username.length + 1 }];
    const { eventId, payload } = buildUpdate({ updateId: id, chatId: 508, messageId: id, text });
    const message = { ...payload.message, chat, entities };
    await core.gateway.acceptEvents({ accountId, channelId, events: [{ eventId, payload: { ...payload, message } }] });
    await core.idle();
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
  meetCustomer(core, channel.bot, 506);
  await write(506, 'выходные?');
  expect(seen(506)[0]?.keyboard).toBeUndefined();
  expect(seen(506)[0]?.text).toContain(`\n11) ${CALL}`);
  titles = titles.slice(1);
  meetCustomer(core, channel.bot, 507);
  await write(507, 'выходные?');
  expect(seen(507)[0]?.keyboard).toHaveLength(10);
  titles = ['Какой у вас график?'];
});

it('risk: a label is longer than a key, or two keys would say the same', async () => {
  meetCustomer(core, channel.bot, 503);
  titles = [LONG];
  await write(503, 'выходные?');
  const label = seen(503)[0]?.keyboard?.[0]?.[0] ?? '';
  expect(label).toHaveLength(64);
  expect(LONG.startsWith(label.slice(0, -1))).toBe(true);
  titles = [`${LONG} Первая`, `${LONG} Вторая`];
  meetCustomer(core, channel.bot, 504);
  await write(504, 'выходные?');
  const [asked] = seen(504);
  expect(asked?.keyboard).toBeUndefined();
  expect(asked?.text).toContain('\n3) Позвать сотрудника');
});
