import { describe, expect, it } from 'vitest';
import { plainChannel } from '../suite/build-connector-input.ts';
import { readEnd, readMediaFailure, readSendFailure } from './errors.ts';
import { whatsappWebConnector } from './index.ts';
import { mediaRef, messageEventId, pair, readChange, readMessageEvent, readUpdate, upsert } from './payload.ts';

const LID = '210000000000077@lid';
const PN = '79161234567@s.whatsapp.net';
const key = { remoteJid: LID, remoteJidAlt: PN, id: '3A01', fromMe: false };
const place = { url: 'https://mmg.whatsapp.net/v/1.enc', directPath: '/v/1.enc', mediaKey: 'bWFkZS11cA==' };
const photo = { imageMessage: { ...place, mimetype: 'image/jpeg' } };

const parse = (payload: object) => whatsappWebConnector.parse(payload, plainChannel);
const readAs = (fields: object, message: object | null) =>
  parse({ kind: 'message', key, isNewPair: false, messageTimestamp: 1_790_000_000, message, ...fields });
const read = (message: object | null) => readAs({}, message);
const words = { conversation: 'Цены?' };

/** `depth` wrappers of disappearing messages, one in the other. */
const wrap = (depth: number, message: object): object =>
  depth === 0 ? message : { ephemeralMessage: { message: wrap(depth - 1, message) } };

describe('who writes', () => {
  it('a dialog moves only where both addresses were seen together for the first time', () => {
    const kindsOf = (fields: object) => readAs(fields, words).map(({ kind }) => kind);
    expect(kindsOf({ isNewPair: true })).toEqual(['chat-moved', 'message']);
    expect(kindsOf({ isNewPair: false })).toEqual(['message']);
    expect(kindsOf({ isNewPair: true, key: { ...key, remoteJidAlt: null } })).toEqual(['message']);
  });

  it('has a number only where one of both addresses shows it', () => {
    expect(readAs({ key: { ...key, remoteJidAlt: undefined } }, words)).toMatchObject([{ sender: { phone: null } }]);
    expect(readAs({ key: { ...key, remoteJid: PN, remoteJidAlt: LID } }, words)).toMatchObject([
      { sender: { phone: '+79161234567' } },
    ]);
  });

  it('is called as the platform has checked it, else as the person says, else not at all', () => {
    const nameOf = (fields: object) => readAs(fields, words).map((event) => 'sender' in event && event.sender.name);
    expect(nameOf({ verifiedBizName: 'ООО Мебель', pushName: 'Олег' })).toEqual(['ООО Мебель']);
    expect(nameOf({ pushName: 'Олег' })).toEqual(['Олег']);
    expect(nameOf({})).toEqual(['']);
  });
});

it('every message is for the number that it came to, and nothing comes by a webhook', () => {
  expect(read(words)).toMatchObject([{ isAddressed: true }]);
  expect(parse({ kind: 'news' })).toEqual([{ kind: 'ignored', reason: 'unreadable' }]);
  const request = { method: 'POST' as const, path: '', query: {}, headers: {}, body: Buffer.from('{}') };
  expect(whatsappWebConnector.receive(request, plainChannel)).toEqual({ kind: 'refused' });
});

describe('wrappers', () => {
  it('five around a message are taken off, more than anybody sends are not', () => {
    expect(read(wrap(5, words))).toMatchObject([{ text: 'Цены?' }]);
    expect(read(wrap(6, words))).toMatchObject([{ kind: 'message', text: '', attachments: [] }]);
  });

  it('an edit and a quoted message are read out of theirs', () => {
    expect(parse({ kind: 'edit', key, at: 5, message: wrap(2, words) })).toMatchObject([{ text: 'Цены?' }]);
    const contextInfo = { stanzaId: '3A00', quotedMessage: wrap(1, { imageMessage: { caption: 'Шкаф' } }) };
    expect(read({ extendedTextMessage: { text: 'Да', contextInfo } })).toMatchObject([
      { replyTo: { messageId: '3A00', text: 'Шкаф' } },
    ]);
  });

  it('pictures of an album name it beside them, or within a wrapper', () => {
    const messageContextInfo = { messageAssociation: { parentMessageKey: { id: '3AAA' } } };
    const child = { ...photo, messageContextInfo };
    expect(read(child)).toMatchObject([{ albumId: '3AAA', attachments: [{ type: 'image' }] }]);
    expect(read({ associatedChildMessage: { message: child } })).toMatchObject([{ albumId: '3AAA' }]);
    expect(read(photo)).toMatchObject([{ albumId: null }]);
  });
});

