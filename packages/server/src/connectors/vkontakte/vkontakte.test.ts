import { describe, expect, it } from 'vitest';
import { readFixtures } from '../suite/connector-sample.ts';
import { sample } from './fixtures/sample.ts';
import { vkontakteConnector } from './index.ts';

const fixtures = new Map(readFixtures('vkontakte').map(({ name, payload }) => [name, payload]));
const parseOne = (name: string) => {
  expect(fixtures.has(name)).toBe(true);
  const events = vkontakteConnector.parse(fixtures.get(name), sample.channel);
  expect(events).toHaveLength(1);
  return events[0];
};
const attachmentOf = (name: string) => {
  const event = parseOne(name);
  return event?.kind === 'message' ? event.attachments : [];
};
const nothing = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
const ref = (url: string, more = {}) =>
  JSON.stringify({ url, peer: 77, cmid: 12, index: 0, mayBePage: false, ...more });
const PICTURES = 'https://sun9-1.userapi.com';

describe('messages', () => {
  it('a text, whose sender has a number and no name', () => {
    expect(parseOne('message-text')).toEqual({
      kind: 'message',
      chat: { id: '77', isGroup: false, title: '' },
      sender: { id: '77', name: '', firstName: '', userName: null, language: null, phone: null },
      messageId: '12',
      sentAt: new Date(1_790_000_000_000),
      text: 'Здравствуйте! Диван «Норд» раскладывается?',
      attachments: [],
      replyTo: null,
      albumId: null,
      isOwn: false,
      isAddressed: true,
      clientId: null,
    });
  });

  it('risk: a text that comes with entities is shown with them, or read twice', () => {
    expect(parseOne('message-escaped')).toMatchObject({ text: `А <кресло> &lt; "Норд" 'серое' & синее?` });
  });

  it.each([
    ['message-photo', { type: 'image', vendorRef: ref(`${PICTURES}/w.jpg?quality=95`) }],
    ['message-photo-old', { type: 'image', vendorRef: ref(`${PICTURES}/old.jpg`) }],
    [
      'message-voice',
      {
        type: 'voice',
        vendorRef: ref('https://psv4.userapi.com/v.ogg'),
        contentType: 'audio/ogg',
        caption: 'Есть доставка?',
      },
    ],
    ['message-audio', { type: 'audio', name: 'Скрип – Пружины' }],
    ['message-video', { type: 'video', name: 'Комната', link: 'https://vk.com/video77_603' }],
    [
      'message-doc',
      { type: 'document', vendorRef: ref('https://vk.com/doc77_604?hash=1'), name: 'план.pdf', size: 20_480 },
    ],
    [
      'message-doc-page',
      {
        type: 'document',
        vendorRef: ref('https://vk.com/doc77_605?hash=1', { mayBePage: true }),
        name: 'план.html',
        size: 2048,
      },
    ],
    ['message-sticker', { type: 'sticker', vendorRef: ref('https://vk.com/sticker/1-9008-512') }],
    ['message-graffiti', { type: 'image', vendorRef: ref(`${PICTURES}/g.png`) }],
    ['message-link', { type: 'link', name: 'Диван «Норд»', link: 'https://shop.example/divan' }],
    ['message-wall', { type: 'post', name: 'Скидки до конца недели', link: 'https://vk.com/wall-228391407_15' }],
    ['message-market', { type: 'product', name: 'Кресло «Норд»', link: 'https://vk.com/product-228391407_31' }],
    ['message-poll', { type: 'poll', name: 'Какой цвет взять?' }],
    ['message-story', { type: 'story', link: 'https://vk.com/story77_456' }],
    ['message-gift', { type: 'gift' }],
    ['message-article', { type: 'article', name: 'Уход за мебелью', link: 'https://vk.com/@shop-care' }],
    ['message-location', { type: 'location', name: 'Красная площадь, Москва', caption: '55.7558, 37.6173' }],
  ])('%s', (name, attachment) => {
    expect(attachmentOf(name)).toEqual([{ ...nothing, ...attachment }]);
  });

  it('an article of the shop is what the customer writes about', () => {
    const context = { title: 'Кресло «Норд»', text: '', url: 'https://vk.com/product-228391407_31' };
    expect(parseOne('message-market')).toMatchObject({ context });
    expect(parseOne('message-wall')).not.toHaveProperty('context');
  });

  it('two photos of one message are told apart when they are asked for again', () => {
    expect(attachmentOf('message-two-photos').map(({ vendorRef }) => vendorRef)).toEqual([
      ref(`${PICTURES}/1.jpg`),
      ref(`${PICTURES}/2.jpg`, { index: 1 }),
    ]);
  });

  it('a press is its label, whatever its payload says; the start button opens the dialog in place of words', () => {
    expect(parseOne('message-button')).toMatchObject({ kind: 'message', text: 'Доставка' });
    expect(parseOne('message-start')).toMatchObject({
      text: '',
      chat: { id: '77' },
      attachments: [{ type: 'opened' }],
    });
  });

  it('a reply has the original, a message passed on stands below the words', () => {
    expect(parseOne('message-reply')).toMatchObject({ replyTo: { messageId: '10', text: 'Есть серый.' } });
    expect(parseOne('message-forward')).toMatchObject({ text: 'Мне писали так:\n> Доставка бесплатно' });
  });

  it('our own message comes back as ours, and so does one that an administrator wrote', () => {
    expect(parseOne('message-reply-ours')).toMatchObject({ kind: 'message', isOwn: true, messageId: '13' });
    expect(parseOne('message-reply-admin')).toMatchObject({ isOwn: true, text: 'Пишет менеджер Ирина.' });
  });

  it('an event of an older version of the API is read too', () => {
    expect(parseOne('message-old-version')).toMatchObject({ kind: 'message', text: 'Из старой настройки' });
  });

  it('an edit has the new text under the old number', () => {
    const editedAt = new Date(1_790_000_060_000);
    expect(parseOne('message-edit')).toMatchObject({
      kind: 'edit',
      messageId: '12',
      text: 'Диван «Норд 2» раскладывается?',
      editedAt,
    });
  });
});

