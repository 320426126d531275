import type { Chat } from '@otvet/contract';
import { isOfferedChannelType } from '@otvet/contract/values';
import type { InfiniteData } from '@tanstack/react-query';

/** Filters of the list. `waiting`: only dialogs that wait for a person, longest wait first. */
export type DialogFilter = { waiting: boolean };

/** `isLast`: the server gave fewer dialogs than asked for. */
export type DialogPage = { chats: Chat[]; isLast: boolean };

export type DialogPages = InfiniteData<DialogPage>;

/** Keeps dialogs of channels that this build offers, one per unique id. */
export function keepAllowed(chats: readonly Chat[]): Chat[] {
  const byId = new Map(
    chats.filter((chat) => isOfferedChannelType(chat.channelType)).map((chat) => [chat.uniqueId, chat]),
  );
  return [...byId.values()];
}

/** All loaded dialogs in order, each once. */
export function listDialogs(pages: DialogPages | undefined): Chat[] {
  return keepAllowed(pages?.pages.flatMap((page) => page.chats) ?? []);
}

/** How many dialogs the list holds: the offset of the next page, also after dialogs came or went. */
export function nextOffset(pages: readonly DialogPage[]): number {
  return pages.reduce((sum, page) => sum + page.chats.length, 0);
}

function belongs(chat: Chat, filter: DialogFilter): boolean {
  return !filter.waiting || chat.speaker === 'waiting';
}

function comesBefore(one: Chat, other: Chat, filter: DialogFilter): boolean {
  if (filter.waiting) return (one.waitingSince ?? '') < (other.waitingSince ?? '');
  if (one.lastMessageDate !== other.lastMessageDate) return one.lastMessageDate > other.lastMessageDate;
  return one.uniqueId > other.uniqueId;
}

function findChat(pages: DialogPages, uniqueId: string): Chat | undefined {
  for (const page of pages.pages) {
    const found = page.chats.find((chat) => chat.uniqueId === uniqueId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Puts a changed or new dialog where it belongs; an older version than the known one changes nothing. */
export function applyChatToPages({
  pages,
  chat,
  filter,
}: {
  pages: DialogPages;
  chat: Chat;
  filter: DialogFilter;
}): DialogPages {
  const known = findChat(pages, chat.uniqueId);
  if (known !== undefined && known.version > chat.version) return pages;
  if (!isOfferedChannelType(chat.channelType)) return pages;
  // The same again stays where the server put it: which of two moments that are equal comes first only the server knows.
  if (known?.version === chat.version && belongs(chat, filter)) return replace(pages, chat);
  const without = pages.pages.map((page) => ({
    ...page,
    chats: page.chats.filter((other) => other.uniqueId !== chat.uniqueId),
  }));
  return { ...pages, pages: belongs(chat, filter) ? insert(without, { chat, known, filter }) : without };
}

function replace(pages: DialogPages, chat: Chat): DialogPages {
  const chats = (page: DialogPage) => page.chats.map((other) => (other.uniqueId === chat.uniqueId ? chat : other));
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, chats: chats(page) })) };
}

type Place = { chat: Chat; known: Chat | undefined; filter: DialogFilter };

function insert(pages: DialogPage[], { chat, known, filter }: Place): DialogPage[] {
  for (const [index, page] of pages.entries()) {
    const place = page.chats.findIndex((other) => comesBefore(chat, other, filter));
    if (place >= 0) return pages.with(index, { ...page, chats: page.chats.toSpliced(place, 0, chat) });
  }
  const last = pages.at(-1);
  // Beyond the loaded part it will come with its own page; at the end of a whole list, and where it stood, it is the last one.
  const isInside = known !== undefined && !comesBefore(known, chat, filter);
  if (last === undefined || !(last.isLast || isInside)) return pages;
  return pages.with(-1, { ...last, chats: [...last.chats, chat] });
}

/**
 * Puts a freshly read first page over the list. If it does not touch what is known, the list starts again from it,
 * because more than a page changed meanwhile and the rest may be out of order.
 */
export function applyFirstPage({
  pages,
  page,
  filter,
}: {
  pages: DialogPages;
  page: DialogPage;
  filter: DialogFilter;
}): DialogPages {
  const touches = page.chats.some((chat) => {
    const known = findChat(pages, chat.uniqueId);
    return known !== undefined && known.version === chat.version;
  });
  if (!touches || page.isLast || filter.waiting) return { pages: [page], pageParams: [0] };
  return page.chats.reduce((merged, chat) => applyChatToPages({ pages: merged, chat, filter }), pages);
}
