import type { FaultScript } from './faults.ts';

export type Webhook = { url: string; verifyToken: string };
/** Of the provider: what it adds to every request, since it cannot sign. */
export type HostedWebhook = { url: string; headers: Record<string, string> };

export type App = { id: string; secret: string; webhook: Webhook | null };
export type Token = { token: string; appId: string; expiresAt: number; isRevoked: boolean };
/** Of the customer; `userId` is shown beside the number, or in its place once it is hidden. */
export type Person = { id: string; name: string; userId?: string | undefined; isHidden?: boolean | undefined };

export type Entry = {
  author: 'customer' | 'business';
  id: string;
  type: string;
  text: string;
  attachment: string | null;
  labels: string[];
  media: Buffer | null;
  replyTo: string | null;
  ownKey: string | undefined;
  state: 'sent' | 'delivered' | 'read' | 'failed';
};
export type Chat = { person: Person; entries: Entry[]; customerAt: number | null };

export type Template = {
  name: string;
  language: string;
  status: string;
  category: string;
  components: { type: string; text?: string; format?: string }[];
};

export type PhoneNumber = {
  id: string;
  businessId: string;
  shown: string;
  name: string;
  isRegistered: boolean;
  /** Of this number alone, in place of the application's. */
  webhook: Webhook | null;
  /** Through the provider: its key, and where it sends events. */
  apiKey: string;
  isKeyRevoked: boolean;
  hosted: HostedWebhook | null;
  chats: Map<string, Chat>;
};

export type Media = { id: string; bytes: Buffer; mimeType: string; name: string; until: number };
export type Call = { method: string; path: string; body: unknown; status: number };
export type Delivery = { number: string; eventId: string; attempt: number; status: number };
export type Notice = { number: PhoneNumber; field: string; value: object; eventId: string };

export type World = {
  url: string;
  now(): number;
  fetch: typeof fetch;
  signal: AbortSignal;
  backoff: { firstMs: number; maxMs: number };
  /** Whether the provider's door is the one that is used: events then go there. */
  apps: Map<string, App>;
  tokens: Map<string, Token>;
  /** Business accounts that let the application hear of them. */
  subscribed: Set<string>;
  numbers: Map<string, PhoneNumber>;
  templates: Template[];
  media: Map<string, Media>;
  faults: FaultScript;
  calls: Call[];
  deliveries: Delivery[];
  history: Notice[];
  lanes: Map<string, Promise<void>>;
  nextId(): string;
};

/** A refusal in the platform's own form. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, code: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The chat with a person, made at the first word of either side. */
export function openChat(number: PhoneNumber, person: Person): Chat {
  const known = [...number.chats.values()].find(
    (chat) => chat.person.id === person.id || (person.userId !== undefined && chat.person.userId === person.userId),
  );
  if (known) {
    known.person = { ...known.person, ...person };
    return known;
  }
  const chat: Chat = { person, entries: [], customerAt: null };
  number.chats.set(person.id, chat);
  return chat;
}
