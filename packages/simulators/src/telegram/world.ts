import type { EventFeed } from '../http/event-feed.ts';
import type { FaultScripts } from './faults.ts';
import type { ChatMessage, Ledger } from './ledger.ts';
import type { FileStore } from './media/files.ts';
import type { Chat, Update, User } from './types.ts';

/** Why a bot cannot write into a chat; `open` means that it can. */
export type ConversationState = 'open' | 'not-started' | 'blocked' | 'kicked' | 'left' | 'deactivated' | 'migrated';

/** One chat as one bot sees it. */
export type Conversation = {
  token: string;
  chat: Chat;
  state: ConversationState;
  migratedTo: number | undefined;
  messages: ChatMessage[];
};

export type PendingUpdate = {
  update: Update;
  /** Updates of one lane (a chat) go to the webhook one at a time. */
  lane: string;
  createdAt: number;
  /** A repeat on purpose: an offset beyond its id does not confirm it until it was handed out once. */
  isRepeat: boolean;
};

export type Webhook = {
  url: string;
  secretToken: string | undefined;
  maxConnections: number;
  ipAddress: string | undefined;
  hasCertificate: boolean;
  busyLanes: Set<string>;
  /** First of an unbroken row of 410 answers. */
  goneSince: number | undefined;
  stop: AbortController;
};

export type Bot = {
  token: string;
  user: User;
  canReadAllGroupMessages: boolean;
  isRevoked: boolean;
  webhook: Webhook | undefined;
  lastError: { date: number; message: string } | undefined;
  allowedUpdates: string[];
  pending: PendingUpdate[];
  nextUpdateId: number;
  nextMessageId: number;
  poll: { wake(): void; terminate(reason: string): void } | undefined;
  /** Updates made so far, for repeats; the oldest are forgotten. */
  history: Map<number, PendingUpdate>;
  hold: { left: number; updates: PendingUpdate[] } | undefined;
  callbacks: Map<string, { at: number; isAnswered: boolean }>;
};

/** What the chat page and waiting tests are told. */
export type SimulatorEvent =
  | { type: 'message' | 'edited' | 'deleted'; message: ChatMessage }
  | { type: 'action'; token: string; chatId: number; action: string }
  | { type: 'call'; callId: number; method: string }
  | { type: 'delivery'; updateId: number; status: number }
  | { type: 'bots' };

/** Older updates are forgotten: https://core.telegram.org/bots/api#getting-updates */
export const UPDATE_LIFE_MS = 24 * 60 * 60 * 1000;

export type Backoff = { firstMs: number; maxMs: number };

/** Everything the simulated platform knows; one per started simulator. */
export type World = {
  allowHttp: boolean;
  backoff: Backoff | undefined;
  webhookTimeoutMs: number;
  now: () => number;
  random: () => number;
  fetch: typeof fetch;
  signal: AbortSignal;
  bots: Map<string, Bot>;
  users: Map<number, User>;
  /** File ids of pictures by token and person. */
  avatars: Map<string, string>;
  conversations: Map<string, Conversation>;
  files: FileStore;
  ledger: Ledger;
  faults: FaultScripts;
  events: EventFeed<SimulatorEvent>;
  /** Runs a method that a webhook put into its answer. */
  executeReply: (bot: Bot, reply: Record<string, unknown>) => Promise<void>;
};

/** Unix seconds, as all dates of the Bot API. */
export const nowSeconds = (world: World): number => Math.floor(world.now() / 1000);

/** The chat as this bot sees it, if the two have met. */
export function findConversation(world: World, key: { token: string; chatId: number }): Conversation | undefined {
  return world.conversations.get(`${key.token} ${key.chatId}`);
}

/** The chat as this bot sees it, made when the two meet first. */
export function openConversation(world: World, meeting: { token: string; chat: Chat }): Conversation {
  const known = findConversation(world, { token: meeting.token, chatId: meeting.chat.id });
  if (known !== undefined) return known;
  const conversation: Conversation = {
    token: meeting.token,
    chat: meeting.chat,
    state: 'not-started',
    migratedTo: undefined,
    messages: [],
  };
  world.conversations.set(`${meeting.token} ${meeting.chat.id}`, conversation);
  return conversation;
}

/** The bot of a token, for the control side: an unknown one is a mistake of the test. */
export function requireBot(world: World, token: string): Bot {
  const bot = world.bots.get(token);
  if (bot === undefined) throw new Error('No bot has this token: register it first.');
  return bot;
}
