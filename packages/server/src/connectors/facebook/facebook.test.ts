import { describe, expect, it } from 'vitest';
import { readFixtures } from '../suite/connector-sample.ts';
import { signRequest, toWire, wrap } from '../vendors/meta/testing/meta-sample.ts';
import { credentials, sample } from './fixtures/sample.ts';
import { facebookConnector } from './index.ts';

const { receive, parse, shared } = facebookConnector;
const { channel } = sample;
const PAGE = channel.identity;
const CUSTOMER = sample.chatId;
const fixtures = new Map(readFixtures('facebook').map(({ name, payload }) => [name, payload]));
const fixture = (name: string) => {
  expect(fixtures.has(name)).toBe(true);
  return fixtures.get(name);
};
const parseOne = (name: string) => {
  const events = parse(fixture(name), channel);
  expect(events).toHaveLength(1);
  return events[0];
};
const chat = { id: CUSTOMER, isGroup: false, title: '' };
const nothing = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
const CDN = 'https://scontent.xx.fbcdn.net/v/t1';

describe('messages', () => {
  it('a text; the name is told only when asked', () => {
    expect(parseOne('message-text')).toEqual({
      kind: 'message',
      chat,
      sender: { id: CUSTOMER, name: '', firstName: '', userName: null, language: null, phone: null },
      messageId: 'm_1',
      sentAt: new Date(1_790_000_000_123),
      text: 'Здравствуйте! Кухня «Лофт» есть в наличии?',
      attachments: [],
      replyTo: null,
      albumId: null,
      isOwn: false,
      isAddressed: true,
      clientId: null,
    });
  });

  it.each([
    ['image', [{ type: 'image', vendorRef: `${CDN}/photo.jpg?oh=1` }], ''],
    [
      'two-images',
      [
        { type: 'image', vendorRef: `${CDN}/a.jpg` },
        { type: 'image', vendorRef: `${CDN}/b.jpg` },
      ],
      'Какой лучше?',
    ],
    ['voice', [{ type: 'voice', vendorRef: 'https://cdn.fbsbx.com/v/voice.mp4' }], ''],
    ['video', [{ type: 'video', vendorRef: `${CDN}/room.mp4` }], ''],
    ['file', [{ type: 'document', vendorRef: 'https://cdn.fbsbx.com/v/plan.pdf' }], ''],
    ['sticker-old', [{ type: 'sticker', vendorRef: `${CDN}/s.png` }], ''],
    ['location', [{ type: 'location', caption: '55.751244, 37.618423' }], ''],
    ['link', [], 'Вот такой\nКухня «Лофт»\nhttps://shop.example/loft'],
    ['link-bare', [], ''],
    ['reel', [], 'Обзор'],
    ['template', [{ type: 'unsupported' }], ''],
    ['new-kind', [{ type: 'unsupported' }], ''],
    ['quick-reply', [], 'Позвать сотрудника'],
  ])('%s', (name, attachments, text) => {
    const whole = attachments.map((attachment) => ({ ...nothing, ...attachment }));
    expect(parseOne(`message-${name}`)).toMatchObject({ kind: 'message', text, attachments: whole, isOwn: false });
  });

  it('risk: a sticker that comes a second time as a picture is answered as a photo', () => {
    expect(parseOne('message-sticker')).toMatchObject({
      attachments: [{ type: 'sticker', vendorRef: `${CDN}/s.png` }],
    });
    expect(parseOne('message-thumb')).toMatchObject({ text: '👍', attachments: [] });
  });

  it('a reply names what it answers', () => {
    expect(parseOne('message-reply')).toMatchObject({ text: 'Да, этот', replyTo: { messageId: 'm_0', text: '' } });
  });

  it('a pressed button says what stands on it, also without a number of its own', () => {
    expect(parseOne('postback')).toMatchObject({ kind: 'message', messageId: 'm_18', text: 'Начать', isOwn: false });
    expect(parseOne('postback-old')).toMatchObject({ messageId: 'postback:1790000000123', text: 'Начать' });
  });

  it('the advert that led here comes with the message or the press', () => {
    const said = { sender: { id: CUSTOMER }, recipient: { id: PAGE }, timestamp: 1 };
    const referral = { source: 'ADS', type: 'OPEN_THREAD', ad_id: '7', ads_context_data: { ad_title: 'Кухни «Лофт»' } };
    const context = { title: 'Кухни «Лофт»', text: '', url: null };
    for (const part of [
      { message: { mid: 'm', text: 'a', referral } },
      { postback: { mid: 'm', title: 'a', referral } },
    ])
      expect(parse({ ...said, ...part }, channel)).toMatchObject([{ kind: 'message', text: 'a', context }]);
    for (const other of [{ ref: 'x', source: 'SHORTLINK' }, { ads_context_data: { ad_title: 7 } }, 'advert', null]) {
      const [event] = parse({ ...said, message: { mid: 'm', text: 'a', referral: other } }, channel);
      expect(event).toMatchObject({ kind: 'message', text: 'a' });
      expect(event).not.toHaveProperty('context');
    }
  });

  it('risk: a conversation of another program is answered by two', () => {
    expect(parseOne('standby-message')).toMatchObject({ kind: 'message', text: 'А завтра?', isAddressed: false });
  });

  it('edits and deletions name their message', () => {
    expect(parseOne('message-edit')).toEqual({
      kind: 'edit',
      chat,
      messageId: 'm_1',
      text: 'Здравствуйте! Стол «Лофт» есть?',
      editedAt: new Date(1_790_000_000_123),
    });
    expect(parseOne('message-deleted')).toEqual({ kind: 'delete', chat, messageIds: ['m_1'] });
  });

  it('a wrong side field does not cost the message', () => {
    const message = { mid: 'm_9', text: 'Да', attachments: 7, reply_to: 'x', app_id: {}, is_echo: 'no', metadata: 5 };
    const payload = { sender: { id: CUSTOMER }, recipient: { id: PAGE }, timestamp: 'soon', message };
    expect(parse(payload, channel)).toMatchObject([{ kind: 'message', text: 'Да', isOwn: false, sentAt: new Date(0) }]);
  });

  it('risk: NUL and half letters cannot be stored', () => {
    const message = { mid: 'm_9', text: 'п\ud83dр\u0000и' };
    const payload = { sender: { id: CUSTOMER }, recipient: { id: PAGE }, timestamp: 1, message };
    expect(parse(payload, channel)).toMatchObject([{ text: 'п\ufffdри' }]);
  });
});

