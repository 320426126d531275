import { limits } from '@otvet/contract/values';
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { readsOf, runningQueries, runningReads } from '../../../platform/api/running-reads.ts';
import { applyFirstPage, type DialogFilter, type DialogPage, type DialogPages } from '../model/dialog-pages.ts';
import { applyCatchUp, type MessagePage, type Thread } from '../model/thread.ts';
import { findChat, loadedLists, putChat, readLists } from './dialog-cache.ts';
import { dialogsKey, threadKey } from './inbox-keys.ts';
import type { MessageQuery } from './thread-query.ts';

export type DialogSyncDeps = {
  cache: QueryClient;
  fetchMessages: (query: MessageQuery) => Promise<MessagePage>;
  fetchDialogs: (filter: DialogFilter, offset: number) => Promise<DialogPage>;
  wait: (ms: number) => Promise<void>;
};

/**
 * Changes are fetched after a pause that grows while they come without end; more than `few` of dialogs that are not open
 * come by the list's first page. So a window costs some reads a second, however busy the account is.
 */
const batch = { firstMs: 150, maxMs: 2000, few: 3 } as const;

/** Brings the cache up to what the server has; the socket only says that something changed. */
export type DialogSync = {
  /** A dialog is at `version` now. */
  noteChange(change: { uniqueId: string; version: number }): Promise<void>;
  /** After a connection, a reconnection or a gap: page one of the lists and what open dialogs missed. */
  catchUp(): Promise<void>;
};

/** Makes the synchroniser. Calls for one dialog never overlap; changes that come meanwhile make one more round. */
export function createDialogSync(deps: DialogSyncDeps): DialogSync {
  const { cache } = deps;
  const pullInTurn = createTurns({ pull: (uniqueId) => pullDialog(deps, uniqueId), wait: deps.wait });
  const noteClosed = createClosedBatch({ deps, pullInTurn });
  const pullThreads = async () => {
    const pull = async (thread: Thread | undefined) => thread && pullInTurn(thread.chat.uniqueId);
    afterFirstReads(cache, ['thread'], ({ queryKey }) => pull(cache.getQueryData<Thread>(queryKey)));
    const threads = cache.getQueriesData<Thread>({ queryKey: ['thread'] });
    await Promise.all(threads.map(([, thread]) => pull(thread)));
  };
  return {
    noteChange: async ({ uniqueId, version }) => {
      // A dialog that is being opened may come as it was before the change.
      await Promise.all(runningReads(cache, { queryKey: threadKey(uniqueId) }));
      const thread = cache.getQueryData<Thread>(threadKey(uniqueId));
      const known = findChat(cache, uniqueId)?.version ?? -1;
      if (known >= version && (thread === undefined || thread.version >= version)) return;
      await (thread === undefined ? noteClosed({ uniqueId, version }) : pullInTurn(uniqueId));
    },
    catchUp: async () => {
      cache.removeQueries({ queryKey: ['thread'], type: 'inactive' });
      await Promise.all([reloadLists(deps), pullThreads()]);
    },
  };
}

async function pullDialog(deps: DialogSyncDeps, uniqueId: string): Promise<void> {
  const thread = deps.cache.getQueryData<Thread>(threadKey(uniqueId));
  if (thread !== undefined) return pullThread(deps, thread);
  putChat(deps.cache, (await deps.fetchMessages({ id: uniqueId, limit: 1 })).chat);
}

