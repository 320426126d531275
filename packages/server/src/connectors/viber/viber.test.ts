import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readFixtures } from '../suite/connector-sample.ts';
import { readFailure } from './errors.ts';
import { sample, signatureOf, toWire } from './fixtures/sample.ts';
import { viberConnector } from './index.ts';
import { mediaRef } from './payload.ts';

const { receive, parse } = viberConnector;
const { channel } = sample;
const fixtures = new Map(readFixtures('viber').map(({ name, payload }) => [name, payload]));
const fixture = (name: string) => {
  expect(fixtures.has(name)).toBe(true);
  return fixtures.get(name);
};
const parseAll = (name: string) => parse(fixture(name), channel);
const parseOne = (name: string) => {
  const events = parseAll(name);
  expect(events).toHaveLength(1);
  return events[0];
};
const ID = '01234567890A+/=';
const chat = { id: ID, isGroup: false, title: 'Анна' };
const noFile = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
const signed = (body: Buffer | string) => {
  const bytes = Buffer.from(body);
  return { ...sample.sign({}), body: bytes, headers: { 'x-viber-content-signature': signatureOf(bytes) } };
};

describe('messages', () => {
  it('a text with everything that is known of the sender', () => {
    expect(parseOne('message-text')).toEqual({
      kind: 'message',
      chat,
      sender: { id: ID, name: 'Анна', firstName: 'Анна', userName: null, language: 'ru', phone: null },
      messageId: '5741311803571721087',
      sentAt: new Date(1_790_000_000_123),
      text: 'Здравствуйте! Диван «Норд» раскладывается?',
      attachments: [],
      replyTo: null,
      albumId: null,
      isOwn: false,
      isAddressed: true,
      clientId: null,
    });
  });

  const media = 'https://dl-media.viber.com/5/media/1';
  it.each([
    [
      'picture',
      { type: 'image', vendorRef: `media:${media}/photo.jpg?Expires=1790003600`, name: 'photo.jpg', size: 187412 },
      'Такой же есть?',
    ],
    ['video', { type: 'video', vendorRef: `media:${media}/room.mp4`, size: 4100222 }, ''],
    ['file', { type: 'document', vendorRef: `file:${media}/plan`, name: 'План квартиры.pdf', size: 734003 }, ''],
    ['audio', { type: 'audio', vendorRef: `file:${media}/voice`, name: 'voice.m4a', size: 16210 }, ''],
    ['sticker', { type: 'sticker', vendorRef: 'sticker:46105' }, ''],
    ['location', { type: 'location', caption: '55.751244, 37.618423' }, ''],
    ['contact', { type: 'contact', name: 'Пётр Лесной', caption: '+79990001122' }, ''],
  ])('%s', (name, attachment, text) => {
    const attachments = [{ ...noFile, ...attachment }];
    expect(parseOne(`message-${name}`)).toMatchObject({ kind: 'message', text, attachments });
  });

  it('risk: pictures that were chosen together get an answer each', () => {
    expect(parseOne('message-picture')).toMatchObject({ albumId: expect.stringMatching(/./) });
  });

  it('a link is read as words, a pressed button says its label', () => {
    expect(parseOne('message-url')).toMatchObject({ text: 'https://example.com/divan-nord', attachments: [] });
    expect(parseOne('message-button')).toMatchObject({ kind: 'message', text: 'Сколько стоит доставка?' });
  });

  it('what cannot be shown still arrives', () => {
    expect(parseOne('message-new-kind')).toMatchObject({ kind: 'message', text: '', attachments: [] });
  });

  it('risk: the answer to a send was lost, and our own number comes back with the next message', () => {
    expect(parseAll('message-tracked')).toMatchObject([
      {
        kind: 'receipt',
        chat: { id: ID },
        of: { by: 'ids', messageIds: [], ownKey: '01936f2a-0000-7000-8000-0000000000ff' },
        state: 'delivered',
      },
      { kind: 'message', text: 'Спасибо' },
    ]);
  });
});

