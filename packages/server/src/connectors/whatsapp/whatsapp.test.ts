import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRawEvents } from '../vendors/whatsapp/raw-events.ts';
import { toBody } from '../vendors/whatsapp/testing/read-sends.ts';
import { NUMBER_ID, sample, signatureOf } from './fixtures/sample.ts';
import { whatsappConnector } from './index.ts';

const { parse, receive } = whatsappConnector;
const load = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
const read = (name: string) => parse(load(name), sample.channel);
const attachmentsOf = (name: string) =>
  read(name).flatMap((event) => (event.kind === 'message' ? event.attachments : []));
const ANNA = '79990000001';
const USER = 'RU.A1b2C3';
const moved = { kind: 'chat-moved', fromChatId: ANNA, toChatId: USER };

describe('who writes', () => {
  it('is known by number, with name and phone', () => {
    expect(read('message-text')).toMatchObject([
      {
        kind: 'message',
        chat: { id: ANNA, isGroup: false, title: 'Анна' },
        sender: { id: ANNA, name: 'Анна', phone: `+${ANNA}`, userName: null },
        sentAt: new Date(1_790_000_000_000),
        text: 'Здравствуйте! Сколько стоит доставка?',
        isOwn: false,
      },
    ]);
  });

  it('risk: a customer who hides the number becomes a stranger: the dialog follows to the user id', () => {
    const message = { kind: 'message', chat: { id: USER }, sender: { phone: `+${ANNA}`, userName: 'anna' } };
    expect(read('message-user-id')).toMatchObject([moved, message]);
    const later = { chat: { id: USER }, sender: { id: USER, phone: null } };
    expect(read('message-only-user-id')).toMatchObject([later]);
  });

  it('risk: a user id in the place of the number is taken for a number', () => {
    expect(read('message-user-id-as-number')).toMatchObject([
      { chat: { id: 'AR.ENT.9zZ' }, sender: { name: 'Borges', phone: null } },
    ]);
  });

  it('risk: a Brazilian number without its ninth digit is "repaired" and reaches nobody', () => {
    expect(read('message-brazil')).toMatchObject([{ chat: { id: '551187654321' }, sender: { name: 'João' } }]);
  });

  it('risk: of several contacts in one request the first one gives everybody his name', () => {
    const message = { from: '79990000002', id: 'wamid.1', timestamp: '1790000000', type: 'text', text: { body: 'я' } };
    const contacts = [
      { profile: { name: 'Анна' }, wa_id: ANNA },
      { profile: { name: 'Борис' }, wa_id: '79990000002', user_id: 'RU.B' },
    ];
    const change = { field: 'messages', value: { contacts, messages: [message] } };
    expect(parse(change, sample.channel)).toMatchObject([
      { kind: 'chat-moved', fromChatId: '79990000002', toChatId: 'RU.B' },
      { kind: 'message', chat: { id: 'RU.B' }, sender: { name: 'Борис' } },
    ]);
  });

  it('a new number or a new user id takes the dialog along; other news of a person do not', () => {
    expect(read('message-number-changed')).toEqual([{ kind: 'chat-moved', fromChatId: ANNA, toChatId: '79990000009' }]);
    expect(read('message-user-id-changed')).toEqual([{ kind: 'chat-moved', fromChatId: USER, toChatId: 'RU.Z9y8' }]);
    expect(read('message-identity-changed')).toEqual([{ kind: 'ignored', reason: 'system_message' }]);
  });
});

