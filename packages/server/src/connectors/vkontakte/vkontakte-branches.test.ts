import { describe, expect, it } from 'vitest';
import { sample } from './fixtures/sample.ts';
import { vkontakteConnector } from './index.ts';

const { channel } = sample;
const OURS = -Number(channel.identity);
const GROUP_CHAT = 2_000_000_001;

/** What one message says; by default a customer's, in his own chat. */
function read(fields: Record<string, unknown>) {
  const message = {
    ...{ id: 501, conversation_message_id: 12, date: 1_790_000_000, from_id: 77, peer_id: 77, out: 0, random_id: 0 },
    ...{ text: '', attachments: [], fwd_messages: [], ...fields },
  };
  return vkontakteConnector.parse({ type: 'message_new', object: { message } }, channel);
}

describe('whose message it is', () => {
  it('ours by its mark, and ours by its author', () => {
    expect(read({ out: 1, text: 'Да' })).toMatchObject([{ isOwn: true }]);
    expect(read({ out: 0, from_id: OURS, text: 'Да' })).toMatchObject([{ isOwn: true }]);
    expect(read({ out: 1, from_id: OURS, text: 'Да' })).toMatchObject([{ isOwn: true }]);
    expect(read({ text: 'Да' })).toMatchObject([{ isOwn: false }]);
  });

  it('another community’s is a program’s; a message without an author is a person’s', () => {
    expect(read({ from_id: OURS - 1, text: 'Да' })).toEqual([{ kind: 'ignored', reason: 'other_bot' }]);
    expect(read({ from_id: 0, text: 'Да' })).toMatchObject([{ kind: 'message' }]);
  });

  it('an action that is none leaves a message', () => {
    expect(read({ action: null, text: 'Да' })).toMatchObject([{ kind: 'message' }]);
    expect(read({ action: { type: 'chat_invite_user' } })).toEqual([{ kind: 'ignored', reason: 'service_message' }]);
  });

  it('a press with another payload asks a question', () => {
    const start = { text: 'Начать', payload: '{"command":"start"}' };
    expect(read(start)).toMatchObject([{ kind: 'message', text: '', attachments: [{ type: 'opened' }] }]);
    expect(read({ ...start, peer_id: GROUP_CHAT })).toMatchObject([{ kind: 'opened' }]);
    expect(read({ text: 'Цены', payload: '{"button":"1"}' })).toMatchObject([{ kind: 'message', text: 'Цены' }]);
    expect(read({ text: 'Начать' })).toMatchObject([{ kind: 'message' }]);
  });
});

describe('who is meant in a chat of several people', () => {
  const inGroup = (fields: object) => read({ peer_id: GROUP_CHAT, text: 'Вы тут?', ...fields });
  const reply = (fromId: number) => ({ from_id: fromId, conversation_message_id: 3, text: 'Цены' });
  const named = (kind: string, id: number | string) => inGroup({ text: `[${kind}${id}|@name] вы тут?` });

  it('a reply to us and a name of ours, not those of others', () => {
    expect(inGroup({ reply_message: reply(OURS) })).toMatchObject([{ isAddressed: true }]);
    expect(inGroup({ reply_message: reply(78) })).toMatchObject([{ isAddressed: false }]);
    expect(named('club', channel.identity)).toMatchObject([{ isAddressed: true }]);
    expect(named('public', channel.identity)).toMatchObject([{ isAddressed: true }]);
    // A person may have the number that our community has.
    expect(named('id', channel.identity)).toMatchObject([{ isAddressed: false }]);
    expect(named('club', 1)).toMatchObject([{ isAddressed: false }]);
  });
});

describe('words', () => {
  it('what was passed on stands below, without empty lines', () => {
    const passedOn = (text: string) => ({ from_id: 1, date: 1, text });
    expect(read({ fwd_messages: [passedOn('Цены'), passedOn('')] })).toMatchObject([{ text: '> Цены' }]);
    expect(read({ text: 'Вот', fwd_messages: [passedOn('Цены')] })).toMatchObject([{ text: 'Вот\n> Цены' }]);
  });

  const nameOf = (events: ReturnType<typeof read>) =>
    events.map((event) => (event.kind === 'message' ? event.attachments[0]?.name : undefined))[0];

  it('a place, a song and a post are called by what is known of them', () => {
    const geo = (place: object) => read({ geo: { coordinates: { latitude: 1, longitude: 2 }, place } });
    expect(nameOf(geo({ title: 'Склад', city: 'Тверь' }))).toBe('Склад, Тверь');
    expect(nameOf(geo({ city: 'Тверь' }))).toBe('Тверь');
    const song = (audio: object) => read({ attachments: [{ type: 'audio', audio: { id: 1, owner_id: 1, ...audio } }] });
    expect(nameOf(song({ artist: 'Гр', title: 'Песня' }))).toBe('Гр – Песня');
    expect(nameOf(song({ title: 'Песня' }))).toBe('Песня');
    const wall = { id: 1, owner_id: -5, text: 'я'.repeat(300) };
    expect(nameOf(read({ attachments: [{ type: 'wall', wall }] }))).toBe('я'.repeat(200));
  });
});

it('the article that a customer writes about is found among other things', () => {
  const photo = { type: 'photo', photo: { sizes: [] } };
  const market = { type: 'market', market: { id: 7, owner_id: OURS, title: 'Диван' } };
  expect(read({ text: 'Есть?', attachments: [photo, market] })).toMatchObject([{ context: { title: 'Диван' } }]);
});
