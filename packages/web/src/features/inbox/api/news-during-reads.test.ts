import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { DialogPages } from '../model/dialog-pages.ts';
import { openThread, type Thread } from '../model/thread.ts';
import { buildChat, buildMessage } from '../testing/build-dialog.ts';
import { putChat } from './dialog-cache.ts';
import { createDialogSync } from './dialog-sync.ts';
import { dialogsKey, threadKey } from './inbox-keys.ts';

const { uniqueId } = buildChat();
const listKey = [...dialogsKey, { waiting: false }];

/** A server with one dialog; its answers are as old as their questions and come when they are let through. */
function open() {
  const state = { version: 1 };
  const onTheWay: (() => void)[] = [];
  const later = <Answer>(answer: Answer) =>
    new Promise<Answer>((resolve) => {
      onTheWay.push(() => resolve(answer));
    });
  const chat = () => buildChat({ version: state.version });
  const readList = () => later({ chats: [chat()], isLast: true });
  const readMessages = () => later({ messages: [buildMessage({ seq: state.version })], chat: chat(), hasMore: false });
  const cache = new QueryClient();
  const sync = createDialogSync({
    cache,
    fetchMessages: readMessages,
    fetchDialogs: readList,
    wait: async () => undefined,
  });
  return {
    cache,
    sync,
    change: () => {
      state.version += 1;
      return chat();
    },
    showList: () =>
      new InfiniteQueryObserver(cache, {
        queryKey: listKey,
        queryFn: readList,
        initialPageParam: 0,
        getNextPageParam: () => 1,
      }),
    showThread: () =>
      new QueryObserver(cache, {
        queryKey: threadKey(uniqueId),
        queryFn: async () => openThread(await readMessages()),
      }),
    /** What is asked for already comes when it is let go. */
    hold: () => {
      const held = onTheWay.splice(0);
      return () => onTheWay.push(...held);
    },
    /** Lets all answers come, to whatever is asked for meanwhile too. */
    answerAll: async () => {
      for (let round = 0; round < 10; round += 1) {
        for (const arrive of onTheWay.splice(0)) arrive();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    listed: () =>
      cache.getQueryData<DialogPages>(listKey)?.pages.flatMap(({ chats }) => chats.map((one) => one.version)),
    thread: () => cache.getQueryData<Thread>(threadKey(uniqueId)),
  };
}

it('risk: a change during the first read of the list is lost with its older answer', async () => {
  const { sync, change, showList, hold, answerAll, listed } = open();
  const stop = showList().subscribe(() => undefined);
  const letGo = hold();
  const { version } = change();
  void sync.noteChange({ uniqueId, version });
  await answerAll();
  letGo();
  await answerAll();
  expect(listed()).toEqual([2]);
  stop();
});

it('risk: a connection during the first read of the list leaves its older answer', async () => {
  const { sync, change, showList, answerAll, listed } = open();
  const stop = showList().subscribe(() => undefined);
  change();
  void sync.catchUp();
  await answerAll();
  expect(listed()).toEqual([2]);
  stop();
});

it('risk: the next page of the list brings back the older state of a dialog above', async () => {
  const { cache, change, showList, answerAll, listed } = open();
  const list = showList();
  const stop = list.subscribe(() => undefined);
  await answerAll();
  const nextPage = list.fetchNextPage();
  putChat(cache, change());
  await answerAll();
  await nextPage;
  expect(listed()?.[0]).toBe(2);
  stop();
});

it('risk: a catch-up that was asked for earlier covers what was done meanwhile', async () => {
  const { cache, sync, change, showList, answerAll, listed } = open();
  const stop = showList().subscribe(() => undefined);
  await answerAll();
  void sync.catchUp();
  await Promise.resolve();
  await Promise.resolve();
  putChat(cache, change());
  await answerAll();
  expect(listed()).toEqual([2]);
  stop();
});

it.each(['an event', 'a connection'])(
  'risk: %s during the first read of a dialog leaves its older messages',
  async (what) => {
    const { sync, change, showThread, answerAll, thread } = open();
    const stop = showThread().subscribe(() => undefined);
    const { version } = change();
    void (what === 'an event' ? sync.noteChange({ uniqueId, version }) : sync.catchUp());
    await answerAll();
    expect(thread()?.version).toBe(2);
    stop();
  },
);

it('risk: a list and a dialog that hang hold up those that are shown', async () => {
  const { cache, sync, change, showList, showThread, answerAll, listed, thread } = open();
  const stops = [showList().subscribe(() => undefined), showThread().subscribe(() => undefined)];
  await answerAll();
  const hang = () => new Promise<never>(() => undefined);
  for (const queryKey of [[...dialogsKey, { waiting: true }], threadKey('another')])
    stops.push(new QueryObserver(cache, { queryKey, queryFn: hang }).subscribe(() => undefined));
  change();
  const done = sync.catchUp();
  await answerAll();
  await done;
  expect([listed(), thread()?.version]).toEqual([[2], 2]);
  for (const stop of stops) stop();
});
