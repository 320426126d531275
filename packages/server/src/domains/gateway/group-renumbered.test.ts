import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { createEventStore } from './store-events.ts';

let core: Core;
let channel: TelegramChannel;
let nextUpdate = 7000;

beforeAll(async () => {
  core = await startCore();
  channel = await buildTelegramChannel(core, await buildAccount(core), { answerInGroups: true });
});
afterAll(async () => {
  await core.close();
});

const from = { id: 77, is_bot: false, first_name: 'Анна', language_code: 'ru' };
const chatOf = (id: number) => ({ id, type: id < -1_000_000_000 ? 'supergroup' : 'group', title: 'Мебель' });

type Content = { message_id: number } & Record<string, unknown>;

function buildGroupUpdate(chatId: number, content: Content) {
  const update_id = nextUpdate++;
  const message = { date: 1_790_000_000 + update_id, chat: chatOf(chatId), from, ...content };
  return { eventId: String(update_id), payload: { update_id, message } };
}

async function receive(chatId: number, content: Content): Promise<void> {
  const { accountId, channelId } = channel;
  await core.gateway.acceptEvents({ accountId, channelId, events: [buildGroupUpdate(chatId, content)] });
  await core.idle();
}

it('risk: the move of a group overtakes a message of it that another process accepted and did not read', async () => {
  const [group, supergroup] = [-4002, -1_001_500_000_002];
  const { accountId, channelId, bot } = channel;
  const text = `@${bot.username} до переезда`;
  const entities = [{ type: 'mention', offset: 0, length: bot.username.length + 1 }];
  const unread = { ...buildGroupUpdate(group, { message_id: 1, text, entities }), chatId: String(group) };
  const now = core.clock.now();
  await createEventStore(core.pool)({
    ...{ accountId, channelId, now },
    sweepAt: new Date(now.getTime() + 3000),
    events: [unread],
  });
  await receive(group, { message_id: 2, migrate_to_chat_id: supergroup });
  const place = { accountId, channelId, chatId: String(supergroup) };
  const { messages } = await core.dialogs.messages({ ...place, limit: 50, offset: 0 });
  expect(messages.filter(({ author }) => author === 'customer').map((message) => message.text)).toEqual([text]);
});

it('a group that became a supergroup numbers its messages from the start: none counts as a repeat or as too old', async () => {
  const [group, supergroup] = [-4001, -1_001_500_000_001];
  core.telegram.addToGroup({
    token: channel.bot.token,
    chat: { id: supergroup, type: 'supergroup', title: 'Мебель' },
    by: { id: 77 },
  });
  const mention = `@${channel.bot.username}`;
  const addressed = (text: string) => ({
    text: `${mention} ${text}`,
    entities: [{ type: 'mention', offset: 0, length: mention.length }],
  });
  await receive(group, { message_id: 57, ...addressed('до') });
  await receive(group, { message_id: 58, migrate_to_chat_id: supergroup });
  await receive(supergroup, { message_id: 2, ...addressed('после') });
  await receive(supergroup, { message_id: 57, ...addressed('тот же номер') });
  const { accountId, channelId } = channel;
  const place = { accountId, channelId, chatId: String(supergroup) };
  const { messages } = await core.dialogs.messages({ ...place, limit: 50, offset: 0 });
  const customers = messages.filter(({ author }) => author === 'customer');
  expect(customers.map(({ text, silence }) => [text.replace(`${mention} `, ''), silence])).toEqual([
    ['до', null],
    ['после', null],
    ['тот же номер', null],
  ]);
});
