import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConnectorError } from '../port.ts';
import { readCode } from '../vendors/whatsapp/failures.ts';
import { readRawEvents } from '../vendors/whatsapp/raw-events.ts';
import { blame } from './errors.ts';
import { NUMBER_ID, sample, signatureOf } from './fixtures/sample.ts';
import { whatsappConnector } from './index.ts';
import { done, phoneNumber, phoneNumbers, subscriptions } from './payload.ts';

const ANNA = '79990000001';
const USER = 'RU.A1b2C3';
const metadata = { phone_number_id: NUMBER_ID };

const parse = (field: string, value: object) => whatsappConnector.parse({ field, value }, sample.channel);
const written = { from: ANNA, id: 'wamid.1', timestamp: '1790000000', type: 'text', text: { body: 'Цены?' } };
const read = (fields: object, contacts: object[] = []) =>
  parse('messages', { metadata, contacts, messages: [{ ...written, ...fields }] });
const readAs = (type: string, content: object) => read({ type, text: undefined, [type]: content });
const status = { id: 'wamid.2', timestamp: '1790000100', recipient_id: ANNA, status: 'sent' };
const readStatus = (fields: object) => parse('messages', { metadata, statuses: [{ ...status, ...fields }] });
const readEcho = (fields: object) =>
  parse('smb_message_echoes', { metadata, message_echoes: [{ ...written, from: '74950000001', to: ANNA, ...fields }] });
const ignored = (reason: string) => [{ kind: 'ignored', reason }];

describe('who writes', () => {
  const one = { profile: { name: 'Вера' }, user_id: 'RU.V' };

  it('is never taken for the first one of the request', () => {
    const anna = { profile: { name: 'Анна' }, user_id: USER };
    expect(read({ from: undefined, from_user_id: USER }, [one, anna])).toMatchObject([{ sender: { name: 'Анна' } }]);
    expect(read({ from: undefined, from_user_id: USER }, [one])).toMatchObject([{ sender: { name: '' } }]);
    expect(read({}, [one, { profile: { name: 'Никто' } }])).toMatchObject([{ sender: { id: ANNA, name: '' } }]);
  });

  it('the other name of the same person is told by the contact: the dialog follows', () => {
    const both = { profile: { name: 'Анна' }, user_id: USER, wa_id: ANNA };
    const followed = [{ kind: 'chat-moved', fromChatId: ANNA, toChatId: USER }, { sender: { phone: `+${ANNA}` } }];
    expect(read({}, [both])).toMatchObject(followed);
    expect(read({ from: undefined, from_user_id: USER }, [both])).toMatchObject(followed);
    expect(read({ type: 'request_welcome', text: undefined }, [both])).toMatchObject([
      { kind: 'chat-moved' },
      { kind: 'message', attachments: [{ type: 'opened' }] },
    ]);
  });

  it('speaks to the business alone: every message is for it', () => {
    expect(read({})).toMatchObject([{ isAddressed: true }]);
  });

  it('a number is read as its digits; who has neither a number nor a user id is nobody', () => {
    expect(read({ from: '+7 999 000-00-01' })).toMatchObject([{ chat: { id: ANNA } }]);
    expect(read({ from: undefined })).toEqual(ignored('sender_unknown'));
    expect(read({ from: 'hidden' })).toEqual(ignored('sender_unknown'));
    expect(readEcho({ to: undefined })).toEqual(ignored('sender_unknown'));
    expect(readStatus({ recipient_id: undefined })).toEqual(ignored('sender_unknown'));
  });

  it('a new number or user id that is none, or the same one, moves nothing', () => {
    const news = (system: object | undefined) => read({ type: 'system', text: undefined, system });
    expect(news({ type: 'user_changed_number', new_wa_id: '79990000009' })).toMatchObject([
      { kind: 'chat-moved', toChatId: '79990000009' },
    ]);
    expect(news({ type: 'user_changed_number', wa_id: ANNA })).toEqual(ignored('system_message'));
    expect(news({ type: 'user_changed_number' })).toEqual(ignored('system_message'));
    expect(news({ type: 'customer_identity_changed', wa_id: '79990000009' })).toEqual(ignored('system_message'));
    expect(news(undefined)).toEqual(ignored('system_message'));
  });
});

