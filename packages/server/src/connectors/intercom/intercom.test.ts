import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InboundEvent } from '../port.ts';
import { sample } from './fixtures/sample.ts';
import { intercomConnector } from './index.ts';

const { channel } = sample;
const readFixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8'));
const parse = (name: string, credentials = {}): InboundEvent[] =>
  intercomConnector.parse(readFixture(name), { ...channel, credentials: { ...channel.credentials, ...credentials } });

describe('receive', () => {
  const { receive } = intercomConnector;
  const ping = { type: 'notification_event', id: 'n', app_id: 'abc123', data: { item: { type: 'ping' } } };

  it('a signature of SHA-1 over the raw bytes, by the vector of the platform’s own algorithm', () => {
    const body = Buffer.from('{"data":{"item":{"type":"ping","message":"hello something something"}}}');
    const credentials = { clientSecret: 'secret' };
    const hash = createHmac('sha1', 'secret').update(body).digest('hex');
    expect(hash).toHaveLength(40);
    const request = { method: 'POST' as const, path: '', query: {}, body };
    const self = { ...channel, credentials };
    expect(receive({ ...request, headers: { 'x-hub-signature': `sha1=${hash}` } }, self).kind).toBe('reply');
    const longer = createHmac('sha256', 'secret').update(body).digest('hex');
    const send = (forged?: string) => receive({ ...request, headers: { 'x-hub-signature': forged } }, self);
    for (const forged of [`sha256=${longer}`, `SHA1=${hash}`])
      expect(send(forged)).toEqual({ kind: 'refused', isMissigned: true });
    // What no platform sends says nothing of the secret: anybody can.
    for (const forged of [undefined, 'x', hash, `sha1=${longer}`]) expect(send(forged)).toEqual({ kind: 'refused' });
  });

  it.each(['HEAD', 'GET'] as const)('risk: the address cannot be saved because %s is refused', (method) => {
    const asked = { method, path: '', query: {}, headers: {}, body: Buffer.alloc(0) };
    expect(receive(asked, channel)).toMatchObject({ kind: 'reply', reply: { status: 200 } });
    expect(receive(asked, { ...channel, credentials: {} })).toEqual({ kind: 'refused' });
  });

  it('the button that tries the address is answered, and is no event', () => {
    expect(receive(sample.sign(ping), channel)).toMatchObject({ kind: 'reply', reply: { status: 200 } });
  });

  it('risk: another workspace of the same app, or a topic that nobody asked for, becomes a row', () => {
    const notification = readFixture('customer-replied');
    for (const other of [
      { ...notification, app_id: 'xyz789' },
      { ...notification, topic: 'contact.created' },
      { ...notification, topic: 'conversation.admin.noted' },
    ])
      expect(receive(sample.sign(other), channel)).toEqual({ kind: 'events', events: [] });
  });

  it('every delivery of a notification has one id, and a signed page that is none is unreadable', () => {
    const again = { ...readFixture('customer-replied'), delivery_attempts: 2 };
    expect(receive(sample.sign(again), channel)).toMatchObject({ events: [{ eventId: again.id }] });
    expect(receive(sample.sign({ hello: 1 }), channel)).toEqual({ kind: 'unreadable' });
  });
});

