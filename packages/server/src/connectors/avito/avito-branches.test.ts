import { describe, expect, it } from 'vitest';
import { readFailure } from './errors.ts';
import { CHAT_ID, sample, USER_ID } from './fixtures/sample.ts';
import { avitoConnector } from './index.ts';
import { largestImage, messageList, readMediaRef, toWebhook, writeMediaRef } from './payload.ts';

const { channel } = sample;
const CUSTOMER = 2_000_400_060;

/** What one message says; by default a customer's text. */
function read(fields: Record<string, unknown>) {
  const value = {
    ...{ id: 'm-1', chat_id: CHAT_ID, user_id: Number(USER_ID), author_id: CUSTOMER, created: 1_790_000_000 },
    ...{ type: 'text', chat_type: 'u2i', content: {}, ...fields },
  };
  return avitoConnector.parse({ payload: { type: 'message', value } }, channel);
}

describe('whose message it is', () => {
  it('the account’s by its author, and by the direction that lists tell', () => {
    expect(read({ author_id: Number(USER_ID) })).toMatchObject([{ isOwn: true }]);
    expect(read({ direction: 'out' })).toMatchObject([{ isOwn: true }]);
    expect(read({ direction: 'in' })).toMatchObject([{ isOwn: false }]);
  });

  it.each([
    ['an advert of Avito', { author_id: 0 }, 'service_message'],
    ['a notice of a service', { author_id: 1 }, 'service_message'],
    ['a chat with Avito, whoever writes', { chat_type: 'a2u' }, 'platform_chat'],
  ])('risk: the assistant answers %s', (_words, fields, reason) => {
    expect(read({ ...fields, content: { text: 'Поднимите объявление' } })).toEqual([{ kind: 'ignored', reason }]);
  });

  it('risk: the assistant answers Avito where its message was asked for instead of sent', () => {
    const message = { id: 'm-1', author_id: '7', created: 1_790_000_000, type: 'text', content: { text: 'Скидка' } };
    const asked = (chatId: string) =>
      avitoConnector.parse(toWebhook(message, { chatId, userId: USER_ID }).payload, channel);
    expect(asked('a2u-1~x')).toEqual([{ kind: 'ignored', reason: 'platform_chat' }]);
    expect(asked(CHAT_ID)).toMatchObject([{ kind: 'message', text: 'Скидка' }]);
  });

  it('one of a list that cannot be read is left out, the others stay', () => {
    const message = { id: 'm-1', author_id: '7', created: 1_790_000_000, type: 'text', content: {} };
    expect(messageList.parse([{ id: 'm-0' }, message])).toMatchObject([{ id: 'm-1' }]);
    expect(messageList.parse({ messages: [message, 7] })).toMatchObject([{ id: 'm-1' }]);
  });

  it('a deleted message of a service is taken away all the same', () => {
    expect(read({ type: 'deleted', author_id: 1 })).toMatchObject([{ kind: 'delete', messageIds: ['m-1'] }]);
  });
});

describe('words', () => {
  const url = 'https://example.com/divan';

  it('a link shows its address once', () => {
    expect(read({ type: 'link', content: { link: { text: `Вот ${url}`, url } } })).toMatchObject([
      { text: `Вот ${url}` },
    ]);
    expect(read({ type: 'link', content: { link: { text: 'Вот', url } } })).toMatchObject([{ text: `Вот\n${url}` }]);
    expect(read({ type: 'link', content: { link: { url } } })).toMatchObject([{ text: url }]);
  });

  it('an advert without a price has no empty line', () => {
    const item = { title: 'Диван', item_url: url };
    expect(read({ type: 'item', content: { item } })).toMatchObject([{ text: `Диван\n${url}` }]);
  });

  it('a quoted picture has no words', () => {
    const quote = { id: 'm-0', content: { image: { sizes: {} } } };
    expect(read({ quote })).toMatchObject([{ replyTo: { messageId: 'm-0', text: '' } }]);
    expect(read({ content: { text: 'Да' } })).toMatchObject([{ replyTo: null }]);
  });
});

describe('files', () => {
  it('one whose place is not told is there all the same: a person looks in Avito', () => {
    const lost = (type: string) => [{ attachments: [{ type, vendorRef: null }] }];
    expect(read({ type: 'image' })).toMatchObject(lost('image'));
    expect(read({ type: 'voice' })).toMatchObject(lost('voice'));
  });

  it('is found again by what was written of it; what is no such note finds nothing', () => {
    const voice = { kind: 'voice', voiceId: '0193-voice' } as const;
    expect(readMediaRef(writeMediaRef(voice))).toEqual(voice);
    for (const text of ['{"kind":"voice","voiceId":""}', '{', '7']) expect(readMediaRef(text)).toBeUndefined();
  });

  it('the largest picture is the one with the most points, not the widest', () => {
    const at = (name: string) => `https://img.k.avito.ru/${name}.jpg`;
    const sizes = { '300x10': at('strip'), '100x100': at('square'), '32x32': at('small') };
    expect(largestImage({ image: { sizes } })).toBe(at('square'));
  });

  it('every picture may belong to others, a text to none', () => {
    expect(read({ type: 'image' })).toMatchObject([{ albumId: 'pictures:m-1' }]);
    expect(read({ type: 'text' })).toMatchObject([{ albumId: null }]);
  });

  it('a place is called by its title, else by its address, else by nothing', () => {
    const at = (location: object) => read({ type: 'location', content: { location: { lat: 1, lon: 2, ...location } } });
    const named = (name: string | null) => [{ attachments: [{ type: 'location', name, caption: '1, 2' }] }];
    expect(at({ title: 'Склад', text: 'Тверь, Склад' })).toMatchObject(named('Склад'));
    expect(at({ text: 'Тверь' })).toMatchObject(named('Тверь'));
    expect(at({})).toMatchObject(named(null));
  });
});

describe('failures', () => {
  const failed = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    readFailure({ status, headers, body, isEffect: true });
  const words = { error: { code: 0, message: 'made up' } };

  it.each([
    [401, 'unauthorized', 'token_revoked'],
    [402, 'unauthorized', 'subscription_needed'],
    [403, 'unauthorized', 'no_rights'],
    [404, 'chat-closed', 'chat_not_found'],
    [413, 'rejected', 'file_too_large'],
    [400, 'rejected', 'refused'],
  ])('%i in the words of Avito decides, a page of something else does not', (status, kind, reason) => {
    expect(failed(status, words)).toMatchObject({ kind, reason });
    expect(failed(status, { error: 'invalid_token' })).toMatchObject({ kind, reason });
    expect(failed(status, undefined)).toMatchObject({ kind: 'retry', reason: 'vendor_unexpected' });
  });

  it('an error without words is one; the pause is the named one', () => {
    expect(failed(402, { error: {} })).toMatchObject({ reason: 'subscription_needed' });
    expect(failed(429, words, { 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7000 });
    expect(failed(429, words)).toMatchObject({ retryAfterMs: 60_000 });
  });
});