describe('what is written', () => {
  it.each(['video', 'document', 'image'])('the caption of a file is its text: %s', (type) => {
    expect(readAs(type, { id: '7', caption: 'Такой?' })).toMatchObject([{ text: 'Такой?' }]);
    expect(readAs(type, { id: '7' })).toMatchObject([{ text: '', attachments: [{ type, vendorRef: '7' }] }]);
  });

  it('a file without its kind and name has none', () => {
    const file = { type: 'audio', vendorRef: '7', contentType: null, name: null, size: null, caption: null };
    expect(readAs('audio', { id: '7', voice: false })).toMatchObject([{ attachments: [file], albumId: null }]);
  });

  it('every picture may belong to others', () => {
    expect(readAs('image', { id: '7' })).toMatchObject([{ albumId: 'images:wamid.1' }]);
  });

  it('a place is called by what is known of it', () => {
    const at = (place: object) => readAs('location', { latitude: 1, longitude: 2, ...place });
    const named = (name: string | null) => [{ attachments: [{ type: 'location', name, caption: '1, 2' }] }];
    expect(at({ name: 'Кафе' })).toMatchObject(named('Кафе'));
    expect(at({ name: '', address: 'Тверская, 1' })).toMatchObject(named('Тверская, 1'));
    expect(at({})).toMatchObject(named(null));
    expect(readAs('location', { latitude: 'x' })).toMatchObject([{ attachments: [] }]);
  });

  it('a card without a written number has the one of the platform, or none', () => {
    const cards = (list: object[]) => read({ type: 'contacts', text: undefined, contacts: list });
    expect(cards([{ phones: [{ wa_id: '79990000002' }] }, { name: { formatted_name: 'Вера' } }])).toMatchObject([
      {
        attachments: [
          { type: 'contact', name: null, caption: '79990000002' },
          { name: 'Вера', caption: null },
        ],
      },
    ]);
  });

  it('an edit without words changes nothing; one without its message is a message', () => {
    const edit = { original_message_id: 'wamid.0' };
    expect(read({ type: 'edit', text: undefined, edit })).toEqual(ignored('edit_empty'));
    expect(read({ type: 'edit', text: undefined })).toMatchObject([{ kind: 'message', text: '' }]);
    expect(read({ type: 'revoke', text: undefined })).toMatchObject([{ kind: 'message', text: '' }]);
  });

  it('a change without messages says nothing', () => {
    expect(parse('messages', { metadata })).toEqual(ignored('unreadable'));
  });

  it.each(['edit', 'revoke', 'reaction'])(
    'what was changed in the phone’s own application is no message: %s',
    (type) => {
      expect(readEcho({ type, text: undefined })).toEqual(ignored('own_change'));
    },
  );

  it('words of the phone’s own application are the business’s, under its number', () => {
    expect(readEcho({})).toMatchObject([{ isOwn: true, sender: { id: '74950000001', name: '' }, text: 'Цены?' }]);
    expect(readEcho({ from: undefined })).toMatchObject([{ isOwn: true, sender: { id: '' } }]);
  });

  it('a time is read in seconds up to the day on which milliseconds had thirteen digits', () => {
    const sentAt = (timestamp: string | number) =>
      read({ timestamp }).map((event) => 'sentAt' in event && event.sentAt);
    expect(sentAt('1000000000000')).toEqual([new Date(1_000_000_000_000)]);
    expect(sentAt(1_790_000_000)).toEqual([new Date(1_790_000_000_000)]);
    expect(read({ timestamp: '999999999999' })).toEqual(ignored('unreadable'));
  });
});

