import type { Chat } from '@otvet/contract';
import type { QueryClient } from '@tanstack/react-query';
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

/** Puts a state of a dialog into every list and into its thread. */
export function putChat(cache: QueryClient, chat: Chat): void {
  for (const { key, filter, pages } of loadedLists(cache)) {
    cache.setQueryData<DialogPages>(key, applyChatToPages({ pages, chat, filter }));
  }
  cache.setQueryData<Thread>(threadKey(chat.uniqueId), (thread) => thread && applyChat(thread, chat));
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
