import type { Chat } from '@otvet/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import { readsOf, runningQueries } from '../../../platform/api/running-reads.ts';
import { applyChatToPages, type DialogFilter, type DialogPages } from '../model/dialog-pages.ts';
import { applyChat, type Thread } from '../model/thread.ts';
import { dialogsKey, threadKey } from './inbox-keys.ts';

function readFilter(key: readonly unknown[]): DialogFilter {
  const filter = key[1];
  return { waiting: typeof filter === 'object' && filter !== null && Reflect.get(filter, 'waiting') === true };
}

/** Every loaded list with its filter. */
export function loadedLists(
  cache: QueryClient,
): { key: readonly unknown[]; filter: DialogFilter; pages: DialogPages }[] {
  return cache
    .getQueriesData<DialogPages>({ queryKey: dialogsKey })
    .flatMap(([key, pages]) => (pages === undefined ? [] : [{ key, filter: readFilter(key), pages }]));
}

/** What is put while lists are read: their answers may be older. */
const putMeanwhile = new WeakMap<QueryClient, Set<Chat[]>>();

/** Puts a state of a dialog into every list and into its thread. */
export function putChat(cache: QueryClient, chat: Chat): void {
  for (const chats of putMeanwhile.get(cache) ?? []) chats.push(chat);
  putOverReads(cache, chat);
  cache.setQueryData<Thread>(threadKey(chat.uniqueId), (thread) => thread && applyChat(thread, chat));
}

/** The library puts the answer of a running read in the place of all pages as they were when it began. */
function putOverReads(cache: QueryClient, chat: Chat): void {
  putIntoLists(cache, chat);
  for (const query of runningQueries(cache, { queryKey: dialogsKey })) putAfter(cache, query, chat);
}

/** What waits for each running read, the newest of each dialog. */
const waiting = new WeakMap<Query, Map<string, Chat>>();

function putAfter(cache: QueryClient, query: Query, chat: Chat): void {
  const known = waiting.get(query);
  if (known !== undefined) return void known.set(chat.uniqueId, chat);
  const chats = new Map([[chat.uniqueId, chat]]);
  waiting.set(query, chats);
  void Promise.all(readsOf([query])).then(() => {
    waiting.delete(query);
    for (const one of chats.values()) putIntoLists(cache, one);
  });
}

/** Into all lists the newest state that any of them knows. */
function putIntoLists(cache: QueryClient, chat: Chat): void {
  const lists = loadedLists(cache);
  const known = lists.flatMap(({ pages }) => pages.pages.flatMap(({ chats }) => chats));
  const same = known.filter(({ uniqueId }) => uniqueId === chat.uniqueId);
  const newest = same.reduce((newer, other) => (other.version > newer.version ? other : newer), chat);
  for (const { key, filter, pages } of lists) {
    cache.setQueryData<DialogPages>(key, applyChatToPages({ pages, chat: newest, filter }));
  }
}

/** Reads lists into the cache; what is put meanwhile stands over what was read. */
export async function readLists(cache: QueryClient, read: () => Promise<void>): Promise<void> {
  const chats: Chat[] = [];
  const running = putMeanwhile.get(cache) ?? new Set();
  putMeanwhile.set(cache, running.add(chats));
  try {
    await read();
  } finally {
    running.delete(chats);
    for (const chat of chats) putOverReads(cache, chat);
  }
}

/** The newest state of a dialog that the cache knows. */
export function findChat(cache: QueryClient, uniqueId: string): Chat | undefined {
  const thread = cache.getQueryData<Thread>(threadKey(uniqueId));
  if (thread !== undefined) return thread.chat;
  for (const { pages } of loadedLists(cache)) {
    const chat = pages.pages.flatMap((page) => page.chats).find((other) => other.uniqueId === uniqueId);
    if (chat !== undefined) return chat;
  }
  return undefined;
}
