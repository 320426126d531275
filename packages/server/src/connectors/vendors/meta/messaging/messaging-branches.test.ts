import { describe, expect, it } from 'vitest';
import type { MetaItem } from '../envelope.ts';
import { signRequest, toWire } from '../testing/meta-sample.ts';
import { type MetaSelf, parseItem } from './parse-item.ts';
import { toRawEvents } from './raw-events.ts';
import { receiveForAccount } from './receive-messaging.ts';

const ACCOUNT = '17841400000000000';
const CUSTOMER = '2001778899001122551';
const KEY = '01936f2a-0000-7000-8000-0000000000ff';
const self: MetaSelf = { identity: ACCOUNT, appId: '4242' };

const fromCustomer = { sender: { id: CUSTOMER }, recipient: { id: ACCOUNT }, timestamp: 1_790_000_000_123 };
const fromAccount = { ...fromCustomer, sender: { id: ACCOUNT }, recipient: { id: CUSTOMER } };
const read = (fields: object, as: MetaSelf = self) => parseItem({ ...fromCustomer, ...fields }, as);
const readMessage = (fields: object, as?: MetaSelf) => read({ message: { mid: 'm_1', ...fields } }, as);
const ignored = (reason: string) => [{ kind: 'ignored', reason }];

describe('what happened', () => {
  it('a part that is empty does not hide what else is said', () => {
    expect(read({ message: null, reaction: { mid: 'm_1', action: 'react' } })).toEqual(ignored('reaction'));
    expect(read({ message: null, postback: { mid: 'm_2', title: 'Цены' } })).toMatchObject([{ text: 'Цены' }]);
  });

  it('of what is no item, or not known, nothing is told', () => {
    for (const item of [null, undefined, 7, 'text', [], [{ message: {} }], {}])
      expect(parseItem(item, self)).toEqual(ignored('unreadable'));
    expect(read({ app_roles: {} })).toEqual(ignored('unreadable'));
    for (const value of [null, 7, 'text', [fromCustomer]])
      expect(parseItem({ change: { field: 'messages', value } }, self)).toEqual(ignored('change_unsupported'));
  });

  it('risk: one half of the two people is missing, and a chat without a person is opened', () => {
    const message = { mid: 'm_1', text: 'Да' };
    for (const side of ['sender', 'recipient'])
      expect(read({ message, [side]: { user_ref: 'plugin' } })).toEqual(ignored('no_person'));
  });

  it.each(['postback', 'message_edit', 'delivery', 'read', 'message'])(
    'a "%s" that is no object costs nothing else',
    (name) => {
      expect(read({ [name]: 7 })).toEqual(ignored('unreadable'));
    },
  );

  it('a delivery and a reading have a number, a time, or both', () => {
    const until = new Date(1_790_000_000_000);
    const watermark = until.getTime();
    const time = { by: 'time', until };
    expect(read({ delivery: { mids: ['m_1'], watermark } })).toMatchObject([
      { of: { by: 'ids', messageIds: ['m_1'] } },
    ]);
    expect(read({ delivery: { mids: [], watermark } })).toMatchObject([{ of: time, state: 'delivered' }]);
    expect(read({ read: { mid: 'm_1', watermark } })).toMatchObject([{ of: { by: 'last', messageId: 'm_1' } }]);
    expect(read({ read: { watermark } })).toMatchObject([{ of: time, state: 'read' }]);
  });

  it('risk: a time that no database can hold stops the intake', () => {
    const last = 253_402_300_799_999;
    const sentAt = (timestamp: unknown) => readMessageAt(timestamp);
    expect(sentAt(last)).toMatchObject([{ sentAt: new Date(last) }]);
    for (const timestamp of [last + 1, -1, 1.5, 'soon'])
      expect(sentAt(timestamp)).toMatchObject([{ sentAt: new Date(0) }]);
    // The dashboard shows it as text.
    expect(sentAt('1790000000123')).toMatchObject([{ sentAt: new Date(1_790_000_000_123) }]);
  });
});

const readMessageAt = (timestamp: unknown) => read({ timestamp, message: { mid: 'm_1', text: 'Да' } });

