import type { Message } from '@otvet/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { applyCatchUp, type MessagePage, openThread, type Thread } from '../model/thread.ts';
import { buildChat, buildMessage } from '../testing/build-dialog.ts';
import { createDialogSync } from './dialog-sync.ts';
import type { MessageQuery } from './thread-query.ts';

const { uniqueId } = buildChat();
const threadKey = ['thread', uniqueId];

/** A server with one dialog whose messages only grow; answers a page as it was when the call arrived, late. */
function buildServer(pageSize: number) {
  const none: Message[] = [];
  const state = { version: 0, calls: 0, isDown: false, messages: none };
  const answer = ({ after, limit }: MessageQuery): MessagePage => {
    const list = state.messages
      .filter((message) => message.version > (after ?? 0))
      .sort((a, b) => a.version - b.version);
    const max = Math.min(limit, pageSize);
    return {
      messages: after === undefined ? state.messages.slice(-max) : list.slice(0, max),
      chat: buildChat({ version: state.version, lastSeq: state.messages.length }),
      hasMore: list.length > max,
    };
  };
  return {
    state,
    say: () => {
      state.version += 1;
      state.messages.push(buildMessage({ seq: state.messages.length + 1, version: state.version }));
    },
    edit: (seq: number) => {
      state.version += 1;
      state.messages = state.messages.map((message) =>
        message.seq === seq ? { ...message, version: state.version, text: `edited ${state.version}` } : message,
      );
    },
    fetchMessages: async (query: MessageQuery) => {
      state.calls += 1;
      if (state.isDown) throw new Error('offline');
      const page = answer(query);
      for (let turn = 0; turn <= state.calls % 4; turn += 1) await nextTurn();
      return page;
    },
  };
}

