import type { FaultScript } from './faults.ts';

export type Person = { id: string; name: string };

/** A message that stands in a chat, whoever wrote it. */
export type ChatEntry = {
  author: 'customer' | 'business';
  /** The number of the message; empty for a welcome message, of which nobody is told. */
  token: string;
  type: string;
  text: string;
  attachment: string | null;
  labels: string[];
  trackingData: string;
  state: 'sent' | 'delivered' | 'seen' | 'failed';
  /** What the address of a file gave when it was fetched. */
  media: Buffer | null;
};

export type Chat = {
  person: Person;
  isSubscribed: boolean;
  /** Times of messages of the bot since the customer's last one. */
  unanswered: number[];
  entries: ChatEntry[];
};

export type Webhook = { url: string; events: Set<string> | null; hasNames: boolean };

export type Bot = {
  token: string;
  id: string;
  name: string;
  uri: string;
  webhook: Webhook | null;
  isRevoked: boolean;
  chats: Map<string, Chat>;
};

export type Call = { method: string; token: string; body: unknown; answer: unknown };

/** One attempt to bring an event to a webhook. */
export type Delivery = { event: string; token: string; attempt: number; status: number; answer: string };

export type Backoff = { firstMs: number; maxMs: number };

/** Everything the simulated platform knows; one per started simulator. */
export type World = {
  /** Takes http webhooks and addresses of files, which the real platform refuses. */
  allowHttp: boolean;
  backoff: Backoff;
  webhookTimeoutMs: number;
  signatureIn: 'header' | 'query';
  now: () => number;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Its own address, once it listens. */
  url: string;
  bots: Map<string, Bot>;
  media: Map<string, { bytes: Buffer; mimeType: string; until: number }>;
  nextToken: () => string;
  faults: FaultScript;
  calls: Call[];
  deliveries: Delivery[];
  /** Events that came to their end, for repeats. */
  history: { bot: Bot; body: Buffer; event: string; token: string }[];
  /** Ends of what is under way, by chat. */
  lanes: Map<string, Promise<void>>;
};

/** The bot of a token, for the control side: an unknown one is a mistake of the test. */
export function requireBot(world: World, token: string): Bot {
  const bot = world.bots.get(token);
  if (bot === undefined) throw new Error('No bot has this token: register it first.');
  return bot;
}

/** The chat of a person with a bot, made when the two meet first. */
export function openChat(bot: Bot, person: Person): Chat {
  const known = bot.chats.get(person.id);
  if (known !== undefined) return known;
  const chat: Chat = { person, isSubscribed: false, unanswered: [], entries: [] };
  bot.chats.set(person.id, chat);
  return chat;
}
