import { describe, expect, it } from 'vitest';
import { readFixtures } from '../suite/connector-sample.ts';
import { sample } from './fixtures/sample.ts';
import { telegramConnector } from './index.ts';
import { formatChatId, readChatId } from './payload.ts';

const fixtures = new Map(readFixtures('telegram').map(({ name, payload }) => [name, payload]));
const parseFixture = (name: string) => {
  expect(fixtures.has(name)).toBe(true);
  return telegramConnector.parse(fixtures.get(name), sample.channel);
};
const parseOne = (name: string) => {
  const events = parseFixture(name);
  expect(events).toHaveLength(1);
  return events[0];
};
const file = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
const privateChat = { id: '77', isGroup: false, title: 'Анна Орлова' };

describe('messages', () => {
  it('a text with everything that is known of the sender', () => {
    expect(parseOne('message-text')).toEqual({
      kind: 'message',
      chat: privateChat,
      sender: { id: '77', name: 'Анна Орлова', firstName: 'Анна', userName: 'anna_orl', language: 'ru', phone: null },
      messageId: '15',
      sentAt: new Date(1_790_000_015_000),
      text: 'Здравствуйте! Диван «Норд» раскладывается?',
      attachments: [],
      replyTo: null,
      albumId: null,
      isOwn: false,
      isAddressed: true,
      clientId: null,
    });
  });

  it.each([
    ['message-photo', { type: 'image', vendorRef: 'AgACAgIAAxkBAAIx', size: 187412 }, 'Такой же есть?'],
    ['message-voice', { type: 'voice', vendorRef: 'AwACAgIAAxkBAAIv', contentType: 'audio/ogg', size: 16210 }, ''],
    [
      'message-audio',
      { type: 'audio', vendorRef: 'CQACAgIAAxkBAAIu', contentType: 'audio/mpeg', name: 'skrip.mp3', size: 2900111 },
      '',
    ],
    [
      'message-video',
      { type: 'video', vendorRef: 'BAACAgIAAxkBAAIw', contentType: 'video/mp4', name: 'komnata.mp4', size: 4100222 },
      'Куда поставить?',
    ],
    ['message-video-note', { type: 'video', vendorRef: 'DQACAgIAAxkBAAIy', size: 500123 }, ''],
    [
      'message-animation',
      { type: 'video', vendorRef: 'CgACAgIAAxkBAAIz', contentType: 'video/mp4', name: 'divan.gif.mp4', size: 210000 },
      '',
    ],
    [
      'message-document',
      {
        type: 'document',
        vendorRef: 'BQACAgIAAxkBAAIq',
        contentType: 'application/pdf',
        name: 'План квартиры.pdf',
        size: 734003,
      },
      '',
    ],
    [
      'message-document-too-big',
      {
        type: 'document',
        vendorRef: 'BQACAgIAAxkBAAIr',
        contentType: 'application/zip',
        name: 'Проект.zip',
        size: 73400320,
      },
      '',
    ],
    ['message-sticker', { type: 'sticker', vendorRef: 'CAACAgIAAxkBAAIs', size: 21000, caption: '👍' }, ''],
    ['message-sticker-animated', { type: 'sticker', vendorRef: 'AAMCAgADGQEAAit', size: 3100, caption: '🎉' }, ''],
    ['message-location', { type: 'location', caption: '55.751244, 37.618423' }, ''],
    ['message-venue', { type: 'location', name: 'Шоурум, Тверская, 1', caption: '55.751244, 37.618423' }, ''],
    ['message-contact', { type: 'contact', name: 'Пётр Лесной', caption: '+79990001122' }, ''],
  ])('%s', (name, attachment, text) => {
    expect(parseOne(name)).toMatchObject({ kind: 'message', text, attachments: [{ ...file, ...attachment }] });
  });

  it('an album is several messages of one turn', () => {
    const messages = [parseOne('message-album-first'), parseOne('message-album-second')];
    expect(messages).toMatchObject([
      { albumId: '13900000000000001', text: 'Три вида комнаты', messageId: '19' },
      { albumId: '13900000000000001', text: '', messageId: '20' },
    ]);
  });

  it('the own contact card gives the phone, another person’s does not', () => {
    expect(parseOne('message-own-contact')).toMatchObject({ sender: { phone: '+79161234567' } });
    expect(parseOne('message-contact')).toMatchObject({ sender: { phone: null } });
  });

  it('a reply has the original, a quote only the quoted words', () => {
    expect(parseOne('message-reply')).toMatchObject({ replyTo: { messageId: '14', text: 'Есть серый и синий.' } });
    expect(parseOne('message-reply-quote')).toMatchObject({ replyTo: { messageId: '14', text: 'синий' } });
  });

  it('a dice and a poll are read as words; what cannot be shown still arrives', () => {
    expect(parseOne('message-dice')).toMatchObject({ kind: 'message', text: '🎲' });
    expect(parseOne('message-poll')).toMatchObject({ kind: 'message', text: 'Какой цвет взять?' });
    expect(parseOne('message-story')).toMatchObject({ kind: 'message', text: '', attachments: [] });
  });

  it.each(['message-start', 'message-start-deep-link'])('%s opens the dialog in place of words', (name) => {
    expect(parseOne(name)).toMatchObject({
      kind: 'message',
      chat: privateChat,
      sender: { id: '77' },
      text: '',
      attachments: [{ type: 'opened', vendorRef: null }],
    });
  });

  it('an edit has the new text under the old id', () => {
    const editedAt = new Date(1_790_000_060_000);
    const text = 'Здравствуйте! Диван «Норд 2» раскладывается?';
    expect(parseOne('edited-message')).toEqual({ kind: 'edit', chat: privateChat, messageId: '15', text, editedAt });
    expect(parseOne('edited-message-caption')).toMatchObject({ kind: 'edit', text: 'Такой же есть? В синем' });
    expect(parseOne('edited-message-live-location')).toEqual({ kind: 'ignored', reason: 'live_location' });
  });
});

