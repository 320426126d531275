import type { EventFeed } from '../http/event-feed.ts';
import type { createLinkEnds, MediaFault } from '../http/media-faults.ts';
import type { Ledger } from './ledger.ts';

/** Chats of several people have numbers from here on: https://dev.vk.com/ru/method/messages.send, read 2026-11-23. */
export const GROUP_CHATS_FROM = 2_000_000_000;

/** An attachment in the platform's form: `{ type: 'photo', photo: { … } }`. */
export type VkAttachment = { type: string; [content: string]: unknown };

/** A message as callbacks and answers show it. */
export type VkMessage = {
  id: number;
  conversation_message_id: number;
  date: number;
  from_id: number;
  peer_id: number;
  out: 0 | 1;
  random_id: number;
  version: number;
  text: string;
  attachments: VkAttachment[];
  fwd_messages: VkMessage[];
  reply_message?: VkMessage;
  keyboard?: unknown;
  payload?: string;
  admin_author_id?: number;
  update_time?: number;
  action?: Record<string, unknown>;
  geo?: Record<string, unknown>;
};

/** A conversation as the community sees it. */
export type Conversation = {
  peerId: number;
  title: string;
  /** Why the community cannot write here: the code that a send gives. */
  refusal: number | undefined;
  messages: VkMessage[];
};

export type VkEvent = { type: string; event_id: string; group_id: number; v: string; object: unknown };

export type CallbackServer = {
  id: number;
  title: string;
  url: string;
  secret: string;
  status: 'unconfigured' | 'failed' | 'wait' | 'ok';
  /** Types of events that are switched on. */
  settings: Set<string>;
  /** The first tries go out one after the other; repeats wait by themselves. */
  tail: Promise<void>;
};

export type StoredFile = { bytes: Buffer; contentType: string };

/** What was uploaded and waits to be saved, and what was saved and may be attached. */
export type Uploads = { waiting: Map<string, StoredFile & { kind: string }>; saved: Map<string, VkAttachment> };

export type Faults = {
  rateLimited: number;
  serverError: number;
  noAnswer: number;
  media: Record<MediaFault, number>;
  isRevoked: boolean;
  /** Codes that the next calls of a method give. */
  codes: { method: string; code: number; words: string }[];
};

/** Everything the simulated platform knows: one community. */
export type World = {
  url: string;
  groupId: number;
  screenName: string;
  title: string;
  token: string;
  permissions: Set<string>;
  /** The key is a person's: calls for communities refuse it. */
  isUserKey: boolean;
  confirmationCode: string;
  servers: CallbackServer[];
  longPoll: { isEnabled: boolean; settings: Set<string>; key: string; events: VkEvent[] };
  people: Map<number, string>;
  conversations: Map<number, Conversation>;
  files: Map<string, StoredFile>;
  linkEnds: ReturnType<typeof createLinkEnds>;
  uploads: Uploads;
  ledger: Ledger;
  faults: Faults;
  news: EventFeed<'event' | 'delivery' | 'call' | 'message'>;
  repeatsAfterMs: readonly number[];
  now: () => number;
  newId: () => number;
  fetch: typeof fetch;
  signal: AbortSignal;
};

export const nowSeconds = (world: World): number => Math.floor(world.now() / 1000);

/** The conversation with a person or a chat, made at the first meeting. */
export function openConversation(world: World, { peerId, title }: { peerId: number; title: string }): Conversation {
  const known = world.conversations.get(peerId);
  if (known) return known;
  const made: Conversation = { peerId, title, refusal: undefined, messages: [] };
  world.conversations.set(peerId, made);
  return made;
}