describe('what is written', () => {
  it('a reply names its message; a forwarded one has a context without a number', () => {
    expect(read('message-reply')).toMatchObject([{ replyTo: { messageId: 'wamid.OURS' } }]);
    expect(read('message-forwarded')).toMatchObject([{ text: 'Смотрите', replyTo: null }]);
  });

  it('files come with their numbers, captions as the text', () => {
    expect(read('message-image')).toMatchObject([{ text: 'Такой есть?', albumId: expect.stringContaining('images:') }]);
    const file = { vendorRef: '1013859600285441' };
    expect(attachmentsOf('message-image')).toMatchObject([{ ...file, type: 'image', contentType: 'image/jpeg' }]);
    expect(attachmentsOf('message-video')).toMatchObject([{ ...file, type: 'video' }]);
    expect(attachmentsOf('message-voice')).toMatchObject([{ ...file, type: 'voice' }]);
    expect(attachmentsOf('message-audio')).toMatchObject([{ ...file, type: 'audio' }]);
    expect(attachmentsOf('message-sticker')).toMatchObject([{ ...file, type: 'sticker' }]);
    expect(attachmentsOf('message-document')).toMatchObject([{ ...file, type: 'document', name: 'заказ.pdf' }]);
    expect(read('message-document')).toMatchObject([{ text: 'Вот заказ' }]);
    expect(attachmentsOf('message-location')).toMatchObject([
      { type: 'location', vendorRef: null, name: 'Кафе, Тверская, 1', caption: '55.75, 37.61' },
    ]);
    expect(attachmentsOf('message-contacts')).toMatchObject([
      { type: 'contact', name: 'Пётр', caption: '+7 999 000-00-02' },
    ]);
  });

  it('risk: a file that was lost on its way breaks the message', () => {
    expect(attachmentsOf('message-media-lost')).toMatchObject([{ type: 'image', vendorRef: 'lost' }]);
  });

  it('a press says what stands on the button', () => {
    const texts = ['button', 'button-reply', 'list-reply', 'form-reply'].map((name) =>
      read(`message-${name}`).map((event) => ('text' in event ? event.text : '')),
    );
    expect(texts).toEqual([['Да, подтверждаю'], ['Доставка'], ['Возврат'], ['Sent']]);
  });

  it.each([
    ['unsupported', ''],
    ['new-kind', ''],
    ['order', 'Побыстрее, пожалуйста\nA-17 × 2, 499.5 RUB\nB-3 × 1'],
  ])('%s: the message is there, and says that only the platform shows all of it', (name, text) => {
    const attachments = [{ type: 'unsupported', vendorRef: null }];
    expect(read(`message-${name}`)).toMatchObject([{ kind: 'message', text, attachments }]);
  });

  it('edits and deletions are of the message that they name', () => {
    const messageId = 'wamid.HBgLMESSAGETEXT';
    expect(read('message-edit')).toMatchObject([{ kind: 'edit', messageId, text: 'Сколько стоит доставка в Казань?' }]);
    expect(read('message-edit-caption')).toMatchObject([{ kind: 'edit', text: 'А такой?' }]);
    expect(read('message-revoke')).toMatchObject([{ kind: 'delete', messageIds: [messageId] }]);
  });

  it('opening the chat stands in place of words; a reaction and a group are none of ours', () => {
    expect(read('message-welcome')).toMatchObject([
      { kind: 'message', text: '', chat: { id: ANNA }, attachments: [{ type: 'opened' }] },
    ]);
    expect(read('message-reaction')).toEqual([{ kind: 'ignored', reason: 'reaction' }]);
    expect(read('message-group')).toEqual([{ kind: 'ignored', reason: 'group' }]);
  });

  it('risk: a time in milliseconds is a message of the year 58000', () => {
    expect(read('message-milliseconds')).toMatchObject([{ sentAt: new Date(1_790_000_000_123) }]);
  });

  it('the advert that led here comes with the message; what cannot be read of it is left', () => {
    const context = { title: 'Диваны', text: 'Скидка на диваны до воскресенья', url: 'https://fb.me/1' };
    expect(read('message-ad')).toMatchObject([{ text: 'Хочу диван', context }]);
    expect(read('message-text')[0]).not.toHaveProperty('context');
    const spoilt: unknown = JSON.parse(JSON.stringify(load('message-ad')).replace('"Диваны"', '7'));
    expect(parse(spoilt, sample.channel)).toMatchObject([{ context: { ...context, title: '' } }]);
  });

  it('what was typed in the phone’s own application is the business’s', () => {
    expect(read('echo-text')).toMatchObject([{ kind: 'message', isOwn: true, chat: { id: ANNA } }]);
    expect(read('echo-image')).toMatchObject([
      moved,
      { isOwn: true, chat: { id: USER }, attachments: [{ type: 'image' }] },
    ]);
    expect(read('echo-revoke')).toEqual([{ kind: 'ignored', reason: 'own_change' }]);
  });
});

