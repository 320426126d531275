import { limits } from '@otvet/contract';
import type { QueryClient } from '@tanstack/react-query';
import { applyFirstPage, type DialogFilter, type DialogPage, type DialogPages } from '../model/dialog-pages.ts';
import { applyCatchUp, type MessagePage, type Thread } from '../model/thread.ts';
import { findChat, loadedLists, putChat } from './dialog-cache.ts';
import { threadKey } from './inbox-keys.ts';
import type { MessageQuery } from './thread-query.ts';

export type DialogSyncDeps = {
  cache: QueryClient;
  fetchMessages: (query: MessageQuery) => Promise<MessagePage>;
  fetchDialogs: (filter: DialogFilter, offset: number) => Promise<DialogPage>;
};

/** Brings the cache up to what the server has; the socket only says that something changed. */
export type DialogSync = {
  /** A dialog is at `version` now. */
  noteChange(change: { uniqueId: string; version: number }): Promise<void>;
  /** After a connection, a reconnection or a gap: page one of the lists and what open dialogs missed. */
  catchUp(): Promise<void>;
};

/** Makes the synchroniser. Calls for one dialog never overlap; changes that come meanwhile make one more round. */
export function createDialogSync({ cache, fetchMessages, fetchDialogs }: DialogSyncDeps): DialogSync {
  const running = new Map<string, { isDirty: boolean; done: Promise<void> }>();

  async function pullThread(uniqueId: string, thread: Thread): Promise<void> {
    let after = thread.version;
    for (;;) {
      const page = await fetchMessages({ id: uniqueId, after, limit: limits.listMax });
      const merged = cache.setQueryData<Thread>(threadKey(uniqueId), (known) => known && applyCatchUp(known, page));
      putChat(cache, page.chat);
      // A page that brings nothing newer would be asked for again without end.
      if (!page.hasMore || merged === undefined || merged.version <= after) return;
      after = merged.version;
    }
  }

  async function pull(uniqueId: string): Promise<void> {
    const thread = cache.getQueryData<Thread>(threadKey(uniqueId));
    if (thread !== undefined) return pullThread(uniqueId, thread);
    putChat(cache, (await fetchMessages({ id: uniqueId, limit: 1 })).chat);
  }

  async function pullUntilClean(uniqueId: string, run: { isDirty: boolean }): Promise<void> {
    try {
      while (run.isDirty) {
        run.isDirty = false;
        await pull(uniqueId);
      }
    } finally {
      running.delete(uniqueId);
    }
  }

  function schedule(uniqueId: string): Promise<void> {
    const known = running.get(uniqueId);
    if (known !== undefined) {
      known.isDirty = true;
      return known.done;
    }
    const run = { isDirty: true, done: Promise.resolve() };
    running.set(uniqueId, run);
    run.done = pullUntilClean(uniqueId, run);
    return run.done;
  }

  async function reloadLists(): Promise<void> {
    for (const { key, filter } of loadedLists(cache)) {
      const page = await fetchDialogs(filter, 0);
      cache.setQueryData<DialogPages>(key, (pages) => pages && applyFirstPage({ pages, page, filter }));
    }
  }

  return {
    noteChange: async ({ uniqueId, version }) => {
      const known = findChat(cache, uniqueId);
      const thread = cache.getQueryData<Thread>(threadKey(uniqueId));
      if (known !== undefined && known.version >= version && (thread === undefined || thread.version >= version))
        return;
      await schedule(uniqueId);
    },
    catchUp: async () => {
      cache.removeQueries({ queryKey: ['thread'], type: 'inactive' });
      const open = cache
        .getQueriesData<Thread>({ queryKey: ['thread'] })
        .flatMap(([, thread]) => thread?.chat.uniqueId ?? []);
      await Promise.all([reloadLists(), ...open.map((uniqueId) => schedule(uniqueId))]);
    },
  };
}