async function pullThread({ cache, fetchMessages }: DialogSyncDeps, thread: Thread): Promise<void> {
  const { uniqueId } = thread.chat;
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

async function reloadLists({ cache, fetchDialogs }: DialogSyncDeps): Promise<void> {
  const reload = (lists: ReturnType<typeof loadedLists>) =>
    readLists(cache, async () => {
      for (const { key, filter } of lists) {
        // A next page that is being read would take this one back.
        await Promise.all(runningReads(cache, { queryKey: key, exact: true }));
        const page = await fetchDialogs(filter, 0);
        cache.setQueryData<DialogPages>(key, (pages) => pages && applyFirstPage({ pages, page, filter }));
      }
    });
  afterFirstReads(cache, dialogsKey, ({ queryHash }) =>
    reload(loadedLists(cache).filter(({ key }) => hashKey(key) === queryHash)),
  );
  await reload(loadedLists(cache));
}

/**
 * What is read for the first time may come as it was before it was asked for, and holds up nothing else until then. Where
 * `catchUp` fails, the next news or connection does it.
 */
function afterFirstReads(cache: QueryClient, queryKey: QueryKey, catchUp: (query: Query) => Promise<unknown>): void {
  for (const query of runningQueries(cache, { queryKey, predicate: ({ state }) => state.data === undefined })) {
    void Promise.all(readsOf([query]))
      .then(() => catchUp(query))
      .catch(() => undefined);
  }
}

type Pull = (uniqueId: string) => Promise<void>;

/** Pauses before each round of work that finds no end: the first is short. */
function createPause(wait: DialogSyncDeps['wait']): () => Promise<void> {
  let ms: number = batch.firstMs;
  return async () => {
    await wait(ms);
    ms = Math.min(ms * 2, batch.maxMs);
  };
}

/** One call per dialog at a time; a request that comes meanwhile causes one more call. */
function createTurns({ pull, wait }: { pull: Pull; wait: DialogSyncDeps['wait'] }): Pull {
  const running = new Map<string, { isDirty: boolean; done: Promise<void> }>();

  async function pullUntilClean(uniqueId: string, run: { isDirty: boolean }): Promise<void> {
    const pause = createPause(wait);
    try {
      while (run.isDirty) {
        run.isDirty = false;
        await pull(uniqueId);
        if (run.isDirty) await pause();
      }
    } finally {
      running.delete(uniqueId);
    }
  }

  return (uniqueId) => {
    const known = running.get(uniqueId);
    if (known !== undefined) {
      known.isDirty = true;
      return known.done;
    }
    const run = { isDirty: true, done: Promise.resolve() };
    running.set(uniqueId, run);
    run.done = pullUntilClean(uniqueId, run);
    return run.done;
  };
}

type Change = { uniqueId: string; version: number };

/** Collects changes of dialogs that are not open, so that a busy account does not ask for every one of them. */
function createClosedBatch({ deps, pullInTurn }: { deps: DialogSyncDeps; pullInTurn: Pull }) {
  const waiting = new Map<string, number>();
  const alone = new Map<string, number>();
  let flushing: Promise<void> | undefined;

  const isKnown = ([uniqueId]: [string, number]) => findChat(deps.cache, uniqueId) !== undefined;
  const isFresh = ([uniqueId, version]: [string, number]) => (findChat(deps.cache, uniqueId)?.version ?? -1) >= version;

  async function takeWaiting(): Promise<void> {
    const changes = [...waiting];
    waiting.clear();
    if (changes.length > batch.few) await reloadLists(deps);
    // Of many changes only rows that are shown further down and are still old are asked for one by one.
    const asked = changes.length > batch.few ? changes.filter(isKnown) : changes;
    for (const [uniqueId, version] of asked) alone.set(uniqueId, version);
    for (const change of alone) if (isFresh(change)) alone.delete(change[0]);
  }

  async function pullFew(): Promise<void> {
    const few = [...alone.keys()].slice(0, batch.few);
    for (const uniqueId of few) alone.delete(uniqueId);
    await Promise.all(few.map((uniqueId) => pullInTurn(uniqueId)));
  }

  async function flush(): Promise<void> {
    const pause = createPause(deps.wait);
    while (waiting.size + alone.size > 0) {
      await takeWaiting();
      await pullFew();
      await pause();
    }
  }

  return ({ uniqueId, version }: Change): Promise<void> => {
    waiting.set(uniqueId, Math.max(version, waiting.get(uniqueId) ?? 0));
    flushing ??= flush().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };
}