describe('what becomes of our messages', () => {
  const ids = { by: 'ids', messageIds: ['wamid.OURS'] };

  it('states bear our own key and follow the customer to the user id', () => {
    const ownKey = '01936f2a-0000-7000-8000-0000000000ff';
    expect(read('status-sent')).toMatchObject([{ kind: 'receipt', state: 'sent', of: { ...ids, ownKey } }]);
    expect(read('status-delivered')).toMatchObject([
      { state: 'delivered', of: { ...ids, ownKey }, chat: { id: ANNA } },
    ]);
    expect(read('status-read')).toMatchObject([
      moved,
      { state: 'read', of: { ...ids, ownKey: null }, chat: { id: USER } },
    ]);
    expect(read('status-played')).toMatchObject([{ state: 'read' }]);
  });

  it('a refusal that comes later says why; one of the whole account is told of the channel too', () => {
    expect(read('status-failed')).toMatchObject([{ state: 'failed', reason: 'window_closed' }]);
    expect(read('status-failed-payment')).toMatchObject([
      { state: 'failed', reason: 'payment_needed' },
      { kind: 'account', isWorking: false, reason: 'payment_needed' },
    ]);
    expect(read('status-deleted')).toEqual([{ kind: 'ignored', reason: 'status_unknown' }]);
    expect(read('status-group')).toEqual([{ kind: 'ignored', reason: 'group' }]);
  });

  it('news of the account stop the channel, and start it', () => {
    expect(read('account-restricted')).toEqual([{ kind: 'account', isWorking: false, reason: 'account_blocked' }]);
    expect(read('account-reconnected')).toEqual([{ kind: 'account', isWorking: true, reason: '' }]);
    expect(read('account-verified')).toEqual([{ kind: 'ignored', reason: 'account_news' }]);
  });
});

