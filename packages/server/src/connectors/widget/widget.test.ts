import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/time/ids.ts';
import { createOpenSessions } from '../session-port.ts';
import { buildMessageEvent, buildOpenedEvent, widgetConnector } from './index.ts';

const channel = { id: '01936f2a-0000-7000-8000-000000000001', identity: 'widget', credentials: {} };
const visitor = { id: '01936f2a-7c3e-7a41-9d52-6c1f0a8b12d5', locale: 'ru' as const };
const CLIENT_ID = '5f0c2f5e-3b0a-4c7e-9d52-0d9a3f6b7c11';
const at = new Date('2026-11-20T14:29:00.000Z');

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8'));
}

describe('parse', () => {
  it('a message becomes an addressed private message with the client id of the browser', () => {
    const [event] = widgetConnector.parse(readFixture('message'), channel);
    expect(event).toMatchObject({
      kind: 'message',
      chat: { id: visitor.id, isGroup: false },
      messageId: CLIENT_ID,
      clientId: CLIENT_ID,
      isAddressed: true,
      isOwn: false,
      text: 'Здравствуйте! Диван «Норд» раскладывается?',
      attachments: [],
    });
  });

  it('a picture refers to the file in our own storage', () => {
    const [event] = widgetConnector.parse(readFixture('message-picture'), channel);
    expect(event).toMatchObject({
      kind: 'message',
      sender: { language: 'en' },
      attachments: [{ type: 'image', vendorRef: '01936f2a-8000-7a41-9d52-6c1f0a8b0001', size: 48211 }],
    });
  });

  it('opening is reported once; a guest has no name in any language', () => {
    const [event] = widgetConnector.parse(readFixture('opened'), channel);
    expect(event).toMatchObject({ kind: 'opened', sender: { name: '', language: 'ru' } });
  });

  it.each([null, 5, 'text', [], {}, { kind: 'message' }, { kind: 'edit' }])(
    'what is not ours is ignored by name: %j',
    (payload) => {
      expect(widgetConnector.parse(payload, channel)).toEqual([{ kind: 'ignored', reason: 'widget_payload_unknown' }]);
    },
  );
});

it('what the endpoint builds is what parse reads, and a repeat has the same event id', () => {
  const written = { visitor, clientId: CLIENT_ID, text: 'Привет', picture: null, at };
  const later = { ...written, at: new Date(at.getTime() + 5000) };
  expect(buildMessageEvent(written).eventId).toBe(buildMessageEvent(later).eventId);
  expect(widgetConnector.parse(buildMessageEvent(written).payload, channel)[0]).toMatchObject({ text: 'Привет' });
  expect(buildOpenedEvent({ visitor, at }).eventId).toBe(`${visitor.id}:opened`);
});

it('sending is done as soon as the message is stored; every try gives the same id', async () => {
  const message = {
    chatId: visitor.id,
    text: 'x',
    choices: null,
    endsChoices: false,
    template: null,
    photos: [],
    files: [],
    replyToVendorId: null,
    isLate: false,
    idempotencyKey: 'key-1',
    sentParts: [],
  };
  const outcome = await widgetConnector.send(message, channel, buildIo());
  expect(outcome).toEqual({ kind: 'sent', vendorIds: ['key-1'] });
  expect(await widgetConnector.send(message, channel, buildIo())).toEqual(outcome);
});

it('no webhook: every request is refused', () => {
  const request = { method: 'POST' as const, path: '', body: Buffer.from('{}'), headers: {}, query: {} };
  expect(widgetConnector.receive(request, channel)).toEqual({ kind: 'refused' });
});

it('connecting needs no credentials and refuses any; identities never meet', async () => {
  const first = await widgetConnector.connect.check({}, buildIo());
  const second = await widgetConnector.connect.check({}, buildIo());
  expect(first.identity).not.toBe(second.identity);
  await expect(widgetConnector.connect.check({ token: 'x' }, buildIo())).rejects.toMatchObject({
    kind: 'rejected',
    reason: 'widget_no_credentials',
  });
});

function buildIo() {
  const refuse = async () => {
    throw new Error('the widget calls nobody');
  };
  return {
    fetch: refuse,
    fetchLink: refuse,
    vendorUrls: {},
    vendorKeys: {},
    publicUrl: null,
    sessions: createOpenSessions(),
    clock: { now: () => at, after: () => () => undefined },
    random: systemRandom,
  };
}