describe('whose message it is', () => {
  const unmarked = { ...self, appId: undefined };

  it('risk: a customer who writes what marks our own messages is not heard', () => {
    for (const mark of [{ metadata: KEY }, { metadata: `${KEY}:1` }, { app_id: '4242' }])
      expect(readMessage({ text: 'Да', ...mark })).toMatchObject([{ kind: 'message', isOwn: false, text: 'Да' }]);
  });

  it('an echo is of the business, also where the account has another number in it', () => {
    const message = { mid: 'm_1', text: 'Минуту' };
    expect(read({ ...fromAccount, message })).toMatchObject([{ isOwn: true, chat: { id: CUSTOMER } }]);
    expect(readMessage({ text: 'Минуту', is_echo: true })).toMatchObject([{ isOwn: true }]);
    expect(readMessage({ text: 'Минуту', is_echo: false })).toMatchObject([{ isOwn: false }]);
  });

  it('risk: an operator’s message without an application is taken for ours where we have none either', () => {
    const message = { mid: 'm_1', text: 'Минуту', is_echo: true };
    expect(read({ ...fromAccount, message }, unmarked)).toMatchObject([{ kind: 'message', isOwn: true }]);
    const another = { ...message, app_id: '263902037430900' };
    expect(read({ ...fromAccount, message: another })).toMatchObject([{ kind: 'message', isOwn: true }]);
  });

  it('risk: words of another program that look like our mark settle a message', () => {
    const settles = (metadata: string) => read({ ...fromAccount, message: { mid: 'm_1', is_echo: true, metadata } });
    expect(settles(KEY)).toMatchObject([{ kind: 'receipt', of: { ownKey: KEY } }]);
    expect(settles(`${KEY}:1`)).toMatchObject([{ kind: 'receipt', of: { ownKey: null } }]);
    for (const other of [`x${KEY}`, `${KEY}x`, `${KEY}:`, KEY.slice(1)])
      expect(settles(other)).toMatchObject([{ kind: 'message', isOwn: true }]);
  });
});

describe('what a message says', () => {
  const attach = (...attachments: object[]) => readMessage({ attachments })[0];
  const CDN = 'https://scontent.xx.fbcdn.net/v/t1';
  const photo = { type: 'image', payload: { url: `${CDN}/a.jpg` } };

  it('risk: a photo beside a sticker is taken for its double', () => {
    const sticker = { type: 'sticker', payload: { url: `${CDN}/s.png` } };
    const two = [{ type: 'sticker' }, { type: 'image', vendorRef: `${CDN}/a.jpg` }];
    expect(attach(sticker, photo)).toMatchObject({ attachments: two });
    const numbered = { type: 'sticker', payload: { ...sticker.payload, sticker_id: 5 } };
    expect(attach(numbered, photo)).toMatchObject({ attachments: two });
    const older = { type: 'image', payload: { url: `${CDN}/t.png`, sticker_id: 6 } };
    expect(attach(numbered, older)).toMatchObject({ attachments: [{ type: 'sticker' }, { type: 'sticker' }] });
    // Only a picture is the double of a sticker.
    const video = { type: 'video', payload: { url: `${CDN}/v.mp4`, sticker_id: 5 } };
    expect(attach(numbered, video)).toMatchObject({ attachments: { length: 2 } });
  });

  it('one that comes without a list around it is read', () => {
    const image = { type: 'image', vendorRef: `${CDN}/a.jpg` };
    expect(readMessage({ attachments: photo })).toMatchObject([{ attachments: [image] }]);
    expect(readMessage({ text: 'Да' })).toMatchObject([{ text: 'Да', attachments: [] }]);
    expect(readMessage({ text: 'Да', attachments: null })).toMatchObject([{ text: 'Да', attachments: [] }]);
  });

  it('a place has coordinates, and nothing else has', () => {
    const coordinates = { lat: 55.5, long: 37.5 };
    expect(attach({ type: 'location', payload: { coordinates } })).toMatchObject({
      attachments: [{ type: 'location', caption: '55.5, 37.5' }],
    });
    expect(attach({ type: 'location', payload: {} })).toMatchObject({
      text: '',
      attachments: [{ type: 'unsupported' }],
    });
    expect(attach({ ...photo, payload: { ...photo.payload, coordinates } })).toMatchObject({
      attachments: [{ type: 'image' }],
    });
  });

  it('what has only the path of an address is shown without one', () => {
    const shown = { attachments: [{ type: 'image', vendorRef: null }] };
    expect(attach({ type: 'image', payload: { url: '/photo/1' } })).toMatchObject(shown);
    expect(attach({ type: 'image' })).toMatchObject(shown);
    expect(attach({ type: 'sticker' })).toMatchObject({ attachments: [{ type: 'sticker', vendorRef: null }] });
    expect(attach({ type: 'share', payload: { title: 'Обзор' } })).toMatchObject({ text: 'Обзор' });
    expect(attach({ type: 'share', payload: { url: `${CDN}/p` } })).toMatchObject({ text: `${CDN}/p` });
  });

  it('risk: a new kind that has the name of something in every object breaks the intake', () => {
    for (const type of ['constructor', 'toString', '__proto__'])
      expect(attach({ type, payload: { url: `${CDN}/a` } })).toMatchObject({
        text: '',
        attachments: [{ type: 'unsupported' }],
      });
  });

  it('a story without a safe address is shown without one', () => {
    const mention = (url: string) => attach({ type: 'story_mention', payload: { url } });
    expect(mention(`${CDN}/s`)).toMatchObject({ attachments: [{ type: 'inst_stories_mention', link: `${CDN}/s` }] });
    const [event] = readMessage({ attachments: [{ type: 'story_mention', payload: { url: 'http://x/https://' } }] });
    expect(event).toMatchObject({ attachments: [{ type: 'inst_stories_mention' }] });
    expect(event).not.toHaveProperty('attachments.0.link');
  });

  it('an advert without a title is none', () => {
    const [event] = readMessage({ text: 'Да', referral: { ads_context_data: { ad_title: '' } } });
    expect(event).toMatchObject({ text: 'Да' });
    expect(event).not.toHaveProperty('context');
  });
});