describe('receive', () => {
  const list = z.object({ kind: z.literal('events'), events: z.array(z.object({ eventId: z.string() })) });
  const idsOf = (change: unknown) =>
    list.parse(receive(sample.sign(change), sample.channel)).events.map(({ eventId }) => eventId);

  it('the handshake is answered to who knows the word', () => {
    const query = {
      'hub.mode': 'subscribe',
      'hub.challenge': '42',
      'hub.verify_token': 'made-up-verify-token-0123456789',
    };
    const asked = { method: 'GET' as const, path: '', headers: {}, body: Buffer.alloc(0), query };
    expect(receive(asked, sample.channel)).toMatchObject({ kind: 'reply', reply: { body: '42' } });
    const wrong = { ...asked, query: { ...query, 'hub.verify_token': 'other' } };
    expect(receive(wrong, sample.channel)).toEqual({ kind: 'refused' });
  });

  it('risk: several messages of one request are one, or bear the same number twice', () => {
    const message = (id: string) => ({ id, from: ANNA, timestamp: '1790000000', type: 'text', text: { body: id } });
    const status = { id: 'wamid.a', status: 'read', timestamp: '1790000000', recipient_id: ANNA };
    const value = {
      metadata: { phone_number_id: NUMBER_ID },
      messages: [message('wamid.a'), message('wamid.b'), { type: 'text' }],
      statuses: [status, { ...status, status: 'delivered' }],
    };
    expect(idsOf({ field: 'messages', value })).toEqual([
      'message:wamid.a',
      'message:wamid.b',
      'status:wamid.a:read',
      'status:wamid.a:delivered',
    ]);
  });

  it('risk: another number of the same application is answered here, or repeated for a week', () => {
    const value = { metadata: { phone_number_id: '1' }, messages: [{ id: 'wamid.x' }] };
    expect(idsOf({ field: 'messages', value })).toEqual([]);
  });

  const post = (entry: object[], credentials = sample.channel.credentials) => {
    const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
    const headers = { 'x-hub-signature-256': signatureOf(body) };
    return receive({ method: 'POST', path: '', query: {}, headers, body }, { ...sample.channel, credentials });
  };
  const asApplication = { ...sample.channel.credentials, ownsApplication: 'yes' };
  const ours = sample.channel.credentials.businessAccountId;

  it('risk: news of another business account stop this channel', () => {
    const news = { id: '999', time: 1, changes: [load('account-restricted')] };
    expect(post([news])).toEqual({ kind: 'refused' });
    expect(post([news], asApplication)).toMatchObject({ kind: 'events', events: [] });
    expect(post([news, { ...news, id: ours }])).toMatchObject({ kind: 'events', events: { length: 1 } });
  });

  it('risk: an event that names no number is taken for one of ours', () => {
    const changes = [{ field: 'messages', value: { messages: [{ id: 'wamid.x', from: ANNA }] } }];
    expect(post([{ id: ours, changes }])).toMatchObject({ kind: 'events', events: [] });
    expect(post([{ id: '999', changes }])).toEqual({ kind: 'refused' });
  });

  it('risk: events of another account are refused where the application sends them by right', () => {
    const changes = [{ field: 'messages', value: { metadata: { phone_number_id: '1' }, messages: [{ id: 'x' }] } }];
    expect(post([{ id: '999', changes }])).toEqual({ kind: 'refused' });
    expect(post([{ id: '999', changes }], asApplication)).toMatchObject({ kind: 'events', events: [] });
    // Another number of the same business account, and the button of the dashboard.
    expect(post([{ id: ours, changes }])).toMatchObject({ kind: 'events', events: [] });
    expect(post([{ id: '0', changes }])).toMatchObject({ kind: 'events', events: [] });
  });

  it('risk: what three hundred messages of one request share is stored three hundred times', () => {
    const messages = Array.from({ length: 300 }, (_, at) => ({ id: `wamid.${at}`, from: ANNA, type: 'reaction' }));
    const name = 'x'.repeat(100_000);
    const contacts = [
      { profile: { name }, wa_id: ANNA, junk: name },
      { profile: { name: 'Борис' }, wa_id: '79990000002' },
    ];
    const metadata = { phone_number_id: NUMBER_ID, junk: name };
    const value = { metadata, contacts, junk: 'x'.repeat(1_000_000), messages };
    const result = post([{ id: ours, changes: [{ field: 'messages', value }] }]);
    const payloads = result.kind === 'events' ? result.events.map(({ payload }) => JSON.stringify(payload)) : [];
    expect(payloads).toHaveLength(300);
    expect(payloads.join('').length).toBeLessThan(300 * 1000);
    expect(payloads.join('')).not.toContain('Борис');
  });

  it('risk: a field that nobody knows stops the whole request for a week', () => {
    expect(idsOf({ field: 'user_preferences', value: { user_preferences: [{ value: 'stop' }] } })).toEqual([]);
    expect(idsOf({ field: 'messages', value: { messages: 'none', errors: [{ code: 1 }] } })).toEqual([]);
    expect(idsOf({ field: 7 })).toEqual([]);
  });

  it('news of the account are one event at every repeat, and another one later', () => {
    const body = (time: number) => ({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', time, changes: [load('account-restricted')] }],
    });
    const self = { phoneNumberId: NUMBER_ID, businessAccountId: '1' };
    const idOf = (time: number) => readRawEvents(body(time), self)?.events[0]?.eventId;
    expect(idOf(1)).toMatch(/^account:/);
    expect(idOf(1)).toBe(idOf(1));
    expect(idOf(1)).not.toBe(idOf(2));
  });

  it('the signature is over the bytes as they came: escaped letters and all', () => {
    const body = toBody(load('message-text'));
    expect(body.toString()).toContain('\\u0417');
    const request = { method: 'POST' as const, path: '', query: {}, body };
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    const headers = { 'x-hub-signature-256': signatureOf(body) };
    expect(receive({ ...request, headers }, sample.channel).kind).toBe('events');
    expect(receive({ ...request, headers, body: rewritten }, sample.channel)).toEqual({
      kind: 'refused',
      isMissigned: true,
    });
  });
});
