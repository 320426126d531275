import { describe, expect, it } from 'vitest';
import { plainChannel } from '../suite/build-connector-input.ts';
import { readFixtures } from '../suite/connector-sample.ts';
import { toPlain } from './api.ts';
import { check } from './connect.ts';
import { readEnd, readMediaFailure, readSendFailure } from './errors.ts';
import { whatsappWebConnector } from './index.ts';
import { mediaRef, personOf, phoneOf, readUpdate } from './payload.ts';

const fixtures = new Map(readFixtures('whatsapp-web').map(({ name, payload }) => [name, payload]));
const read = (name: string) => whatsappWebConnector.parse(fixtures.get(name), plainChannel);
const boom = (statusCode: number, message = 'x') => Object.assign(new Error(message), { output: { statusCode } });

const LID = '210000000000077@lid';
const PN = '79161234567@s.whatsapp.net';

describe('parse', () => {
  it('a text: who wrote, with the number, and both addresses as one chat', () => {
    const [moved, message] = read('message-text');
    expect(moved).toEqual({ kind: 'chat-moved', fromChatId: PN, toChatId: LID });
    expect(message).toMatchObject({
      chat: { id: LID, isGroup: false, title: 'Анна' },
      sender: { id: LID, name: 'Анна', phone: '+79161234567' },
      messageId: '3A000000000000000001',
      sentAt: new Date(1_790_000_000_000),
      text: 'Здравствуйте! Сколько стоит шкаф?',
      isOwn: false,
    });
    expect(read('message-by-number')).toMatchObject([{ chat: { id: PN }, sender: { phone: '+79161234567' } }]);
    expect(read('pair')).toEqual([{ kind: 'chat-moved', fromChatId: PN, toChatId: LID }]);
  });

  it('risk: a message of the owner renames the customer', () => {
    expect(read('message-own')).toMatchObject([{ isOwn: true, chat: { title: '' }, sender: { name: '' } }]);
    expect(read('message-business')).toMatchObject([{ sender: { name: 'ООО Мебель' } }]);
  });

  it.each([
    ['message-photo', 'image', 'Такой', 'image/jpeg', 23_456, null],
    ['message-view-once', 'video', '', 'video/mp4', 999, null],
    ['message-round-video', 'video', '', 'video/mp4', 999, null],
    ['message-voice', 'voice', '', 'audio/ogg', 5000, null],
    ['message-audio', 'audio', '', 'audio/mpeg', 5000, null],
    ['message-file', 'document', 'План кухни', 'application/pdf', 70_000, 'план.pdf'],
    ['message-sticker', 'sticker', '', 'image/webp', 900, null],
  ])('%s', (name, type, text, contentType, size, fileName) => {
    const [message] = read(name);
    expect(message).toMatchObject({ text, attachments: [{ type, contentType, size, name: fileName }] });
    const vendorRef = message?.kind === 'message' ? message.attachments[0]?.vendorRef : undefined;
    expect(mediaRef.read(vendorRef ?? '')).toMatchObject({ part: { mediaKey: 'bWFkZS11cC1tZWRpYS1rZXk=' } });
  });

  it('risk: whoever writes a message has a file fetched from our own network', () => {
    expect(read('message-photo-foreign')).toMatchObject([{ attachments: [{ type: 'image', vendorRef: null }] }]);
  });

  it.each([
    ['message-button', 'Да'],
    ['message-template-button', 'Позвонить'],
    ['message-list', 'Доставка'],
    ['message-flow', 'Готово'],
    ['message-disappearing', 'Исчезнет'],
    ['message-poll', ''],
  ])('%s says its words', (name, text) => {
    expect(read(name)).toMatchObject([{ kind: 'message', text, attachments: [] }]);
  });

  it('places and cards', () => {
    const location = { type: 'location', name: 'Офис, Тверская, 1', caption: '55.75, 37.61', vendorRef: null };
    expect(read('message-location')).toMatchObject([{ attachments: [location] }]);
    const boris = { type: 'contact', name: 'Борис', caption: '+7 916 765-43-21' };
    expect(read('message-contact')).toMatchObject([{ attachments: [boris] }]);
    const two = [
      { name: 'Борис', caption: '+79167654321' },
      { name: 'Вера', caption: null },
    ];
    expect(read('message-contacts')).toMatchObject([{ attachments: two }]);
  });

  it('an answer to a message of ours, and pictures of one album', () => {
    expect(read('message-reply')).toMatchObject([
      { text: 'А этот?', replyTo: { messageId: '3EB0AAAAAAAAAAAAAAAAAA', text: 'Шкаф-купе' } },
    ]);
    expect(read('message-album')).toMatchObject([{ text: 'Один', albumId: '3A00000000000000AAAA' }]);
  });

  it('edits and removals', () => {
    expect(read('edit')).toEqual([
      {
        kind: 'edit',
        chat: { id: LID, isGroup: false, title: '' },
        messageId: '3A000000000000000001',
        text: 'Сколько стоит комод?',
        editedAt: new Date(1_790_000_100_000),
      },
    ]);
    expect(read('delete')).toMatchObject([{ kind: 'delete', messageIds: ['3A000000000000000001'] }]);
  });

  it.each([
    ['status-taken', 'sent', null],
    ['status-delivered', 'delivered', null],
    ['status-read', 'read', null],
    ['status-failed', 'failed', 'refused'],
    ['status-limited', 'failed', 'new_chats_limited'],
  ])('%s', (name, state, reason) => {
    const of = { by: 'ids', messageIds: ['3EB0AAAAAAAAAAAAAAAAAA'], ownKey: '01936f2a-0000-7000-8000-0000000000ff' };
    expect(read(name)).toMatchObject([{ kind: 'receipt', of, state, reason }]);
  });

  it.each([
    ['message-undecryptable', 'undecryptable'],
    ['message-technical', 'technical'],
    ['reaction', 'reaction'],
    ['status-pending', 'status_unknown'],
  ])('%s is ignored', (name, reason) => {
    expect(read(name)).toEqual([{ kind: 'ignored', reason }]);
  });
});