describe('the rest', () => {
  it('opening the chat brings nothing to answer', () => {
    const sender = expect.objectContaining({ id: ID, name: 'Анна' });
    expect(parseOne('conversation-started')).toEqual({ kind: 'opened', chat, sender });
  });

  it.each([
    ['subscribed', true, 'customer_unblocked'],
    ['unsubscribed', false, 'customer_blocked'],
  ])('%s: reachable %s', (name, isReachable, reason) => {
    expect(parseOne(name)).toMatchObject({ kind: 'reachable', chat: { id: ID }, isReachable, reason });
  });

  it.each([
    ['delivered', 'delivered', null],
    ['seen', 'read', null],
    ['failed', 'failed', 'device_refused'],
  ])('%s is a receipt of our message', (name, state, reason) => {
    const of = { by: 'ids', messageIds: ['5741311803571721104'], ownKey: null };
    expect(parseOne(name)).toMatchObject({ kind: 'receipt', chat: { id: ID }, of, state, reason });
  });

  it.each([
    ['client-status', 'event_unsupported'],
    ['webhook', 'webhook_check'],
    ['message-unreadable', 'unreadable'],
  ])('%s is ignored: %s', (name, reason) => {
    expect(parseOne(name)).toEqual({ kind: 'ignored', reason });
  });

  it('risk: a customer is called by NUL and half letters', () => {
    const sender = { id: ID, name: 'А\u0000н\ud800' };
    const message = { type: 'text', text: 'п\ud83dр\u0000и' };
    const payload = { event: 'message', message_token: '7', timestamp: 1, sender, message };
    expect(parse(payload, channel)).toMatchObject([{ text: 'п\ufffdри', sender: { name: 'Ан\ufffd' } }]);
  });

  it('a wrong side field does not cost the message', () => {
    const message = { type: 'text', text: 'Да', size: -1, sticker_id: 'x', location: [], contact: 7, tracking_data: 7 };
    const sender = { id: ID, name: 7, language: {} };
    const payload = { event: 'message', message_token: 7, timestamp: 1, sender, message };
    expect(parse(payload, channel)).toMatchObject([
      { kind: 'message', messageId: '7', text: 'Да', sender: { name: '' } },
    ]);
  });

  it('a file and a sticker that the platform does not name stay attachments without bytes', () => {
    const of = (message: Record<string, unknown>) =>
      parse({ event: 'message', message_token: '7', timestamp: 1, sender: { id: ID, name: 'Анна' }, message }, channel);
    expect(of({ type: 'picture' })).toMatchObject([{ attachments: [{ type: 'image', vendorRef: null }] }]);
    expect(of({ type: 'sticker' })).toMatchObject([{ attachments: [{ type: 'sticker', vendorRef: null }] }]);
  });

  it('a reference of a file is read back as it was written', () => {
    const ref = { kind: 'media', place: 'https://x.example/a:b?c=d' } as const;
    expect(mediaRef.read(mediaRef.write(ref))).toEqual(ref);
    expect(mediaRef.read('nothing')).toEqual({ kind: '', place: 'nothing' });
  });
});

