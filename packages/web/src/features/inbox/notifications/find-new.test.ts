import { expect, it } from 'vitest';
import { buildChat } from '../testing/build-dialog.ts';
import { findNew, type Told, toldOf } from './find-new.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
const chat = (changes: Parameters<typeof buildChat>[0]) =>
  buildChat({ uniqueId: 'a', lastMessageDate: at(1), unreadCount: 1, lastAuthor: 'customer', ...changes });
const read = (chats: ReturnType<typeof chat>[], told: Told = {}, since: Told = {}) =>
  findNew({ chats, told, since }).fresh.map(({ uniqueId }) => uniqueId);

it('tells of each message once', () => {
  const first = findNew({ chats: [chat({})], told: {}, since: {} });
  expect(first.fresh).toHaveLength(1);
  expect(read([chat({})], first.told)).toEqual([]);
  expect(read([chat({ unreadCount: 2, lastMessageDate: at(2) })], first.told)).toEqual(['a']);
});

it('tells of a message after the ones before were read, and of one that the assistant has answered', () => {
  const told = toldOf([chat({ unreadCount: 2 })]);
  expect(read([chat({ unreadCount: 1, lastMessageDate: at(2) })], told)).toEqual(['a']);
  expect(read([chat({ unreadCount: 3, lastMessageDate: at(2), lastAuthor: 'assistant' })], told)).toEqual(['a']);
});

it('keeps silent about answers alone, what is read or banned, and what stood before the window was opened', () => {
  expect(read([chat({ lastMessageDate: at(2), lastAuthor: 'assistant' })], toldOf([chat({})]))).toEqual([]);
  expect(read([chat({ unreadCount: 0 })])).toEqual([]);
  expect(read([chat({ banned: true })])).toEqual([]);
  expect(read([chat({})], {}, toldOf([chat({})]))).toEqual([]);
});

it('keeps what it was told of within bounds', () => {
  const chats = Array.from({ length: 30 }, (_, number) => chat({ uniqueId: `new-${number}` }));
  const told = toldOf(Array.from({ length: 100 }, (_, number) => chat({ uniqueId: `old-${number}` })));
  const kept = Object.keys(findNew({ chats, told, since: {} }).told);
  expect(kept).toHaveLength(100);
  expect(kept.filter((id) => id.startsWith('new-'))).toHaveLength(30);
});