describe('what is written', () => {
  it('a reply to a message that is not at hand names it, without words', () => {
    const quoting = (quotedMessage: object | null | undefined) =>
      read({ extendedTextMessage: { text: 'Да', contextInfo: { stanzaId: '3A00', quotedMessage } } });
    const nothing = [{ replyTo: { messageId: '3A00', text: '' } }];
    expect(quoting(null)).toMatchObject(nothing);
    expect(quoting(photo)).toMatchObject(nothing);
    expect(quoting(words)).toMatchObject([{ replyTo: { text: 'Цены?' } }]);
    expect(quoting({ extendedTextMessage: { text: 'Шкаф' } })).toMatchObject([{ replyTo: { text: 'Шкаф' } }]);
  });

  it('a file has no words of its own, and a text no file', () => {
    expect(read({ audioMessage: { ...place, ptt: false } })).toMatchObject([
      { text: '', attachments: [{ type: 'audio', contentType: null, name: null, size: null, caption: null }] },
    ]);
    expect(read(words)).toMatchObject([{ text: 'Цены?', attachments: [], replyTo: null }]);
  });

  it('a file that is described in a form we do not know is a message without content', () => {
    expect(read({ imageMessage: 'x' })).toMatchObject([{ kind: 'message', text: '', attachments: [] }]);
  });

  it('a place is called by what is known of it; one that moves is a place too', () => {
    const at = (name: string, told: object) => read({ [name]: { degreesLatitude: 1, degreesLongitude: 2, ...told } });
    const named = (name: string | null) => [{ attachments: [{ type: 'location', name, caption: '1, 2' }] }];
    expect(at('locationMessage', { address: 'Тверская, 1' })).toMatchObject(named('Тверская, 1'));
    expect(at('locationMessage', { name: 'Офис', address: '' })).toMatchObject(named('Офис'));
    expect(at('liveLocationMessage', {})).toMatchObject(named(null));
  });

  it('a card without a name or a number is a card', () => {
    const cardOf = (displayName: string, vcard: string) => read({ contactMessage: { displayName, vcard } });
    const card = (name: string | null, caption: string | null) => [
      { attachments: [{ type: 'contact', name, caption }] },
    ];
    expect(cardOf('', 'FN:Вера\r\nitem1.tel;type=CELL: +7 916 000-00-00 \r\nEND:VCARD')).toMatchObject(
      card(null, '+7 916 000-00-00'),
    );
    expect(cardOf('Вера', 'TEL:')).toMatchObject(card('Вера', null));
    expect(cardOf('Вера', 'FN:Вера')).toMatchObject(card('Вера', null));
  });
});

it('a limit of new chats is the reason of a failure alone', () => {
  const of = (status: number | string) => parse({ kind: 'status', key, status, parameters: ['463'], ownKey: null });
  expect(of('ERROR')).toMatchObject([{ state: 'failed', reason: 'new_chats_limited' }]);
  expect(of(3)).toMatchObject([{ state: 'delivered', reason: null }]);
});

describe('failures', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['words', 'closed'],
    ['another error', new Error('closed')],
    ['no output', { output: null }],
    ['words as output', { output: 'closed' }],
    ['no code', { output: {} }],
    ['a code in words', { output: { statusCode: '401' } }],
  ])('%s is the network’s: the session stays, the message is tried again', (_words, error) => {
    expect(readEnd(error)).toEqual({ kind: 'lost' });
    expect(readSendFailure(error)).toMatchObject({ kind: 'retry', reason: 'vendor_error' });
    expect(readMediaFailure(error)).toMatchObject({ kind: 'retry', reason: 'network' });
  });

  it('words of an error alone tell that the codes ran out', () => {
    expect(readEnd({ message: 'QR refs attempts ended' })).toEqual({ kind: 'lost' });
  });
});

describe('what is stored of news', () => {
  const ownMessage = { ...key, fromMe: true };

  it('a removal is one that takes the words away, and no state is no news', () => {
    const removal = { messageStubType: 'REVOKE', message: null };
    expect(readUpdate({ key, update: removal }, null)?.payload).toEqual({ kind: 'delete', key });
    expect(readUpdate({ key, update: { ...removal, message: words } }, null)).toBeUndefined();
    for (const status of [null, undefined, {}])
      expect(readUpdate({ key: ownMessage, update: { status } }, null)).toBeUndefined();
  });

  it('a message without a note of its pair moves no dialog', () => {
    expect(readAs({ isNewPair: undefined }, words).map(({ kind }) => kind)).toEqual(['message']);
  });

  it('messages that cannot be read are told from those that can, and so are pairs', () => {
    const came = (message: object) => upsert.safeParse({ type: 'notify', messages: [message] }).success;
    expect([{ key, message: words }, { key: 5 }, { key, message: 'x' }].map(came)).toEqual([true, false, false]);
    expect(pair.parse({ lid: LID, pn: PN })).toEqual({ lid: LID, pn: PN });
    for (const half of [{ lid: LID, pn: '' }, { lid: '', pn: PN }, {}])
      expect(pair.safeParse(half).success).toBe(false);
  });

  it('a message is found again under the name that it was stored by', () => {
    const message = { kind: 'message' as const, key: { ...key, fromMe: false }, isNewPair: false };
    expect(messageEventId(LID, '3A01')).toBe(readMessageEvent(message).eventId);
  });

  it('a message that edits or removes another is an update of that one', () => {
    const change = (fields: object) =>
      readChange({ key, messageTimestamp: 7, message: { protocolMessage: { key: { id: '3A00' }, ...fields } } });
    const about = { ...key, id: '3A00' };
    const removal = { key: about, update: { message: null, messageStubType: 'REVOKE' } };
    for (const type of [0, 'REVOKE', null, undefined]) expect(change({ type })).toEqual(removal);
    const edit = { type: 14, editedMessage: words };
    const edited = (messageTimestamp: number) => ({
      key: about,
      update: { message: { editedMessage: { message: words } }, messageTimestamp },
    });
    expect(change({ ...edit, timestampMs: 9500 })).toEqual(edited(9));
    expect(change(edit)).toEqual(edited(7));
    for (const none of [{ type: 14 }, { type: 3, editedMessage: words }, { type: 0, key: { id: '' } }, { key: {} }])
      expect(change(none)).toBeUndefined();
    expect(readChange({ key, message: words })).toBeUndefined();
  });

  it('a file is found by either of its places', () => {
    const write = (part: object) => mediaRef.write({ key, name: 'imageMessage', part });
    expect(write({ ...place, url: undefined })).not.toBeNull();
    expect(write({ ...place, directPath: undefined })).not.toBeNull();
    expect(write({ mediaKey: place.mediaKey })).toBeNull();
  });
});