describe('how a thing is stored', () => {
  const message = { mid: 'm_1', text: 'Да' };
  const payload = { ...fromCustomer, message };
  const store = (item: MetaItem) => toRawEvents({ id: ACCOUNT, items: [item] }).map((event) => event.payload);
  const parsed = (item: MetaItem) => store(item).flatMap((stored) => parseItem(stored, self));

  it('as it came, and what another program has by the mark of it', () => {
    expect(store({ from: 'messaging', payload })).toEqual([payload]);
    const heard = { kind: 'message', text: 'Да', chat: { id: CUSTOMER } };
    expect(parsed({ from: 'messaging', payload })).toMatchObject([{ ...heard, isAddressed: true }]);
    expect(parsed({ from: 'standby', payload })).toMatchObject([{ ...heard, isAddressed: false }]);
  });

  it('what the dashboard shows in another frame is said to us', () => {
    const change = (field: string) => parsed({ from: 'changes', payload: { field, value: payload } });
    expect(change('messages')).toMatchObject([{ kind: 'message', text: 'Да', isAddressed: true }]);
    expect(change('comments')).toEqual(ignored('change_unsupported'));
  });
});

describe('under which id a thing is stored', () => {
  const idOf = (payload: unknown) => toRawEvents({ id: ACCOUNT, items: [{ from: 'messaging', payload }] })[0]?.eventId;

  it('risk: what is no object stops everything else of its request', () => {
    const ids = [null, 7, 'text', {}].map(idOf);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a message, its deletion and a press have one of the platform, whatever else comes with them', () => {
    const twice = (part: object) => [idOf({ ...fromCustomer, ...part }), idOf({ ...fromCustomer, ...part, more: 1 })];
    expect(twice({ message: { mid: 'm_1' } })).toEqual(['message:m_1', 'message:m_1']);
    expect(twice({ message: { mid: 'm_1', is_deleted: true } })).toEqual(['deleted:m_1', 'deleted:m_1']);
    expect(twice({ postback: { mid: 'm_2', title: 'Цены' } })).toEqual(['postback:m_2', 'postback:m_2']);
    expect(twice({ message_edit: { mid: 'm_1', text: 'Да', num_edit: 2 } })).toEqual(['edit:2:m_1', 'edit:2:m_1']);
  });

  it('risk: a second edit or press without a number is taken for a repeat of the first', () => {
    const edit = (text: string) => idOf({ ...fromCustomer, message_edit: { mid: 'm_1', text } });
    expect(edit('Да')).toBe(edit('Да'));
    expect(edit('Да')).not.toBe(edit('Нет'));
    const press = (timestamp: number) => idOf({ ...fromCustomer, timestamp, postback: { title: 'Цены' } });
    expect(press(1)).toBe(press(1));
    expect(press(1)).not.toBe(press(2));
  });

  it('a reaction is of a person to a message at a time, whatever else comes with it', () => {
    const reaction = { mid: 'm_1', action: 'react' };
    const first = { ...fromCustomer, reaction };
    expect(idOf({ ...first, reaction: { ...reaction, emoji: '❤' } })).toBe(idOf(first));
    const others = [
      { ...first, timestamp: 1 },
      { ...first, timestamp: undefined },
      { ...first, sender: { id: '7' } },
      { ...first, sender: undefined },
      { ...first, reaction: { ...reaction, action: 'unreact' } },
      { ...first, reaction: { ...reaction, mid: 'm_2' } },
    ];
    expect(new Set([first, ...others].map(idOf)).size).toBe(others.length + 1);
  });
});

describe('what comes to the address of one account', () => {
  const proofs = { identity: ACCOUNT, object: 'instagram', secrets: ['secret'], verifyToken: 'word' };
  const bring = (...ids: string[]) => {
    const entry = ids.map((id) => ({ id, messaging: [{ ...fromCustomer, message: { mid: 'm_1' } }] }));
    return receiveForAccount(signRequest(toWire({ object: 'instagram', entry }), 'secret'), proofs);
  };

  it('risk: messages of another account are thrown away as a test', () => {
    expect(bring('0')).toMatchObject({ kind: 'reply', reply: { status: 200 } });
    expect(bring('0', '42')).toEqual({ kind: 'refused' });
    expect(bring('42', '0')).toEqual({ kind: 'refused' });
    expect(bring()).toEqual({ kind: 'refused' });
    expect(bring('0', ACCOUNT)).toMatchObject({ kind: 'events', events: { length: 1 } });
  });
});