describe('parse', () => {
  it('the first message stands beside the parts, under an id of its own kind', () => {
    expect(parse('customer-created')).toMatchObject([
      {
        kind: 'message',
        chat: { id: '215', isGroup: false },
        sender: { id: '6a1', name: 'Анна' },
        messageId: 'source:9000',
        sentAt: new Date(1_790_000_000_000),
        text: 'Здравствуйте! Есть диваны?',
        isOwn: false,
        isAddressed: true,
      },
    ]);
    expect(parse('customer-created-by-bot')).toEqual([{ kind: 'ignored', reason: 'other_author' }]);
  });

  it('an e-mail has its subject before its words', () => {
    expect(parse('customer-created-email')).toMatchObject([
      { text: 'Заказ 12\nГде мой заказ?\n\nАнна', sender: { id: '6b2', name: 'Анна' }, isAddressed: true },
    ]);
  });

  it('a later part is a message; its nameless author is the one of the first message', () => {
    expect(parse('customer-replied')).toMatchObject([
      { messageId: '9001', text: 'А цена?', sender: { id: '6a1', name: 'Анна' }, sentAt: new Date(1_790_000_050_000) },
    ]);
    expect(parse('customer-replied-several')).toMatchObject([{ text: 'Раз' }, { text: 'Два' }]);
    expect(parse('customer-replied-second-contact')).toMatchObject([
      { chat: { id: '215' }, sender: { id: '6c3', name: 'Пётр' } },
    ]);
  });

  it('HTML becomes words, and a picture within them an attachment', () => {
    expect(parse('customer-replied-html')).toMatchObject([
      {
        text: 'Цена < 100?\n\nИ этот (https://shop.example/a)\nтоже',
        attachments: [
          {
            type: 'image',
            vendorRef: expect.stringContaining('https://files.example/in.png?signature=2'),
            contentType: null,
          },
        ],
      },
    ]);
  });

  it.each([
    ['image', 'image'],
    ['audio', 'audio'],
    ['video', 'video'],
    ['file', 'document'],
  ])('an attachment by the kind of its content: %s', (name, type) => {
    const [event] = parse(`customer-replied-${name}`);
    expect(event).toMatchObject({ kind: 'message', attachments: [{ type, size: 1000 }] });
  });

  it('risk: words of a customer who opens a conversation again are lost with the service parts', () => {
    expect(parse('customer-replied-open')).toMatchObject([{ kind: 'message', text: 'Ещё вопрос' }]);
    expect(parse('customer-replied-open-empty')).toEqual([{ kind: 'ignored', reason: 'empty' }]);
    expect(parse('admin-opened')).toEqual([{ kind: 'ignored', reason: 'no_message' }]);
    expect(parse('customer-replied-quick-reply')).toMatchObject([{ kind: 'message', text: 'Доставка' }]);
  });

  it('a colleague who answers there is our own side; our own reply that comes back is nothing', () => {
    expect(parse('admin-replied-colleague')).toMatchObject([
      { kind: 'message', isOwn: true, text: 'Я помогу', sender: { id: '7002', name: 'Ольга' } },
    ]);
    expect(parse('admin-replied-echo')).toEqual([{ kind: 'ignored', reason: 'own_reply' }]);
    expect(parse('admin-replied-bot')).toEqual([{ kind: 'ignored', reason: 'other_author' }]);
  });

  it.each(['admin-note', 'admin-assigned', 'admin-closed', 'customer-replied-new-part'])('%s is no message', (name) => {
    expect(parse(name)).toEqual([{ kind: 'ignored', reason: 'no_message' }]);
  });

  it.each([
    ['customer-replied', 'yes', true],
    ['customer-replied', 'no', true],
    ['customer-replied-unassigned', 'yes', true],
    ['customer-replied-unassigned', 'no', false],
    ['customer-replied-zero', 'yes', true],
    ['customer-replied-zero', 'no', false],
    ['customer-replied-colleague', 'yes', false],
    ['customer-replied-team', 'yes', false],
  ])('%s with unassigned ones answered (%s) is for the assistant: %s', (name, answersUnassigned, isAddressed) => {
    expect(parse(name, { answersUnassigned })).toMatchObject([{ kind: 'message', isAddressed }]);
  });

  it('risk: ids that are numbers in one place and text in another make two chats', () => {
    expect(parse('customer-replied-numbers')).toMatchObject([
      { chat: { id: '216' }, messageId: '9019', sender: { id: '601' } },
    ]);
  });

  it('what was redacted is taken away; a conversation that was deleted takes no more messages', () => {
    expect(parse('part-redacted')).toMatchObject([{ kind: 'delete', chat: { id: '215' }, messageIds: ['9001'] }]);
    expect(parse('part-redacted-first')).toMatchObject([{ kind: 'delete', messageIds: ['source:9000'] }]);
    expect(parse('part-already-redacted')).toEqual([{ kind: 'ignored', reason: 'redacted' }]);
    expect(parse('deleted')).toMatchObject([{ kind: 'reachable', chat: { id: '215' }, isReachable: false }]);
  });
});
