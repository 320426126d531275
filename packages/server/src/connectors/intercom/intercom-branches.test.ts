import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readFailure } from './errors.ts';
import { sample } from './fixtures/sample.ts';
import { intercomConnector } from './index.ts';
import { conversation, listMedia } from './payload.ts';

const { channel } = sample;
const author = { type: 'user', id: '6a1', name: 'Анна' };
const part = { id: '9001', part_type: 'comment', body: 'А цена?', author, attachments: [], created_at: 1_790_000_050 };
const source = { type: 'conversation', id: '9000', subject: '', body: 'Есть диваны?', author, attachments: [] };

type Item = { source?: object | null; parts?: object[] };

/** What one notification about a conversation says. */
function parse(topic: string, { source: first = source, parts = [] }: Item) {
  const item = {
    ...{ type: 'conversation', id: '215', created_at: 1_790_000_000, admin_assignee_id: 7001, team_assignee_id: null },
    ...{ source: first, conversation_parts: { conversation_parts: parts } },
  };
  return intercomConnector.parse({ ...ENVELOPE, topic, data: { item } }, channel);
}

const ENVELOPE = { type: 'notification_event', id: 'n', app_id: 'abc123', created_at: 1_790_000_100 };
const replied = (...parts: object[]) => parse('conversation.user.replied', { parts });

describe('what says nothing', () => {
  it.each([
    ['no conversation', { topic: 'conversation.user.replied', data: { item: {} } }, 'unreadable'],
    ['a deletion of nothing', { topic: 'conversation.deleted', data: { item: {} } }, 'unreadable'],
  ])('%s', (_words, payload, reason) => {
    expect(intercomConnector.parse({ ...ENVELOPE, ...payload }, channel)).toEqual([{ kind: 'ignored', reason }]);
  });

  it('a reply without parts', () => {
    expect(replied()).toEqual([{ kind: 'ignored', reason: 'no_message' }]);
  });

  it.each([
    ['nobody', undefined],
    ['an author without a number', { ...author, id: '' }],
    ['a program', { ...author, type: 'bot' }],
  ])('a part of %s', (_words, of) => {
    expect(replied({ ...part, author: of })).toEqual([{ kind: 'ignored', reason: 'other_author' }]);
  });

  it('news of the state beside a message are dropped, the message stays', () => {
    const events = replied({ ...part, id: '1', part_type: 'assignment' }, part);
    expect(events).toMatchObject([{ kind: 'message', messageId: '9001' }]);
  });

  it('a conversation whose parts cannot be read', () => {
    const item = { type: 'conversation', id: '215', conversation_parts: 'none' };
    expect(
      intercomConnector.parse({ ...ENVELOPE, topic: 'conversation.user.replied', data: { item } }, channel),
    ).toEqual([{ kind: 'ignored', reason: 'no_message' }]);
  });

  it('a first message that is missing', () => {
    expect(parse('conversation.user.created', { source: null, parts: [part] })).toMatchObject([{ messageId: '9001' }]);
  });
});

describe('redaction', () => {
  it('names the redacted parts alone', () => {
    const parts = [
      { ...part, id: '1', redacted: true },
      { ...part, id: '2', redacted: false },
    ];
    expect(parse('conversation_part.redacted', { parts })).toMatchObject([{ kind: 'delete', messageIds: ['1'] }]);
  });

  it('of nothing deletes nothing', () => {
    const nothing = [{ kind: 'ignored', reason: 'nothing_redacted' }];
    expect(parse('conversation_part.redacted', { parts: [part] })).toEqual(nothing);
  });
});

describe('what the notification itself says', () => {
  const item = { type: 'conversation', id: '215', conversation_parts: { conversation_parts: [part] } };
  const notify = (fields: object) =>
    intercomConnector.parse({ ...ENVELOPE, topic: 'conversation.user.replied', data: { item }, ...fields }, channel);

  it('a conversation that names nobody is nobody’s', () => {
    expect(notify({})).toMatchObject([{ isAddressed: true }]);
  });

  it('a part without a time has that of its notification', () => {
    const timeless = { ...item, conversation_parts: { conversation_parts: [{ ...part, created_at: undefined }] } };
    expect(notify({ data: { item: timeless } })).toMatchObject([{ sentAt: new Date(1_790_000_100_000) }]);
    expect(notify({ data: { item: timeless }, created_at: undefined })).toMatchObject([{ sentAt: new Date(0) }]);
  });
});

