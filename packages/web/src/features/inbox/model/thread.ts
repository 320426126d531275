import type { Chat, Message } from '@otvet/contract';

/** The loaded part of a dialog: one run of messages up to the newest, oldest first. */
export type Thread = {
  chat: Chat;
  messages: Message[];
  hasOlder: boolean;
  /** Change counter up to which everything is known: the `after` of the next catch-up. */
  version: number;
};

export type MessagePage = { messages: Message[]; chat: Chat; hasMore: boolean };

/** Joins known and incoming messages: one per id, the later version wins, ordered by place in the dialog. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of incoming) {
    const old = byId.get(message.id);
    if (old === undefined || message.version >= old.version) byId.set(message.id, message);
  }
  return [...byId.values()].sort((one, other) => one.place - other.place);
}

function highestVersion(messages: readonly Message[], floor: number): number {
  return messages.reduce((highest, message) => Math.max(highest, message.version), floor);
}

function newerChat(known: Chat, incoming: Chat): Chat {
  return incoming.version >= known.version ? incoming : known;
}

/** The thread as the first page gives it. */
export function openThread(page: MessagePage): Thread {
  return {
    chat: page.chat,
    messages: mergeMessages([], page.messages),
    hasOlder: page.hasMore,
    version: highestVersion(page.messages, 0),
  };
}

/** Adds what changed since `thread.version`. Changes of messages older than the loaded run are left to their own page. */
export function applyCatchUp(thread: Thread, page: MessagePage): Thread {
  const first = thread.messages[0]?.place ?? 0;
  const known = new Set(thread.messages.map((message) => message.id));
  const relevant = page.messages.filter(
    (message) => !thread.hasOlder || known.has(message.id) || message.place >= first,
  );
  return {
    ...thread,
    chat: newerChat(thread.chat, page.chat),
    messages: mergeMessages(thread.messages, relevant),
    version: highestVersion(page.messages, thread.version),
  };
}

/** Adds a page of older messages. Their versions do not move the catch-up mark: newer changes may still be on their way. */
export function prependOlder(thread: Thread, page: MessagePage): Thread {
  return {
    ...thread,
    chat: newerChat(thread.chat, page.chat),
    messages: mergeMessages(thread.messages, page.messages),
    hasOlder: page.hasMore,
  };
}

/** Adds one message that a call of ours gave back; the catch-up mark stays, because others may have changed before it. */
export function applyOwnMessage(thread: Thread, message: Message): Thread {
  return { ...thread, messages: mergeMessages(thread.messages, [message]) };
}

/** Puts a newer state of the dialog into its thread. */
export function applyChat(thread: Thread, chat: Chat): Thread {
  return { ...thread, chat: newerChat(thread.chat, chat) };
}
