import type { FaultScript } from './faults.ts';

export type MetaObject = 'page' | 'instagram';
export type Callback = { url: string; verifyToken: string; fields: string[] };

/** An application of a developer, with one address for each kind of accounts. */
export type App = {
  id: string;
  secret: string;
  /** Signs what comes of accounts that logged in at Instagram itself. */
  instagramSecret: string;
  callbacks: Map<MetaObject, Callback>;
};

/** A page, or an Instagram account: whoever customers write to. */
export type Account = {
  kind: MetaObject;
  id: string;
  name: string;
  username: string;
  /** Of a page: its Instagram account. Of an Instagram account: its page. */
  linkedTo: string | undefined;
  /** What the person who logs in may do for it. */
  tasks: string[];
  /** Fields by the application that hears of it; those of `direct` came by the login at Instagram. */
  subscribers: Map<string, string[]>;
};

export type Token = {
  kind: 'USER' | 'PAGE' | 'INSTAGRAM';
  accountId: string;
  appId: string;
  scopes: string[];
  isValid: boolean;
  /** Seconds since 1970; 0: it does not end. */
  expiresAt: number;
};

export type Person = { id: string; name: string };

/** A message that stands in a chat, whoever wrote it. */
export type ChatEntry = {
  author: 'customer' | 'business';
  mid: string;
  text: string;
  attachment: string | null;
  /** What was uploaded for it. */
  media: Buffer | null;
  labels: string[];
  replyTo: string | null;
  tag: string | null;
};

export type Chat = { person: Person; lastFromCustomer: number; entries: ChatEntry[] };
export type Call = { method: string; host: Host; path: string; query: Record<string, string>; body: unknown };
export type Host = 'graph' | 'instagram';
/** One attempt to bring an event to an address. */
export type Delivery = { body: Buffer; attempt: number; status: number };
export type Parcel = { appId: string; object: MetaObject; secret: string; body: Buffer };

/** Everything the simulated platform knows; one per started simulator. */
export type World = {
  now: () => number;
  fetch: typeof fetch;
  signal: AbortSignal;
  backoff: { firstMs: number; maxMs: number };
  /** Its own address, once it listens. */
  url: string;
  apps: Map<string, App>;
  accounts: Map<string, Account>;
  tokens: Map<string, Token>;
  codes: Map<string, Token>;
  /** By the id of the account and that of the person, who has another one at every account. */
  chats: Map<string, Chat>;
  uploads: Map<string, { type: string; bytes: Buffer; contentType: string }>;
  media: Map<string, { bytes: Buffer; contentType: string }>;
  nextId: (prefix?: string) => string;
  faults: FaultScript;
  calls: Call[];
  deliveries: Delivery[];
  history: Parcel[];
  lanes: Map<string, Promise<void>>;
};

export function requireAccount({ accounts }: World, id: string): Account {
  const account = accounts.get(id);
  if (account === undefined) throw new Error('No account has this id: register it first.');
  return account;
}

const keyOf = (accountId: string, personId: string) => `${accountId} ${personId}`;

export const findChat = ({ chats }: World, accountId: string, personId: string): Chat | undefined =>
  chats.get(keyOf(accountId, personId));

/** The chat of a person with an account, made at his first message. */
export function openChat(world: World, accountId: string, person: Person): Chat {
  const known = findChat(world, accountId, person.id);
  if (known !== undefined) return known;
  const chat: Chat = { person, lastFromCustomer: 0, entries: [] };
  world.chats.set(keyOf(accountId, person.id), chat);
  return chat;
}