describe('groups', () => {
  it.each([
    ['group-message', false],
    ['group-mention', true],
    ['group-mention-caption', true],
    ['group-text-mention', true],
    ['group-mention-other', false],
    ['group-reply-to-bot', true],
    ['group-command', true],
    ['group-command-addressed', true],
    ['group-command-other-bot', false],
    ['group-anonymous-admin', false],
    ['group-forum-topic', false],
  ])('%s: addressed %s', (name, isAddressed) => {
    expect(parseOne(name)).toMatchObject({
      kind: 'message',
      isAddressed,
      chat: { isGroup: true, title: 'Мебель на заказ' },
    });
  });

  it('an anonymous administrator writes as the group', () => {
    expect(parseOne('group-anonymous-admin')).toMatchObject({
      isOwn: false,
      sender: { id: '-1001500000001', name: 'Мебель на заказ', userName: null },
    });
  });

  it('the topic of a forum is no reply', () => {
    expect(parseOne('group-forum-topic')).toMatchObject({ replyTo: null });
  });

  it.each([
    ['group-other-bot', 'other_bot'],
    ['group-automatic-forward', 'automatic_forward'],
    ['group-new-members', 'service_message'],
    ['group-left-member', 'service_message'],
  ])('%s is ignored: %s', (name, reason) => {
    expect(parseOne(name)).toEqual({ kind: 'ignored', reason });
  });

  it('both notices of an upgrade describe the same move', () => {
    const move = { kind: 'chat-moved', fromChatId: '-4001', toChatId: '-1001500000001' };
    expect([parseOne('group-migrate-to'), parseOne('group-migrate-from')]).toEqual([move, move]);
  });
});

