import { randomBytes } from 'node:crypto';
import type { createLinkEnds, MediaFault } from '../http/media-faults.ts';

export type Fault = 'rate-limited' | 'server-error' | 'no-answer' | MediaFault;
export type StoredFile = { bytes: Buffer; contentType: string };
export type Person = { id: string; name: string };

export type StoredMessage = {
  id: string;
  authorId: number;
  /** Seconds since 1970. */
  created: number;
  type: string;
  content: Record<string, unknown>;
  read: number | null;
  /** What a customer would see of it. */
  shown: { text: string; attachment: string | null };
};

export type StoredChat = {
  id: string;
  person: Person;
  /** The platform's own number of the customer. */
  customerId: number;
  updated: number;
  isBlocked: boolean;
  messages: StoredMessage[];
};

/** One call as it was seen; `fault` met it. */
export type SeenCall = { method: string; path: string; status: number; fault: Fault | null; body: unknown };
/** One try to bring an event to an address: there is no second one. */
export type SeenDelivery = { url: string; messageId: string; status: number };

export type Keys = { clientId: string; clientSecret: string };

export type World = {
  account: { id: number; name: string };
  /** Keys of the account's own, and those of an application that people log in with. */
  ownKeys: Keys;
  application: Keys;
  /** Where the application sends the browser back to: registered there, one for all. */
  redirectUri(): string;
  hasApplication: boolean;
  codes: Set<string>;
  refreshTokens: Set<string>;
  /** Until when each token holds, in milliseconds since 1970. */
  tokens: Map<string, number>;
  chats: Map<string, StoredChat>;
  images: Map<string, StoredFile>;
  voices: Map<string, StoredFile>;
  linkEnds: ReturnType<typeof createLinkEnds>;
  subscriptions: string[];
  hasTariff: boolean;
  isRevoked: boolean;
  /** Events are lost, as when an address gave no answer in time. */
  isDeaf: boolean;
  faults: Map<Fault, number>;
  ledger: { calls: SeenCall[]; deliveries: SeenDelivery[] };
  /** Every event so far. */
  history: { messageId: string; body: string }[];
  /** Events on their way to the addresses. */
  delivering: Promise<unknown>;
  url(): string;
  now(): number;
  fetch: typeof fetch;
  signal: AbortSignal;
};

export const newId = (bytes = 16): string => randomBytes(bytes).toString('hex');

/** Whether a fault meets this call; each time counts. */
export function takeFault({ faults }: World, fault: Fault): boolean {
  const left = faults.get(fault) ?? 0;
  if (left > 0) faults.set(fault, left - 1);
  return left > 0;
}

export const nowSeconds = (world: World): number => Math.floor(world.now() / 1000);

export function findChat({ chats }: World, personId: string): StoredChat | undefined {
  return [...chats.values()].find(({ person }) => person.id === personId);
}

export function requireChat(world: World, personId: string): StoredChat {
  const chat = findChat(world, personId);
  if (!chat) throw new Error(`${personId} has written nothing yet`);
  return chat;
}

/** The first message opens a chat about the one advert of this shop. */
export function openChat(world: World, person: Person): StoredChat {
  const known = findChat(world, person.id);
  if (known) {
    known.person = person;
    return known;
  }
  const id = `u2i-${newId(8)}~${newId(4)}`;
  const customerId = 2_000_400_000 + world.chats.size;
  const chat = { id, person, customerId, updated: nowSeconds(world), isBlocked: false, messages: [] };
  world.chats.set(id, chat);
  return chat;
}

export function addMessage(
  world: World,
  chat: StoredChat,
  message: Pick<StoredMessage, 'authorId' | 'type' | 'content' | 'shown'>,
): StoredMessage {
  const stored = { ...message, id: newId(), created: nowSeconds(world), read: null };
  chat.messages.push(stored);
  chat.updated = stored.created;
  return stored;
}
