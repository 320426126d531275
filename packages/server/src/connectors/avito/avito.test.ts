import { describe, expect, it } from 'vitest';
import type { InboundEvent } from '../port.ts';
import { readFixtures } from '../suite/connector-sample.ts';
import type { RawRequest } from '../webhook-port.ts';
import { CHAT_ID, sample } from './fixtures/sample.ts';
import { avitoConnector } from './index.ts';
import { largestImage } from './payload.ts';

const { channel } = sample;
const { parse, receive } = avitoConnector;

const fixtures = new Map(readFixtures('avito').map(({ name, payload }) => [name, payload]));
const eventOf = (name: string): InboundEvent | undefined => parse(fixtures.get(name), channel)[0];
const messageOf = (name: string) => {
  const event = eventOf(name);
  if (event?.kind !== 'message') throw new Error(`${name} is no message but ${event?.kind}`);
  return event;
};
const send = (body: unknown, changes: Partial<RawRequest> = {}) =>
  receive({ ...sample.sign({}), body: Buffer.from(JSON.stringify(body)), ...changes }, channel);

describe('messages', () => {
  it('a text about an advert, and one through a profile', () => {
    expect(messageOf('a-text')).toMatchObject({
      chat: { id: CHAT_ID, isGroup: false },
      sender: { id: '2000400060', name: '' },
      messageId: 'm-a-text',
      sentAt: new Date(1_790_000_000_000),
      text: 'Ещё продаёте?',
      isOwn: false,
      isAddressed: true,
    });
    expect(messageOf('u2u')).toMatchObject({ chat: { id: 'u2u-1~x' }, text: 'Здравствуйте' });
  });

  it('risk: the assistant answers its own echo: what the account wrote is its own', () => {
    expect(messageOf('echo')).toMatchObject({ isOwn: true, text: 'Да, продаём' });
    const listed = structuredClone(fixtures.get('listed-quote'));
    const text = JSON.stringify(listed).replace('"direction":"in"', '"direction":"out"');
    expect(parse(JSON.parse(text), channel)).toMatchObject([{ isOwn: true }]);
  });

  it('a picture by its largest size', () => {
    const [picture] = messageOf('image').attachments;
    expect(picture).toMatchObject({ type: 'image' });
    expect(JSON.parse(picture?.vendorRef ?? '')).toEqual({
      kind: 'image',
      url: 'https://img.k.avito.ru/chat/1280x960/508.jpg',
      chatId: CHAT_ID,
      messageId: 'm-image',
    });
    expect(largestImage({ image: { sizes: { 'no size': 'https://img.k.avito.ru/1' } } })).toMatch(/^https/);
    expect(largestImage({ image: { sizes: { '1x1': 'javascript:alert(1)' } } })).toBeUndefined();
    expect(largestImage({})).toBeUndefined();
  });

  it('a voice message by its number, a place, a link, an advert', () => {
    const [voice] = messageOf('voice').attachments;
    expect(voice).toMatchObject({ type: 'voice', contentType: 'audio/mp4' });
    expect(JSON.parse(voice?.vendorRef ?? '')).toEqual({ kind: 'voice', voiceId: '0193-voice' });
    expect(messageOf('location').attachments).toMatchObject([
      { type: 'location', name: 'Большая Полянка, 12', caption: '55.7363, 37.6188' },
    ]);
    expect(messageOf('link').text).toBe('Такой же? https://example.com/divan');
    expect(messageOf('item').text).toBe('Диван «Норд»\n45 000 ₽\nhttps://avito.ru/moskva/divan_1768287444');
  });

  it('what the API does not show is a message all the same: a person looks in Avito', () => {
    expect(messageOf('video').attachments).toMatchObject([{ type: 'video', vendorRef: null }]);
    expect(messageOf('file').attachments).toMatchObject([{ type: 'document', vendorRef: null }]);
    expect(messageOf('new-kind')).toMatchObject({ text: '', attachments: [] });
  });

  it('an answer to a message, which lists alone tell', () => {
    expect(messageOf('listed-quote').replyTo).toEqual({ messageId: 'm-sent-1', text: 'Есть диван' });
  });

  it('an id above 2^53 stays what it is', () => {
    expect(messageOf('huge-author').sender.id).toBe('9007199254740993');
  });
});

describe('what is no message', () => {
  it.each([
    ['system', 'service_message'],
    ['service-author', 'service_message'],
    ['platform-chat', 'platform_chat'],
    ['call', 'call_missed'],
    ['unreadable', 'unreadable'],
  ])('%s is ignored by name', (name, reason) => expect(eventOf(name)).toEqual({ kind: 'ignored', reason }));

  it('a deletion takes the message away, a reading is of it and all before', () => {
    expect(eventOf('deleted')).toMatchObject({ kind: 'delete', chat: { id: CHAT_ID }, messageIds: ['m-a-text'] });
    expect(eventOf('read')).toMatchObject({
      kind: 'receipt',
      of: { by: 'last', messageId: 'm-sent-2' },
      state: 'read',
    });
  });
});

describe('receive', () => {
  it('the empty object by which the address is tried is answered, at the right address alone', () => {
    expect(send({})).toMatchObject({ kind: 'reply', reply: { status: 200 } });
    for (const body of [null, 7, 'text', []]) expect(send(body)).toEqual({ kind: 'unreadable' });
    expect(send({}, { path: 'another' })).toEqual({ kind: 'refused' });
    expect(send({}, { method: 'GET' })).toEqual({ kind: 'refused' });
  });

  it('a message of another account is refused, an event of another kind is taken and dropped', () => {
    const text = JSON.stringify(fixtures.get('a-text')).replace('"user_id":100200300', '"user_id":100200301');
    expect(send(JSON.parse(text))).toEqual({ kind: 'refused' });
    expect(send({ payload: { type: 'review', value: {} } })).toEqual({ kind: 'events', events: [] });
    expect(send({ payload: { type: 'message', value: { id: 'x' } } })).toEqual({ kind: 'unreadable' });
  });

  it('risk: a deletion is taken for a repeat of its message: their ids differ', () => {
    const ids = ['a-text', 'deleted'].map((name) => {
      const result = send(fixtures.get(name));
      return result.kind === 'events' ? result.events[0]?.eventId : result.kind;
    });
    expect(ids).toEqual(['m-a-text', 'deleted:m-a-text']);
  });

  it('a repeat has the same id, whatever the number of its delivery', () => {
    const again = JSON.stringify(fixtures.get('a-text')).replace('9f2c6a3e', '00000000');
    expect(send(JSON.parse(again))).toMatchObject({ events: [{ eventId: 'm-a-text' }] });
  });
});