describe('echoes', () => {
  const KEY = '01936f2a-0000-7000-8000-0000000000ff';
  const own = (messageId: string, ownKey: string | null) => {
    const of = { by: 'ids', messageIds: [messageId], ownKey };
    return { kind: 'receipt', chat, of, state: 'sent', reason: null };
  };

  it('risk: our own message comes back before the answer to its send, and is taken for an operator’s', () => {
    expect(parseOne('echo-ours')).toEqual(own('m_20', KEY));
    expect(parseOne('echo-ours-unmarked')).toEqual(own('m_22', null));
  });

  it('risk: a first part that arrived settles a message whose other parts never left', () => {
    expect(parseOne('echo-ours-part')).toEqual(own('m_21', null));
  });

  it('what a person wrote at the platform, or another program, is of the business', () => {
    for (const name of ['echo-operator', 'echo-nameless'])
      expect(parseOne(name)).toMatchObject({ kind: 'message', chat, isOwn: true });
  });

  it('risk: the page writes to itself', () => {
    const payload = { sender: { id: PAGE }, recipient: { id: PAGE }, timestamp: 1, message: { mid: 'm', text: 'x' } };
    expect(parse(payload, channel)).toEqual([{ kind: 'ignored', reason: 'own_account' }]);
  });
});

describe('the rest', () => {
  it('receipts are of messages by their ids, or of all up to a time', () => {
    const ids = { by: 'ids', messageIds: ['m_20', 'm_21'], ownKey: null };
    const time = { by: 'time', until: new Date(1_790_000_000_123) };
    expect(parseOne('delivered')).toEqual({ kind: 'receipt', chat, of: ids, state: 'delivered', reason: null });
    expect(parseOne('delivered-watermark')).toMatchObject({ of: time, state: 'delivered' });
    expect(parseOne('read')).toMatchObject({ of: time, state: 'read' });
  });

  it.each([
    ['reaction', 'reaction'],
    ['referral', 'referral'],
    ['optin', 'optin'],
    ['plugin-message', 'no_person'],
    ['thread-taken', 'take_thread_control'],
    ['thread-passed', 'pass_thread_control'],
    ['change-feed', 'change_unsupported'],
    ['message-unreadable', 'unreadable'],
  ])('%s is ignored: %s', (name, reason) => {
    expect(parseOne(name)).toEqual({ kind: 'ignored', reason });
  });

  it.each([{ postback: 7 }, { message_edit: { mid: 'm' } }, { delivery: {} }, { read: {} }, { message: {} }])(
    'a part that cannot be read is named: %j',
    (part) => {
      const payload = { sender: { id: CUSTOMER }, recipient: { id: PAGE }, timestamp: 1, ...part };
      expect(parse(payload, channel)).toEqual([{ kind: 'ignored', reason: 'unreadable' }]);
    },
  );
});

