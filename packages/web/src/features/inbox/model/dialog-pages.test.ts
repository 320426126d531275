import { expect, it } from 'vitest';
import { buildChat } from '../testing/build-dialog.ts';
import { applyChatToPages, applyFirstPage, type DialogPages, listDialogs, nextOffset } from './dialog-pages.ts';

const all = { waiting: false };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const chat = (chatId: string, minute: number, version = 1) =>
  buildChat({ chatId, lastMessageDate: at(minute), version });
const idsOf = (pages: DialogPages) => listDialogs(pages).map(({ chatId }) => chatId);
const pagesOf = (...pages: { ids: [string, number][]; isLast: boolean }[]): DialogPages => ({
  pages: pages.map(({ ids, isLast }) => ({ chats: ids.map(([id, minute]) => chat(id, minute)), isLast })),
  pageParams: pages.map(() => 0),
});

it('a new message moves its dialog to the top, wherever it stood', () => {
  const pages = pagesOf(
    {
      ids: [
        ['a', 9],
        ['b', 8],
      ],
      isLast: false,
    },
    {
      ids: [
        ['c', 7],
        ['d', 6],
      ],
      isLast: true,
    },
  );
  const moved = applyChatToPages({ pages, chat: chat('d', 10, 2), filter: all });
  expect(idsOf(moved)).toEqual(['d', 'a', 'b', 'c']);
  expect(nextOffset(moved.pages)).toBe(4);
});

it('a dialog that nobody has seen is added at the top', () => {
  const pages = pagesOf({ ids: [['a', 9]], isLast: true });
  expect(idsOf(applyChatToPages({ pages, chat: chat('n', 10), filter: all }))).toEqual(['n', 'a']);
});

it('an event that comes late changes nothing', () => {
  const pages = applyChatToPages({
    pages: pagesOf({
      ids: [
        ['a', 9],
        ['b', 8],
      ],
      isLast: true,
    }),
    chat: chat('b', 10, 7),
    filter: all,
  });
  expect(applyChatToPages({ pages, chat: chat('b', 11, 6), filter: all })).toBe(pages);
});

it('a dialog below the loaded part waits for its page', () => {
  const pages = pagesOf({
    ids: [
      ['a', 9],
      ['b', 8],
    ],
    isLast: false,
  });
  expect(idsOf(applyChatToPages({ pages, chat: chat('z', 1), filter: all }))).toEqual(['a', 'b']);
});

it('risk: the last row of the loaded part is lost when it changes, or when the first page is read again', () => {
  const page = {
    ids: [
      ['a', 9],
      ['b', 8],
    ] satisfies [string, number][],
    isLast: false,
  };
  const pages = pagesOf(page);
  expect(idsOf(applyChatToPages({ pages, chat: chat('b', 8, 2), filter: all }))).toEqual(['a', 'b']);
  const [first = { chats: [], isLast: false }] = pagesOf(page).pages;
  const again = applyFirstPage({ pages, page: first, filter: all });
  expect(idsOf(again)).toEqual(['a', 'b']);
  expect(nextOffset(again.pages)).toBe(2);
  const together = pagesOf({ ...page, ids: page.ids.map(([id]) => [id, 9]) });
  const [same = first] = together.pages;
  expect(idsOf(applyFirstPage({ pages: together, page: same, filter: all }))).toEqual(['a', 'b']);
  // Who moved down leaves: others stand between, of whom nothing is known.
  const waiting = { waiting: true };
  const wait = (chatId: string, minute: number, version = 1) =>
    buildChat({ chatId, speaker: 'waiting', waitingSince: at(minute), version });
  const queue = { pages: [{ chats: [wait('a', 1), wait('b', 2)], isLast: false }], pageParams: [0] };
  expect(idsOf(applyChatToPages({ pages: queue, chat: wait('b', 9, 2), filter: waiting }))).toEqual(['a']);
});

it('a dialog of a channel that this build does not know is left out, and doubles stand once', () => {
  const pages = pagesOf(
    { ids: [['a', 9]], isLast: false },
    {
      ids: [
        ['a', 9],
        ['b', 8],
      ],
      isLast: true,
    },
  );
  const foreign = buildChat({ chatId: 'x', channelType: 'pigeon', lastMessageDate: at(20) });
  expect(idsOf(applyChatToPages({ pages, chat: foreign, filter: all }))).toEqual(['a', 'b']);
});

it('the waiting list keeps who waits longest on top and lets go of who was answered', () => {
  const filter = { waiting: true };
  const waiting = (chatId: string, minute: number, version = 1) =>
    buildChat({ chatId, speaker: 'waiting', waitingSince: at(minute), version });
  let pages: DialogPages = { pages: [{ chats: [waiting('a', 5)], isLast: true }], pageParams: [0] };
  pages = applyChatToPages({ pages, chat: waiting('b', 2), filter });
  expect(idsOf(pages)).toEqual(['b', 'a']);
  pages = applyChatToPages({ pages, chat: buildChat({ chatId: 'b', speaker: 'operator', version: 2 }), filter });
  expect(idsOf(pages)).toEqual(['a']);
});

it('after a gap page one is laid over the list; if nothing of it is known, the list starts again', () => {
  const pages = pagesOf(
    {
      ids: [
        ['a', 9],
        ['b', 8],
      ],
      isLast: false,
    },
    { ids: [['c', 7]], isLast: true },
  );
  const near = { chats: [chat('n', 12), chat('a', 9)], isLast: false };
  expect(idsOf(applyFirstPage({ pages, page: near, filter: all }))).toEqual(['n', 'a', 'b', 'c']);
  const far = { chats: [chat('x', 30), chat('y', 29)], isLast: false };
  expect(idsOf(applyFirstPage({ pages, page: far, filter: all }))).toEqual(['x', 'y']);
});