describe('what the library says', () => {
  it('of a message: edited, removed, its state, or nothing of use', () => {
    const key = { remoteJid: LID, id: 'A', fromMe: true };
    const edited = { editedMessage: { message: { conversation: 'b' } } };
    expect(readUpdate({ key, update: { message: edited, messageTimestamp: 5 } }, null)).toEqual({
      eventId: `edit:${LID}:A:1:5`,
      payload: { kind: 'edit', key, at: 5, message: { conversation: 'b' } },
    });
    for (const messageStubType of [1, 'REVOKE'])
      expect(readUpdate({ key, update: { message: null, messageStubType } }, null)?.payload).toEqual({
        kind: 'delete',
        key,
      });
    expect(readUpdate({ key, update: { message: null, messageStubType: 2 } }, null)).toBeUndefined();
    expect(readUpdate({ key, update: { status: 3 } }, 'own')).toMatchObject({
      eventId: `status:${LID}:A:1:3`,
      payload: { kind: 'status', status: 3, ownKey: 'own' },
    });
    expect(readUpdate({ key: { ...key, fromMe: false }, update: { status: 3 } }, null)).toBeUndefined();
    expect(readUpdate({ key, update: { pollUpdates: [] } }, null)).toBeUndefined();
    expect(readUpdate('x', null)).toBeUndefined();
  });

  it('as plain JSON: bytes, and numbers of 64 bits', () => {
    expect(
      toPlain({
        bytes: new Uint8Array([1, 2]),
        buffer: Buffer.from('ab'),
        long: { low: -1, high: 1, unsigned: true },
        gone: undefined,
      }),
    ).toEqual({ bytes: 'AQI=', buffer: 'YWI=', long: '8589934591' });
    expect(toPlain(undefined)).toBeUndefined();
  });

  it.each([
    [515, { kind: 'restart' }],
    [428, { kind: 'lost' }],
    [408, { kind: 'lost' }],
    [503, { kind: 'lost' }],
    [500, { kind: 'damaged' }],
    [440, { kind: 'ended', reason: 'session_replaced', isForgotten: false }],
    [401, { kind: 'ended', reason: 'session_logged_out', isForgotten: true }],
    [402, { kind: 'ended', reason: 'session_banned', isForgotten: false }],
    [403, { kind: 'ended', reason: 'session_banned', isForgotten: false }],
    [406, { kind: 'ended', reason: 'session_banned', isForgotten: false }],
    [411, { kind: 'ended', reason: 'session_logged_out', isForgotten: true }],
    [405, { kind: 'ended', reason: 'session_outdated', isForgotten: false }],
  ])('a connection that closes with %i', (code, end) => {
    expect(readEnd(boom(code))).toEqual(end);
  });

  it('codes that ran out are no failure of the network', () => {
    const end = { kind: 'ended', reason: 'code_expired', isForgotten: true };
    expect(readEnd(boom(408, 'QR refs attempts ended'))).toEqual(end);
    expect(readEnd(undefined)).toEqual({ kind: 'lost' });
  });

  it.each([
    [463, 'rejected', 'new_chats_limited'],
    [401, 'unauthorized', 'session_logged_out'],
    [403, 'unauthorized', 'session_banned'],
    [429, 'rate-limited', 'rate_limited'],
    [404, 'rejected', 'refused'],
    [406, 'rejected', 'refused'],
    [408, 'retry', 'network'],
    [428, 'retry', 'network'],
    [500, 'retry', 'vendor_error'],
  ])('a send that fails with %i', (code, kind, reason) => {
    expect(readSendFailure(boom(code))).toMatchObject({ kind, reason });
  });

  it('a file that is gone, and one that could not be loaded now', () => {
    for (const code of [400, 403, 404, 410])
      expect(readMediaFailure(boom(code))).toMatchObject({ kind: 'rejected', reason: 'file_gone' });
    expect(readMediaFailure(new Error('x'))).toMatchObject({ kind: 'retry', reason: 'network' });
  });
});

describe('addresses', () => {
  it('of persons alone, without the device', () => {
    expect(personOf('79161234567:12@s.whatsapp.net')).toBe(PN);
    expect(personOf('79161234567@c.us')).toBe(PN);
    expect(personOf('210000000000077:1@lid')).toBe(LID);
    for (const jid of ['1-2@g.us', 'status@broadcast', '1@newsletter', '79161234567@bot', '', null, undefined])
      expect(personOf(jid)).toBeUndefined();
  });

  it('a number only where one stands in it', () => {
    expect(phoneOf(PN)).toBe('+79161234567');
    expect(phoneOf('79161234567@hosted')).toBe('+79161234567');
    for (const jid of [LID, '79161234567@hosted.lid', 'x']) expect(phoneOf(jid)).toBeNull();
  });
});

it('nobody connects a number by saying it', async () => {
  await expect(check({})).rejects.toMatchObject({ kind: 'unauthorized' });
  expect(await check({ number: '79990000001', title: 'Мебель' })).toMatchObject({
    identity: '79990000001',
    title: 'Мебель',
  });
});
