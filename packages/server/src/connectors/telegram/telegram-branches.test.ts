import { describe, expect, it } from 'vitest';
import { readFixtures } from '../suite/connector-sample.ts';
import { readFailure } from './errors.ts';
import { sample } from './fixtures/sample.ts';
import { telegramConnector } from './index.ts';

const { channel } = sample;
const fixtures = new Map(readFixtures('telegram').map(({ name, payload }) => [name, payload]));
const anna = { id: 77, is_bot: false, first_name: 'Анна' };
const bot = { id: Number(channel.identity), is_bot: true, first_name: 'Магазин' };
const group = { id: -4001, type: 'group', title: 'Мебель на заказ' };

const parse = (payload: Record<string, unknown>) => telegramConnector.parse({ update_id: 1, ...payload }, channel);
const inGroup = (message: Record<string, unknown>) =>
  parse({ message: { message_id: 45, date: 1_790_000_045, chat: group, from: anna, ...message } });
const named = (text: string, entity: Record<string, unknown>) =>
  inGroup({ text, entities: [{ offset: 0, length: text.length, ...entity }] });

describe('who is meant in a group', () => {
  it.each([
    ['a lone @', named('@', { type: 'mention' })],
    ['a hashtag', named('#Shop_Bot', { type: 'hashtag' })],
    ['bold words', named('Магазин', { type: 'bold', user: bot })],
    ['a link to somebody else', named('Анна', { type: 'text_mention', user: anna })],
  ])('%s does not address the bot', (_words, events) => {
    expect(events).toMatchObject([{ kind: 'message', isAddressed: false }]);
  });

  it('a link to the bot does', () => {
    expect(named('Магазин', { type: 'text_mention', user: bot })).toMatchObject([{ isAddressed: true }]);
  });
});

describe('what is not a customer’s message', () => {
  const place = { message_id: 1, date: 1, chat: { id: -100_1, type: 'channel', title: 'Новости' } };

  it('posts of a channel, also edited ones', () => {
    expect(parse({ message: { ...place, from: anna, text: 'Скидки' } })).toEqual([
      { kind: 'ignored', reason: 'channel_post' },
    ]);
    expect(parse({ edited_message: { ...place, from: anna, text: 'Скидки' } })).toEqual([
      { kind: 'ignored', reason: 'channel_post' },
    ]);
  });

  it('a message of nobody', () => {
    expect(parse({ message: { ...place, chat: group, text: 'Тихо' } })).toEqual([
      { kind: 'ignored', reason: 'channel_post' },
    ]);
  });

  it('risk: our own words come back and are answered', () => {
    expect(inGroup({ from: bot, text: 'Здравствуйте' })).toMatchObject([{ kind: 'message', isOwn: true }]);
    const chat = { id: 77, type: 'private', first_name: 'Анна' };
    const business = { message_id: 2, date: 1, chat, business_connection_id: 'bc_1', text: 'Да' };
    expect(parse({ business_message: { ...business, from: anna, sender_business_bot: bot } })).toMatchObject([
      { isOwn: true },
    ]);
    expect(parse({ business_message: { ...business, from: anna } })).toMatchObject([{ isOwn: false }]);
  });
});

it('who has a last name alone is called by it, without a space before', () => {
  expect(inGroup({ from: { ...anna, first_name: '', last_name: 'Орлова' }, text: 'Да' })).toMatchObject([
    { sender: { name: 'Орлова' } },
  ]);
});

it.each([
  [{ status: 'restricted', is_member: true }, true],
  [{ status: 'restricted', is_member: false }, false],
  [{ status: 'kicked', is_member: true }, false],
])('a member that is %o can be written to: %s', (member, isReachable) => {
  const change = { chat: group, from: anna, date: 1, old_chat_member: { user: bot, status: 'member' } };
  expect(parse({ my_chat_member: { ...change, new_chat_member: { user: bot, ...member } } })).toMatchObject([
    { kind: 'reachable', isReachable },
  ]);
});

it('a sticker that moves as a film shows its still picture', () => {
  const thumbnail = { file_id: 'still', width: 9, height: 9 };
  const sticker = { file_id: 'film', width: 9, height: 9, is_animated: false, is_video: true, thumbnail };
  expect(inGroup({ sticker })).toMatchObject([{ attachments: [{ type: 'sticker', vendorRef: 'still' }] }]);
});

describe('failures', () => {
  const read = (status: number, parameters: object) =>
    readFailure({ status, body: { ok: false, error_code: status, description: 'words', parameters }, isEffect: true });
  const moved = { migrate_to_chat_id: -100_77 };

  it.each([400, 403, 499])('a group that has moved is told by a refusal (%i)', (status) => {
    expect(read(status, moved)).toMatchObject({ kind: 'chat-moved', movedTo: '-10077' });
  });

  it('risk: a revoked token, a limit or a failure is taken for a move, and the message goes to the wrong chat', () => {
    expect(read(401, moved)).toMatchObject({ kind: 'unauthorized' });
    expect(read(429, { ...moved, retry_after: 3 })).toMatchObject({ kind: 'rate-limited', retryAfterMs: 3000 });
    for (const status of [302, 500, 502]) expect(read(status, moved).kind).not.toBe('chat-moved');
  });
});

it('an update by GET is refused, whatever it bears', () => {
  const request = sample.sign(fixtures.get('message-text'));
  expect(telegramConnector.receive(request, channel).kind).toBe('events');
  expect(telegramConnector.receive({ ...request, method: 'GET' }, channel)).toEqual({ kind: 'refused' });
});