describe('receive', () => {
  const post = (body: unknown, secret = credentials.appSecret) => signRequest(toWire(body), secret);
  const ofPages = (pages: Record<string, unknown[]>) => ({
    object: 'page',
    entry: Object.entries(pages).map(([id, messaging]) => ({ id, time: 1, messaging })),
  });

  it('every thing of every entry becomes an event of its own', () => {
    const names = ['message-text', 'message-edit', 'message-deleted', 'delivered', 'read', 'reaction', 'postback'];
    const result = receive(post(ofPages({ [PAGE]: names.map(fixture) })), channel);
    expect(result).toMatchObject({ kind: 'events', reply: { status: 200, body: 'EVENT_RECEIVED' } });
    const ids = result.kind === 'events' ? result.events.map(({ eventId }) => eventId) : [];
    expect(new Set(ids).size).toBe(names.length);
    expect(ids.slice(0, 3)).toEqual(['message:m_1', 'edit:1:m_1', 'deleted:m_1']);
  });

  it('risk: a repeat, or the same message seen from aside, is stored twice', () => {
    const idsOf = (payload: unknown) => {
      const result = receive(post(wrap('page', [{ identity: PAGE, payload }])), channel);
      return result.kind === 'events' ? result.events.map(({ eventId }) => eventId) : [];
    };
    for (const name of fixtures.keys()) expect(idsOf(fixture(name))).toEqual(idsOf(fixture(name)));
    expect(idsOf({ standby: fixture('message-text') })).toEqual(idsOf(fixture('message-text')));
  });

  it('risk: another page of the same application writes into this channel', () => {
    const one = [fixture('message-text')];
    expect(receive(post(ofPages({ other: one })), channel)).toEqual({ kind: 'refused' });
    expect(receive(post(ofPages({})), channel)).toEqual({ kind: 'refused' });
    const both = receive(post(ofPages({ other: one, [PAGE]: one })), channel);
    expect(both).toMatchObject({ kind: 'events', events: { length: 1 } });
  });

  it('the button "Test" of the dashboard is answered and stores nothing', () => {
    const test = { object: 'page', entry: [{ id: '0', time: 1, changes: [{ field: 'messages', value: {} }] }] };
    expect(receive(post(test), channel)).toMatchObject({ kind: 'reply', reply: { status: 200 } });
  });

  it('events of another kind of accounts are none of ours', () => {
    const strange = post({ object: 'user', entry: [{ id: PAGE, messaging: [fixture('message-text')] }] });
    expect(receive(strange, channel)).toMatchObject({ kind: 'reply', reply: { status: 404 } });
  });

  it('what is signed and no event is unreadable', () => {
    for (const body of [{}, [], { object: 'page' }])
      expect(receive(post(body), channel)).toEqual({ kind: 'unreadable' });
  });

  it('the owner’s own address answers to his own word', () => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': credentials.verifyToken, 'hub.challenge': '7' };
    const ask = (change: object) => receive({ ...post({}), method: 'GET', query: { ...query, ...change } }, channel);
    expect(ask({})).toMatchObject({ kind: 'reply', reply: { body: '7' } });
    expect(ask({ 'hub.verify_token': credentials.appSecret })).toEqual({ kind: 'refused' });
  });

  it('risk: a page of the installation’s application has no secret of its own, and an empty one proves nothing', () => {
    const { appSecret: _secret, verifyToken: _word, ...kept } = credentials;
    const body = ofPages({ [PAGE]: [fixture('message-text')] });
    expect(receive(post(body, ''), { ...channel, credentials: kept })).toEqual({ kind: 'refused' });
    expect(shared?.receive(post(body, ''), {})).toEqual({ kind: 'refused' });
  });
});

it('risk: stickers and the pictures of stickers are compared one with another, for seconds', () => {
  const stickers = Array.from({ length: 20_000 }, (_, at) => ({ type: 'sticker', payload: { sticker_id: at } }));
  const cost = (type: string) => {
    const pictures = stickers.map((_, at) => ({ type, payload: { sticker_id: 100_000 + at, url: 'h' } }));
    const message = { mid: 'm_many', attachments: [...stickers, ...pictures] };
    const item = { sender: { id: '2' }, recipient: { id: PAGE }, timestamp: 1, message };
    const tries = [1, 2, 3].map(() => {
      const begin = process.cpuUsage();
      expect(parse(item, channel)).toHaveLength(1);
      return process.cpuUsage(begin).user / 1000;
    });
    return Math.min(...tries);
  };
  expect(cost('image')).toBeLessThan(3 * cost('file') + 50);
});
