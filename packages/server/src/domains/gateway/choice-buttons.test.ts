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
let nextUpdate = 95_000;

const decideTurn: NonNullable<Parameters<typeof startCore>[0]>['decideTurn'] = async ({ turn }) => {
  const text = turn.turn.map((message) => message.text).join(' | ');
  if (text !== 'выходные?') return answerWith(`re: ${text}`);
  const place = { knowledgeBaseId: core.newId(), kind: 'qa' as const, score: 3 };
  const sources = titles.map((title) => ({ ...place, passageId: core.newId(), title }));
  return answerWith(`Возможно, вы об этом?\n${listChoices([...titles, CALL])}`, { kind: 'clarify', sources });
};

beforeAll(async () => {
  core = await startCore({ decideTurn });
  const accountId = await buildAccount(core, { plan: 'starter', messagesLimit: null });
  channel = await buildTelegramChannel(core, accountId);
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