describe('receive', () => {
  const eventOf = (body: Buffer) => {
    const result = receive(signed(body), channel);
    return result.kind === 'events' ? result.events[0] : undefined;
  };

  it('risk: two numbers above 2^53 become one, and the second message is taken for a repeat', () => {
    const wire = (token: string) => toWire({ event: 'delivered', message_token: token, user_id: ID });
    expect(wire('5741311803571721087').toString()).toContain('"message_token":5741311803571721087,');
    expect(eventOf(wire('5741311803571721087'))?.eventId).toBe(`delivered:5741311803571721087:${ID}`);
    expect(eventOf(wire('5741311803571721086'))?.eventId).toBe(`delivered:5741311803571721086:${ID}`);
  });

  it('risk: a receipt has the number of its message and is taken for a repeat of another', () => {
    const ids = ['delivered', 'seen', 'failed'].map((name) => eventOf(toWire(fixture(name)))?.eventId);
    expect(new Set(ids).size).toBe(3);
    expect(eventOf(toWire(fixture('message-text')))?.eventId).toBe('message:5741311803571721087');
  });

  it('risk: the platform repeats what is none of ours for an hour', () => {
    expect(receive(signed('{"event":"payment_pressed"}'), channel)).toMatchObject({ kind: 'reply' });
    expect(receive(signed('{"event":"message"}'), channel)).toEqual({ kind: 'unreadable' });
    expect(receive(signed('{}'), channel)).toEqual({ kind: 'unreadable' });
    expect(parse({}, channel)).toEqual([{ kind: 'ignored', reason: 'unreadable' }]);
  });

  it('answers the check of the address without an event', () => {
    const result = receive(signed(toWire(fixture('webhook'))), channel);
    expect(result).toMatchObject({ kind: 'reply', reply: { status: 200, body: '' } });
  });

  it('the signature may stand in the address, but not in place of a wrong header', () => {
    const request = signed(toWire(fixture('message-text')));
    const query = { sig: request.headers['x-viber-content-signature'] };
    expect(receive({ ...request, headers: {}, query }, channel).kind).toBe('events');
    const wrong = { 'x-viber-content-signature': 'x' };
    expect(receive({ ...request, headers: wrong, query }, channel)).toEqual({ kind: 'refused' });
    for (const sig of ['', 'x', `${query.sig}0`])
      expect(receive({ ...request, headers: {}, query: { sig } }, channel)).toEqual({ kind: 'refused' });
  });

  it('risk: a body that was written anew has another signature', () => {
    const request = signed('{ "event": "seen",  "message_token": 5741311803571721087, "user_id": "a" }');
    expect(receive(request, channel).kind).toBe('events');
    const body = Buffer.from(JSON.stringify(JSON.parse(request.body.toString())));
    expect(receive({ ...request, body }, channel)).toEqual({ kind: 'refused' });
  });

  it('risk: a channel without a token takes what is signed with nothing', () => {
    const { body } = signed(toWire(fixture('message-text')));
    const headers = { 'x-viber-content-signature': createHmac('sha256', '').update(body).digest('hex') };
    expect(receive({ ...signed(body), headers }, { ...channel, credentials: {} })).toEqual({ kind: 'refused' });
  });

  it.each(['GET', 'HEAD'] as const)('%s is refused, never an exception', (method) => {
    expect(receive({ ...signed(''), method }, channel)).toEqual({ kind: 'refused' });
  });

  it('a newcomer is greeted by the answer, who has written before is not', () => {
    const started = { event: 'conversation_started', message_token: 7, user: { id: ID, name: 'Анна' } };
    const greetingFor = (subscribed: boolean | undefined) => {
      const result = receive(signed(JSON.stringify({ ...started, subscribed })), channel);
      return result.kind === 'events' ? result.greet?.('Здравствуйте!') : undefined;
    };
    for (const subscribed of [false, undefined]) {
      const { body = '', ...reply } = greetingFor(subscribed) ?? {};
      expect(reply).toEqual({ status: 200, contentType: 'application/json; charset=utf-8' });
      expect(JSON.parse(body)).toEqual({
        sender: { name: 'Мебель' },
        min_api_version: 1,
        type: 'text',
        text: 'Здравствуйте!',
      });
    }
    expect(greetingFor(true)).toBeUndefined();
  });

  it('risk: a greeting longer than a message of the platform is refused as a whole', () => {
    const started = { event: 'conversation_started', message_token: 7, user: { id: ID, name: 'Анна' } };
    const result = receive(signed(JSON.stringify(started)), channel);
    const reply = result.kind === 'events' ? result.greet?.(`${'а'.repeat(6999)}😀`) : undefined;
    expect(JSON.parse(reply?.body ?? '{}').text).toBe(`${'а'.repeat(6999)}\ufffd`);
  });
});

describe('failures', () => {
  const read = (status: number, body: unknown, retryAfter?: string) =>
    readFailure({ status, body, retryAfter, isEffect: true });
  const revoked = { status: 2, status_message: 'invalidAuthToken' };

  it.each([200, 299, 400, 499])('with HTTP status %i the number in the body counts', (status) => {
    expect(read(status, revoked)).toMatchObject({ kind: 'unauthorized', reason: 'token_revoked' });
    expect(read(status, { status: 99 })).toMatchObject({ kind: 'retry', reason: 'vendor_error' });
  });

  it.each([500, 503])('with HTTP status %i it does not: the platform failed before it looked', (status) => {
    expect(read(status, revoked)).toMatchObject({ kind: 'retry', reason: 'vendor_error' });
  });

  it('a redirect and a limit of requests are no verdict about the token', () => {
    expect(read(300, revoked)).toMatchObject({ kind: 'rejected', reason: 'refused' });
    expect(read(429, revoked, '7')).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
  });

  it('a number that is no failure is garbage', () => {
    expect(read(200, { status: 0 })).toMatchObject({ kind: 'unknown', reason: 'garbage_answer' });
  });
});