/** Lets whatever waits go on: an answer that takes longer takes more turns. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

function open(server: ReturnType<typeof buildServer>) {
  const cache = new QueryClient();
  const sync = createDialogSync({
    cache,
    fetchMessages: server.fetchMessages,
    fetchDialogs: async () => ({ chats: [buildChat({ version: server.state.version })], isLast: true }),
    wait: async () => undefined,
  });
  cache.setQueryData<Thread>(
    threadKey,
    openThread({ messages: server.state.messages, chat: buildChat({ version: server.state.version }), hasMore: false }),
  );
  return { cache, sync, read: () => cache.getQueryData<Thread>(threadKey) };
}

it('a socket that drops events at random loses no message', async () => {
  const server = buildServer(3);
  for (let count = 0; count < 5; count += 1) server.say();
  const { sync, read } = open(server);
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const running: Promise<void>[] = [];
  for (let step = 0; step < 300; step += 1) {
    if (random() < 0.8) server.say();
    else server.edit(1 + Math.floor(random() * server.state.messages.length));
    if (random() < 0.4) running.push(sync.noteChange({ uniqueId, version: server.state.version }));
    if (random() < 0.1) await nextTurn();
  }
  await Promise.all(running);
  // The reconnection is the last thing that is sure to happen; the thread is not on a screen here, so it is asked for by version.
  await sync.noteChange({ uniqueId, version: server.state.version + 1 });
  expect(read()?.messages).toEqual(server.state.messages);
});

it('a burst of events asks for the dialog one call after another, never in parallel', async () => {
  const server = buildServer(100);
  const { sync, read } = open(server);
  const running: Promise<void>[] = [];
  for (let count = 0; count < 50; count += 1) {
    server.say();
    running.push(sync.noteChange({ uniqueId, version: server.state.version }));
  }
  await Promise.all(running);
  expect(read()?.messages).toHaveLength(50);
  expect(server.state.calls).toBeLessThanOrEqual(3);
});

it('an event that is known already asks nothing', async () => {
  const server = buildServer(100);
  server.say();
  const { sync } = open(server);
  await sync.noteChange({ uniqueId, version: 1 });
  expect(server.state.calls).toBe(0);
});

it('a call that fails leaves the place to ask from, and the next event repairs it', async () => {
  const server = buildServer(100);
  const { sync, read } = open(server);
  server.say();
  server.state.isDown = true;
  await expect(sync.noteChange({ uniqueId, version: 1 })).rejects.toThrow('offline');
  server.state.isDown = false;
  server.say();
  await sync.noteChange({ uniqueId, version: 2 });
  expect(read()?.messages).toHaveLength(2);
});

it('a server whose page never ends is not asked without end', async () => {
  const server = buildServer(100);
  server.say();
  const { cache } = open(server);
  let calls = 0;
  const sync = createDialogSync({
    cache,
    fetchMessages: async () => {
      calls += 1;
      return { messages: [], chat: buildChat({ version: 5 }), hasMore: true };
    },
    fetchDialogs: async () => ({ chats: [], isLast: true }),
    wait: async () => undefined,
  });
  await sync.noteChange({ uniqueId, version: 5 });
  expect(calls).toBe(1);
});

it('a repeated catch-up page changes nothing', () => {
  const page = { messages: [buildMessage({ seq: 1 })], chat: buildChat(), hasMore: false };
  const thread = openThread(page);
  expect(applyCatchUp(thread, page)).toEqual(thread);
});

it('a burst over many dialogs that are not open asks for the first page, not for each of them', async () => {
  const cache = new QueryClient();
  const chats = Array.from({ length: 200 }, (_, index) => buildChat({ chatId: String(index), version: 2 }));
  const calls = { pages: 0, dialogs: 0 };
  const sync = createDialogSync({
    cache,
    fetchMessages: async ({ id }) => {
      calls.dialogs += 1;
      const chat = chats.find((one) => one.uniqueId === id) ?? buildChat();
      return { messages: [], chat, hasMore: false };
    },
    fetchDialogs: async () => {
      calls.pages += 1;
      return { chats: chats.slice(0, 30), isLast: false };
    },
    wait: async () => undefined,
  });
  const old = chats.slice(0, 60).map((chat) => ({ ...chat, version: 1 }));
  cache.setQueryData(['dialogs', { waiting: false }], { pages: [{ chats: old, isLast: false }], pageParams: [0] });
  await Promise.all(chats.map(({ uniqueId: id }) => sync.noteChange({ uniqueId: id, version: 2 })));
  expect(calls.pages).toBeLessThanOrEqual(2);
  expect(calls.dialogs).toBeLessThanOrEqual(40);
});

it('changes without end cost some reads per pause, and the pauses grow to two seconds', async () => {
  const cache = new QueryClient();
  const chats = Array.from({ length: 90 }, (_, index) => buildChat({ chatId: String(index), version: 1 }));
  const state = { version: 1, reads: 0, pages: 0, waited: 0 };
  const changeAll = () => {
    state.version += 1;
    return chats.map(({ uniqueId: id }) => sync.noteChange({ uniqueId: id, version: state.version }));
  };
  const running: Promise<void>[] = [];
  const sync = createDialogSync({
    cache,
    fetchMessages: async ({ id }) => {
      state.reads += 1;
      const chat = chats.find((one) => one.uniqueId === id) ?? buildChat();
      return { messages: [], chat: { ...chat, version: state.version }, hasMore: false };
    },
    fetchDialogs: async () => {
      state.reads += 1;
      return { chats: chats.slice(0, 30).map((chat) => ({ ...chat, version: state.version })), isLast: false };
    },
    wait: async (ms) => {
      state.waited += ms;
      // For a minute every pause brings a change of every dialog.
      if (state.waited < 60_000) running.push(...changeAll());
      await nextTurn();
    },
  });
  cache.setQueryData(['dialogs', { waiting: false }], { pages: [{ chats, isLast: false }], pageParams: [0] });
  running.push(...changeAll());
  for (let done = 0; done < running.length; done += 1) await running[done];
  const listed = cache.getQueryData<{ pages: { chats: { version: number }[] }[] }>(['dialogs', { waiting: false }]);
  expect(listed?.pages.flatMap((page) => page.chats).every(({ version }) => version === state.version)).toBe(true);
  // The list and three rows further down in each of 33 rounds, and the rest when the changes have ended.
  expect(state.reads).toBeLessThanOrEqual(4 * 34 + 60);
});