it('files are found again by the message that they came with, the first one or a later one', () => {
  const withFile = (of: object, name: string) => ({ ...of, attachments: [{ url: `https://x.example/${name}` }] });
  const found = conversation.parse({
    ...{ type: 'conversation', id: '215', source: withFile(source, 'first') },
    conversation_parts: { conversation_parts: [withFile({ ...part, id: '8' }, 'eighth'), withFile(part, 'last')] },
  });
  const urlsOf = (messageId: string) => listMedia(found, messageId).map(({ url }) => url);
  expect(urlsOf('source:9000')).toEqual(['https://x.example/first']);
  expect(urlsOf('9001')).toEqual(['https://x.example/last']);
  expect(urlsOf('9002')).toEqual([]);
});

it('the check of an address is the platform’s by HEAD, and anybody’s by GET', () => {
  const ask = (method: 'HEAD' | 'GET') => intercomConnector.receive({ ...sample.sign({}), method }, channel);
  const reply = { status: 200, contentType: 'text/plain; charset=utf-8', body: '' };
  expect(ask('HEAD')).toEqual({ kind: 'reply', reply });
  expect(ask('GET')).toEqual({ kind: 'reply', reply, isAnybodys: true });
});

describe('words and names', () => {
  it('only an e-mail has a subject, without the spaces around it', () => {
    const first = (type: string) => ({ ...source, type, subject: '  Заказ 7 ' });
    const textOf = (type: string) => parse('conversation.user.created', { source: first(type) });
    expect(textOf('email')).toMatchObject([{ text: 'Заказ 7\nЕсть диваны?' }]);
    expect(textOf('conversation')).toMatchObject([{ text: 'Есть диваны?' }]);
  });

  it('spaces alone are no words', () => {
    expect(replied({ ...part, body: '  ' })).toEqual([{ kind: 'ignored', reason: 'empty' }]);
    expect(replied({ ...part, body: ' Цены ' })).toMatchObject([{ text: ' Цены ' }]);
  });

  it('an e-mail without words is its subject, a subject of spaces is none', () => {
    const first = { ...source, type: 'email', body: '<p> </p>', subject: 'Заказ 7' };
    expect(parse('conversation.user.created', { source: first })).toMatchObject([{ text: 'Заказ 7' }]);
  });

  it('a part is called by the name of the first message where both are of one person', () => {
    const nameless = { ...author, name: undefined };
    expect(replied({ ...part, author: nameless })).toMatchObject([{ sender: { name: 'Анна' } }]);
    expect(replied({ ...part, author: { ...nameless, id: '6a2' } })).toMatchObject([{ sender: { name: '' } }]);
    expect(replied({ ...part, author: { ...author, name: ' Анна ' } })).toMatchObject([{ sender: { name: 'Анна' } }]);
  });

  it('a page that was sent as a file is told from one in the place of a file', () => {
    const withFile = (type: string) => ({ ...part, attachments: [{ url: 'https://x.example/a', content_type: type }] });
    const isPage = (type: string) => {
      const [event] = replied(withFile(type));
      const ref = event?.kind === 'message' ? event.attachments[0]?.vendorRef : undefined;
      return JSON.parse(ref ?? '{}').isPage;
    };
    expect([isPage('text/html'), isPage('image/png')]).toEqual([true, false]);
  });
});

describe('failures', () => {
  const body = (code: string, message = '') => ({ type: 'error.list', errors: [{ code, message }] });
  const read = (status: number, of: { code?: string; headers?: Record<string, string> }) =>
    readFailure({ status, headers: of.headers ?? {}, body: body(of.code ?? ''), isEffect: true });
  const date = 'Mon, 23 Nov 2026 02:00:00 GMT';
  const reset = String(Date.parse(date) / 1000 + 7);

  it('the pause ends by the platform’s own clock', () => {
    const headers = { date, 'x-ratelimit-reset': reset };
    expect(read(429, { headers })).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
  });

  it.each([
    ['no clock', { 'x-ratelimit-reset': reset }],
    ['no second', { date }],
    ['a second of spaces', { date, 'x-ratelimit-reset': '  ' }],
  ])('%s is no pause', (_words, headers) => {
    expect(read(429, { headers })).toMatchObject({ kind: 'rate-limited', retryAfterMs: null });
  });

  it('a sender who left is told from a chat that is gone', () => {
    expect(read(404, { code: 'admin_not_found' })).toMatchObject({ kind: 'unauthorized', reason: 'sender_gone' });
    expect(read(404, { code: 'conversation_not_found' })).toMatchObject({ kind: 'chat-closed' });
  });
});

it('risk: a channel without a secret takes what is signed with nothing', () => {
  const request = sample.sign({ hello: 1 });
  const headers = { 'x-hub-signature': `sha1=${createHmac('sha1', '').update(request.body).digest('hex')}` };
  const bare = { ...channel, credentials: {} };
  expect(intercomConnector.receive({ ...request, headers }, bare)).toEqual({ kind: 'refused' });
});