describe('chats of several people', () => {
  const chat = { id: '2000000005', isGroup: true, title: '' };

  it.each([
    ['group-message', false, 'Кто завтра на доставке?'],
    ['group-mention', true, '@mebel_shop, когда доставка?'],
    ['group-mention-other', false, 'Пётр, @other когда доставка?'],
    ['group-reply', true, 'А синий?'],
  ])('%s: addressed %s', (name, isAddressed, text) => {
    expect(parseOne(name)).toMatchObject({ kind: 'message', chat, isAddressed, text, messageId: '12' });
  });
});

describe('the rest', () => {
  it('leave to write and its end', () => {
    const chat = { id: '77', isGroup: false, title: '' };
    const base = { kind: 'reachable', chat };
    expect(parseOne('message-allow')).toEqual({ ...base, isReachable: true, reason: 'customer_unblocked' });
    expect(parseOne('message-deny')).toEqual({ ...base, isReachable: false, reason: 'messages_denied' });
  });

  it('a reading is of all messages up to one', () => {
    expect(parseOne('message-read')).toMatchObject({
      kind: 'receipt',
      chat: { id: '77' },
      of: { by: 'last', messageId: '13' },
      state: 'read',
    });
  });

  it.each([
    ['message-edit-ours', 'own_edit'],
    ['message-event', 'button'],
    ['message-typing-state', 'typing'],
    ['user-block', 'event_unsupported'],
    ['group-other-bot', 'other_bot'],
    ['group-invite', 'service_message'],
    ['group-read', 'read_by_another'],
    ['message-unreadable', 'unreadable'],
  ])('%s is ignored: %s', (name, reason) => {
    expect(parseOne(name)).toEqual({ kind: 'ignored', reason });
  });

  it.each(['message_reply', 'message_edit', 'message_read', 'message_allow', 'message_deny'])(
    'a %s that cannot be read is ignored, and kept for a repaired reader',
    (type) => {
      expect(vkontakteConnector.parse({ type, object: { peer_id: 'x' } }, sample.channel)).toEqual([
        { kind: 'ignored', reason: 'unreadable' },
      ]);
    },
  );
});

describe('receive', () => {
  const { channel } = sample;
  const signed = sample.sign(fixtures.get('message-text'));
  const change = (fields: Record<string, unknown>) => {
    const body = Buffer.from(JSON.stringify({ ...JSON.parse(signed.body.toString()), ...fields }));
    return vkontakteConnector.receive({ ...signed, body }, channel);
  };
  const ask = (fields: Record<string, unknown>) => change({ type: 'confirmation', secret: undefined, ...fields });

  it('an event is answered with exactly two bytes, and its secret is not stored', () => {
    const result = change({});
    expect(result).toMatchObject({ kind: 'events', events: [{ eventId: 'e1c2' }], reply: { status: 200, body: 'ok' } });
    expect(JSON.stringify(result)).not.toContain(channel.credentials.webhookSecret);
  });

  it('the confirmation is given with the secret and without, and never for a wrong one', () => {
    const reply = { status: 200, body: 'a1b2c3d4' };
    expect(ask({})).toMatchObject({ kind: 'reply', reply });
    expect(ask({ secret: channel.credentials.webhookSecret })).toMatchObject({ kind: 'reply', reply });
    expect(ask({ secret: 'other' })).toEqual({ kind: 'refused' });
    const { confirmation: _none, ...credentials } = channel.credentials;
    const body = Buffer.from(JSON.stringify({ type: 'confirmation', group_id: 228_391_407 }));
    const request = { ...signed, body };
    expect(vkontakteConnector.receive(request, { ...channel, credentials })).toEqual({ kind: 'refused' });
  });

  it('risk: an event of another community, or at another address, is taken as ours', () => {
    expect(change({ group_id: 1 })).toEqual({ kind: 'refused' });
    expect(ask({ group_id: 1 })).toEqual({ kind: 'refused' });
    expect(vkontakteConnector.receive({ ...signed, path: '' }, channel)).toEqual({ kind: 'refused' });
    expect(vkontakteConnector.receive({ ...signed, method: 'GET' }, channel)).toEqual({ kind: 'refused' });
  });

  it('an event without its number is unreadable', () => {
    expect(change({ event_id: undefined })).toEqual({ kind: 'unreadable' });
  });
});

it('lone surrogates and NUL are cleaned out of a text, a wrong side field does not cost the message', () => {
  const message = {
    conversation_message_id: 1,
    date: 1,
    peer_id: 77,
    from_id: 77,
    text: 'п\ud83dр\u0000и',
    attachments: [
      7,
      { type: 'photo', photo: 'none' },
      { type: 'doc', doc: { url: 'javascript:alert(1)', title: 'x' } },
    ],
    fwd_messages: [null],
    reply_message: 'none',
    geo: {},
  };
  const [event] = vkontakteConnector.parse({ type: 'message_new', object: { message } }, sample.channel);
  expect(event).toMatchObject({
    text: 'п\ufffdри',
    replyTo: null,
    attachments: [
      { type: 'unsupported', vendorRef: null },
      { type: 'document', name: 'x', vendorRef: null },
    ],
  });
});