describe('what becomes of our messages', () => {
  it('a refusal without a code is one, and says nothing of the account', () => {
    expect(readStatus({ status: 'failed' })).toMatchObject([{ state: 'failed', reason: 'refused' }]);
    expect(readStatus({ status: 'failed', errors: [{ code: 1 }] })).toMatchObject([{ reason: 'refused' }]);
    expect(readStatus({ errors: [{ code: 131_042 }] })).toMatchObject([{ state: 'sent', reason: null }]);
  });

  it('a state that nobody knows is ignored', () => {
    expect(readStatus({ status: 'constructor' })).toEqual(ignored('status_unknown'));
  });

  it.each([
    [0, 'unauthorized', 'token_revoked', undefined],
    [131_005, 'unauthorized', 'no_rights', undefined],
    [131_048, 'rate-limited', 'rate_limited', 'channel'],
    [131_056, 'rate-limited', 'rate_limited', 'chat'],
    [131_016, 'retry', 'vendor_error', undefined],
    [131_053, 'rejected', 'file_refused', undefined],
    [131_021, 'rejected', 'refused', undefined],
    [999_999, 'rejected', 'refused', undefined],
    [undefined, 'rejected', 'refused', undefined],
  ])('code %s: %s, %s', (code, kind, reason, limitScope) => {
    expect(readCode(code)).toEqual({ kind, reason, ...(limitScope !== undefined && { limitScope }) });
  });

  it.each([
    ['PARTNER_REMOVED', false, 'access_removed'],
    ['ACCOUNT_OFFBOARDED', false, 'access_removed'],
    ['ACCOUNT_DELETED', false, 'access_removed'],
    ['DISABLED_UPDATE', false, 'account_blocked'],
    ['ACCOUNT_RESTRICTION', false, 'account_blocked'],
    ['ACCOUNT_VIOLATION', false, 'account_blocked'],
    ['ACCOUNT_RECONNECTED', true, ''],
  ])('%s: the account works: %s', (event, isWorking, reason) => {
    expect(parse('account_update', { event })).toEqual([{ kind: 'account', isWorking, reason }]);
  });

  it('other news of the account change nothing', () => {
    expect(parse('account_update', { event: 'constructor' })).toEqual(ignored('account_news'));
  });
});

it.each(['[]', '{"object":"page","entry":[]}', '{'])(
  'what is signed and tells of no number is unreadable: %s',
  (text) => {
    const body = Buffer.from(text);
    const headers = { 'x-hub-signature-256': signatureOf(body) };
    const request = { method: 'POST' as const, path: '', query: {}, headers, body };
    expect(whatsappConnector.receive(request, sample.channel)).toEqual({ kind: 'unreadable' });
  },
);

it('what has no number of its own is left out of a request, what stands beside it is not', () => {
  const change = (field: string, value: object) => ({ field, value: { metadata, ...value } });
  const changes = [
    change('messages', { messages: [{}, written], statuses: [{ id: 'wamid.3' }, { status: 'read' }, status] }),
    change('smb_message_echoes', { message_echoes: [{ id: '' }, written] }),
    change('messages', {}),
  ];
  const self = { phoneNumberId: NUMBER_ID, businessAccountId: undefined };
  const read = readRawEvents({ object: 'whatsapp_business_account', entry: [{ changes }] }, self);
  expect(read?.events).toEqual([
    { eventId: 'message:wamid.1', payload: change('messages', { messages: [written] }) },
    { eventId: 'status:wamid.2:sent', payload: change('messages', { statuses: [status] }) },
    { eventId: 'echo:wamid.1', payload: change('smb_message_echoes', { message_echoes: [written] }) },
  ]);
  expect(readRawEvents({ object: 'page', entry: [] }, self)).toBeUndefined();
});

describe('a refusal while a channel is connected', () => {
  const failed = (kind: 'rejected' | 'unauthorized' | 'retry') => new ConnectorError(kind, { reason: 'refused' });

  it.each(['rejected', 'unauthorized'] as const)('is of the value that was typed: %s', (kind) => {
    const named = { kind: 'unauthorized', reason: 'token_invalid', field: 'accessToken' };
    expect(blame(failed(kind), 'accessToken', 'token_invalid')).toMatchObject(named);
  });

  it('a failure of the network, or of ours, is none', () => {
    for (const error of [failed('retry'), new Error('x')]) expect(blame(error, 'accessToken', 'x')).toBe(error);
  });
});