describe('the rest', () => {
  it.each([
    ['my-chat-member-blocked', false, 'customer_blocked', '77'],
    ['my-chat-member-unblocked', true, 'customer_unblocked', '77'],
    ['my-chat-member-added', true, 'added_to_group', '-4001'],
    ['my-chat-member-restricted', true, 'added_to_group', '-1001500000001'],
    ['my-chat-member-removed', false, 'removed_from_group', '-4001'],
  ])('%s: reachable %s', (name, isReachable, reason, id) => {
    expect(parseOne(name)).toMatchObject({ kind: 'reachable', isReachable, reason, chat: { id } });
  });

  it('a business account has chats of its own, and both sides are named', () => {
    const chat = { id: 'bc_Xy12:77', isGroup: false };
    expect(parseOne('business-message')).toMatchObject({ chat, isOwn: false, isAddressed: true });
    expect(parseOne('business-message-own')).toMatchObject({ chat, isOwn: true });
    expect(parseOne('business-message-echo')).toMatchObject({ chat, isOwn: true });
    expect(parseOne('edited-business-message')).toMatchObject({ kind: 'edit', chat });
    expect(parseOne('deleted-business-messages')).toMatchObject({ kind: 'delete', chat, messageIds: ['70', '71'] });
  });

  it.each([
    ['callback-query', 'button'],
    ['business-connection', 'business_connection'],
    ['channel-post', 'update_unsupported'],
    ['my-chat-member-channel', 'channel_post'],
    ['unknown-update', 'update_unsupported'],
    ['message-unreadable', 'unreadable'],
  ])('%s is ignored: %s', (name, reason) => {
    expect(parseOne(name)).toEqual({ kind: 'ignored', reason });
  });

  it('a chat id is read back as it was written', () => {
    for (const chatId of ['77', '-1001500000001', 'bc_Xy12:77', 'a:b:-5']) {
      const address = readChatId(chatId);
      expect(address && formatChatId(address)).toBe(chatId);
    }
    for (const chatId of ['', 'x', '1e3', '7 ', '99999999999999999999']) expect(readChatId(chatId)).toBeUndefined();
  });
});

describe('bad input', () => {
  const split = (body: string) => {
    const result = telegramConnector.receive({ ...sample.sign({}), body: Buffer.from(body) }, sample.channel);
    return result.kind === 'events' ? result.events : undefined;
  };
  const update = (message: unknown) => ({ update_id: 1, message });
  const chat = { id: 77, type: 'private' };
  const from = { id: 77, first_name: 'Анна' };

  it('an id beyond exact numbers, a fraction and a text are refused, a large exact one stays whole', () => {
    for (const id of ['12345678901234567890', '1.5', '"7"', '-1', '1e400']) {
      expect(split(`{"update_id":${id}}`)).toBeUndefined();
    }
    expect(split('{"update_id":4503599627370495}')).toMatchObject([{ eventId: '4503599627370495' }]);
  });

  it('brackets and quotes of a text do not count as depth', () => {
    const payload = { ...update({ message_id: 1, date: 1, chat, from, text: '[{"\\'.repeat(1000) }), update_id: 9 };
    expect(split(JSON.stringify(payload))).toEqual([{ eventId: '9', payload }]);
  });

  it('lone surrogates and NUL are cleaned out of every text', () => {
    const message = {
      message_id: 1,
      date: 1,
      chat,
      from: { ...from, first_name: 'А\u0000н\ud800' },
      text: 'п\ud83dр\u0000и',
    };
    expect(telegramConnector.parse(update(message), sample.channel)).toMatchObject([
      { text: 'п\ufffdри', sender: { firstName: 'Ан\ufffd' }, chat: { id: '77' } },
    ]);
  });

  it('markup and control characters of a customer stay as they are', () => {
    const text = '<img src=x onerror=alert(1)> \u202eabc\u200b _*[]()~`>#';
    expect(telegramConnector.parse(update({ message_id: 1, date: 1, chat, from, text }), sample.channel)).toMatchObject(
      [{ text }],
    );
  });

  it('a wrong side field does not cost the message', () => {
    const message = {
      message_id: 1,
      date: 1,
      chat,
      from: { ...from, username: 7, language_code: {} },
      text: 'Да',
      entities: 'none',
      reply_to_message: { message_id: 'x' },
      sticker: [],
    };
    expect(telegramConnector.parse(update(message), sample.channel)).toMatchObject([
      { kind: 'message', text: 'Да', replyTo: null, attachments: [], sender: { userName: null } },
    ]);
  });
});
