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

  it('one name of the bot among other marks is enough', () => {
    const entities = [
      { type: 'bold', offset: 0, length: 5 },
      { type: 'mention', offset: 7, length: 9 },
      { type: 'hashtag', offset: 17, length: 5 },
    ];
    expect(inGroup({ text: 'Скажи, @shop_bot #цены', entities })).toMatchObject([{ isAddressed: true }]);
  });

  it('a topic that the bot began is no message of it', () => {
    const topic = { message_id: 3, from: bot, forum_topic_created: { name: 'Цены' } };
    expect(inGroup({ text: 'Тут?', reply_to_message: topic })).toMatchObject([{ isAddressed: false, replyTo: null }]);
  });

  it('the start of another bot opens nothing', () => {
    const start = (name: string) => inGroup({ text: `/start${name}` });
    expect(start('@other_bot')).toMatchObject([{ kind: 'message' }]);
    expect(start('@shop_bot')).toMatchObject([{ kind: 'opened' }]);
    expect(start('')).toMatchObject([{ kind: 'opened' }]);
    expect(start('er')).toMatchObject([{ kind: 'message' }]);
  });
});

describe('what is known of a message', () => {
  it('a channel that writes in a group is called as it is', () => {
    const sender_chat = { id: -100_5, type: 'channel', title: 'Новости', username: 'shop_news' };
    expect(inGroup({ from: { ...bot, id: 136_817_688 }, sender_chat, text: 'Скидки' })).toMatchObject([
      { sender: { id: '-1005', name: 'Новости', userName: 'shop_news' } },
    ]);
  });

  it('a group without a title has none', () => {
    expect(inGroup({ chat: { ...group, title: undefined }, text: 'Да' })).toMatchObject([{ chat: { title: '' } }]);
  });

  it('a reply to a picture has its caption, one to a picture alone has no words', () => {
    const reply = (fields: object) => inGroup({ text: 'Да', reply_to_message: { message_id: 3, ...fields } });
    expect(reply({ caption: 'Шкаф' })).toMatchObject([{ replyTo: { messageId: '3', text: 'Шкаф' } }]);
    expect(reply({})).toMatchObject([{ replyTo: { messageId: '3', text: '' } }]);
  });

  it('of the sizes of a picture the one with the most points is taken', () => {
    const sizes = [
      [100, 10],
      [40, 40],
      [30, 50],
    ];
    const photo = sizes.map(([width, height]) => ({ file_id: `${width}`, width, height }));
    expect(inGroup({ photo })).toMatchObject([{ attachments: [{ type: 'image', vendorRef: '40' }] }]);
  });

  it('a place and a card are called by what is known of them', () => {
    const location = { latitude: 1, longitude: 2 };
    const nameOf = (fields: Record<string, unknown>) =>
      inGroup(fields).map((event) => (event.kind === 'message' ? event.attachments[0]?.name : undefined));
    expect(nameOf({ venue: { location, title: 'Склад' } })).toEqual(['Склад']);
    expect(nameOf({ venue: { location, address: 'Тверь' } })).toEqual(['Тверь']);
    expect(nameOf({ location })).toEqual([null]);
    expect(nameOf({ contact: { phone_number: '+7', first_name: 'Пётр' } })).toEqual(['Пётр']);
  });

  it('an edit without a time of its own has that of its message', () => {
    const edited = { message_id: 45, date: 1_790_000_045, chat: group, from: anna, text: 'Да' };
    expect(parse({ edited_message: edited })).toMatchObject([{ editedAt: new Date(1_790_000_045_000) }]);
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

  it('what was deleted in a channel', () => {
    const deleted = { business_connection_id: 'bc_1', chat: place.chat, message_ids: [1] };
    expect(parse({ deleted_business_messages: deleted })).toEqual([{ kind: 'ignored', reason: 'channel_post' }]);
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

describe('a link that begins a chat with a word', () => {
  const start = (text: string) =>
    parse({ message: { message_id: 45, date: 1, chat: { id: 77, type: 'private' }, from: anna, text } })[0];

  it('brings the word along, from a chat of two and from a group', () => {
    expect(start('/start promo_42')).toMatchObject({ kind: 'message', startWord: 'promo_42' });
    expect(start('/start promo_42 ')).toMatchObject({ startWord: 'promo_42' });
    expect(inGroup({ text: '/start@shop_bot promo_42' })).toMatchObject([{ kind: 'opened', startWord: 'promo_42' }]);
  });

  it.each(['/start', '/start two words', '/start слово', `/start ${'a'.repeat(65)}`])('%s has none', (text) => {
    expect(start(text)).not.toHaveProperty('startWord');
  });

  it('is told with the name of the bot, and in words alone while that is not known', () => {
    expect(telegramConnector.startWith?.('n_1', channel)).toEqual({
      link: 'https://t.me/Shop_Bot?start=n_1',
      message: '/start@Shop_Bot n_1',
    });
    expect(telegramConnector.startWith?.('n_1', { ...channel, credentials: {} })).toEqual({
      link: null,
      message: '/start n_1',
    });
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

it('a sticker that moves and has no still picture is its emoji, or nothing', () => {
  const sticker = { file_id: 'film', width: 9, height: 9, is_animated: true, is_video: false, file_size: 7 };
  const nothing = { type: 'sticker', vendorRef: null, size: null };
  expect(inGroup({ sticker })).toMatchObject([{ attachments: [{ ...nothing, caption: null }] }]);
  expect(inGroup({ sticker: { ...sticker, emoji: '👍' } })).toMatchObject([
    { attachments: [{ ...nothing, caption: '👍' }] },
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
  const readWords = (status: number, description: string) =>
    readFailure({ status, body: { ok: false, error_code: status, description }, isEffect: true });
  const moved = { migrate_to_chat_id: -100_77 };

  it.each([400, 403, 499])('a group that has moved is told by a refusal (%i)', (status) => {
    expect(read(status, moved)).toMatchObject({ kind: 'chat-moved', movedTo: '-10077' });
  });

  it.each([
    [400, 'Bad Request: chat not found', 'chat-closed', 'chat_not_found'],
    [400, 'Bad Request: message to be replied not found', 'rejected', 'reply_not_found'],
    [400, 'Bad Request: message text is empty', 'rejected', 'text_empty'],
    [400, 'Bad Request: text must be non-empty', 'rejected', 'text_empty'],
    [400, 'Bad Request: message is too long', 'rejected', 'text_too_long'],
    [400, 'Bad Request: message caption is too long', 'rejected', 'text_too_long'],
    [400, 'Bad Request: PHOTO_INVALID_DIMENSIONS', 'rejected', 'photo_refused'],
    [400, 'Bad Request: IMAGE_PROCESS_FAILED', 'rejected', 'photo_refused'],
    [400, 'Bad Request: file is too big', 'rejected', 'file_too_large'],
    [400, 'Bad Request: wrong file_id or the file is temporarily unavailable', 'rejected', 'file_gone'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'rejected', 'no_rights'],
    [400, 'Bad Request: bad webhook: HTTPS url must be provided', 'rejected', 'webhook_refused'],
    [400, 'Bad Request: something new', 'rejected', 'refused'],
    [401, 'Unauthorized', 'unauthorized', 'token_revoked'],
    [403, 'Forbidden: bot was blocked by the user', 'chat-closed', 'customer_blocked'],
    [403, 'Forbidden: user is deactivated', 'chat-closed', 'customer_gone'],
    [403, "Forbidden: bot can't initiate conversation with a user", 'chat-closed', 'never_started'],
    [403, 'Forbidden: bot was kicked from the supergroup chat', 'chat-closed', 'removed_from_group'],
    [403, 'Forbidden: bot is not a member of the supergroup chat', 'chat-closed', 'removed_from_group'],
    [403, 'Forbidden: the group chat was deleted', 'chat-closed', 'group_deleted'],
    [403, 'Forbidden: something new', 'chat-closed', 'chat_closed'],
    [404, 'Not Found: method not found', 'unsupported', 'method_unsupported'],
    [404, 'Not Found', 'unauthorized', 'token_revoked'],
    [409, "Conflict: can't use getUpdates method while webhook is active", 'retry', 'webhook_conflict'],
    [409, 'Conflict: terminated by other getUpdates request', 'retry', 'poller_conflict'],
    [413, 'Request Entity Too Large', 'rejected', 'file_too_large'],
  ])('%i %s: %s, %s', (status, description, kind, reason) => {
    expect(readWords(status, description)).toMatchObject({ kind, reason });
  });

  it('risk: a revoked token, a limit or a failure is taken for a move, and the message goes to the wrong chat', () => {
    expect(read(401, moved)).toMatchObject({ kind: 'unauthorized' });
    expect(read(429, { ...moved, retry_after: 3 })).toMatchObject({ kind: 'rate-limited', retryAfterMs: 3000 });
    for (const status of [302, 500, 502]) expect(read(status, moved).kind).not.toBe('chat-moved');
  });
});

it('an update without a number is unreadable', () => {
  expect(telegramConnector.receive(sample.sign({ message: {} }), channel)).toEqual({ kind: 'unreadable' });
});

it('an update by GET is refused, whatever it bears', () => {
  const request = sample.sign(fixtures.get('message-text'));
  expect(telegramConnector.receive(request, channel).kind).toBe('events');
  expect(telegramConnector.receive({ ...request, method: 'GET' }, channel)).toEqual({ kind: 'refused' });
});