describe('what a message takes of the contacts of its request', () => {
  const anna = { wa_id: ANNA, user_id: USER, profile: { name: 'Анна', username: 'anna' } };
  const self = { phoneNumberId: NUMBER_ID, businessAccountId: '1' };
  const split = (message: object, contacts: unknown[]) => {
    const value = { metadata, contacts, messages: [{ ...written, ...message }] };
    const body = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] };
    const payload = readRawEvents(body, self)?.events[0]?.payload;
    return z.object({ value: z.object({ contacts: z.unknown().optional() }) }).parse(payload).value.contacts;
  };

  it('its own contact, by the number, by the user id and by both', () => {
    const other = { wa_id: '79990000002', profile: { name: 'Вера' } };
    const byNumber = { wa_id: ANNA, profile: { name: 'Анна' } };
    expect(split({}, ['none', {}, other, byNumber])).toEqual([byNumber]);
    expect(split({ from: undefined, from_user_id: USER }, [other, anna])).toEqual([anna]);
    expect(split({ from_user_id: USER }, [other, byNumber])).toEqual([byNumber]);
    expect(split({ from_user_id: USER }, [byNumber, anna])).toEqual([anna]);
    expect(split({}, [other])).toBeUndefined();
    expect(split({ from: 7, from_user_id: [] }, [anna])).toBeUndefined();
  });

  it('the first one of several, with a name or without', () => {
    expect(split({}, [{ wa_id: ANNA }, anna])).toEqual([{ wa_id: ANNA }]);
  });

  it('cut to what is shown, and none whose id is too long to be one', () => {
    const long = 'я'.repeat(201);
    expect(split({}, [{ wa_id: ANNA, profile: { name: long, username: long } }])).toEqual([
      { wa_id: ANNA, profile: { name: 'я'.repeat(200), username: 'я'.repeat(200) } },
    ]);
    const numberOf = (length: number) => '7'.repeat(length);
    expect(split({ from: numberOf(200) }, [{ wa_id: numberOf(200) }])).toEqual([{ wa_id: numberOf(200) }]);
    expect(split({ from: numberOf(201) }, [{ wa_id: numberOf(201) }])).toBeUndefined();
  });
});

describe('whose a request is', () => {
  const self = { phoneNumberId: NUMBER_ID, businessAccountId: '1' };
  const ask = (entry: object[], of: { businessAccountId: string | undefined } = self) =>
    readRawEvents({ object: 'whatsapp_business_account', entry }, { ...self, ...of })?.isOurs;
  const ofNumber = { id: '9', changes: [{ field: 'messages', value: { metadata, messages: [written] } }] };

  it('ours by its account, by its events or where it speaks of nothing', () => {
    expect(ask([{ id: '1' }])).toBe(true);
    expect(ask([{ id: '9' }, { id: '1' }])).toBe(true);
    expect(ask([{ id: '0' }])).toBe(true);
    expect(ask([ofNumber])).toBe(true);
    expect(ask([])).toBe(true);
    expect(ask([{ id: '9' }], { businessAccountId: undefined })).toBe(true);
    expect(ask([{ id: '9' }])).toBe(false);
  });

  it('echoes of another kind of change are nobody’s', () => {
    const value = { metadata, message_echoes: [written] };
    const body = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'history', value }] }] };
    expect(readRawEvents(body, self)).toEqual({ events: [], isOurs: true });
  });
});

it('an order without words begins with its articles, and a price may be without a currency', () => {
  const item = { product_retailer_id: 'A-17', quantity: 2, item_price: 500 };
  expect(readAs('order', { text: '', product_items: [item] })).toMatchObject([{ text: 'A-17 × 2, 500' }]);
});

it('a press and a choice are words alone', () => {
  const pressed = { type: 'button_reply', button_reply: { id: '1', title: 'Да' } };
  expect(readAs('interactive', pressed)).toMatchObject([{ text: 'Да', attachments: [] }]);
  expect(read({})).toMatchObject([{ text: 'Цены?', attachments: [] }]);
});

describe('what our calls are answered with', () => {
  const number = { id: '1', display_phone_number: '+7 999', verified_name: 'Мебель' };

  it('a number with the addresses that its events go to', () => {
    const webhooks = { phone_number: 'https://a', whatsapp_business_account: 'https://b', application: 'https://c' };
    const full = { ...number, webhook_configuration: webhooks };
    expect(phoneNumbers.parse({ data: [full] })).toEqual({ data: [full] });
    expect(phoneNumber.safeParse({ ...number, id: '' }).success).toBe(false);
    expect(phoneNumber.parse({ ...number, id: '12' }).id).toBe('12');
  });

  it('subscriptions, and a success that is said', () => {
    const one = { object: 'whatsapp_business_account', callback_url: 'https://a' };
    expect(subscriptions.parse({ data: [one] })).toEqual({ data: [one] });
    expect(done.safeParse({ success: true }).success).toBe(true);
    expect(done.safeParse({ success: false }).success).toBe(false);
    expect(done.safeParse({}).success).toBe(false);
  });
});
