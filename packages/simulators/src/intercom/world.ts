import type { createLinkEnds, MediaFault } from '../http/media-faults.ts';

export type Author = { type: 'user' | 'admin' | 'bot'; id: string; name: string | null; email: string | null };

export type StoredFile = { id: string; name: string; contentType: string; bytes: Buffer };

export type StoredPart = {
  id: string;
  partType: string;
  /** HTML of our side, plain words of a customer. */
  body: string | null;
  author: Author;
  files: StoredFile[];
  createdAt: number;
};

export type StoredConversation = {
  id: string;
  customerId: string;
  assigneeId: string | null;
  createdAt: number;
  source: StoredPart;
  parts: StoredPart[];
};

export type SentNotification = { id: string; body: string };

export type Fault = 'rate-limited' | 'server-error' | 'no-answer' | MediaFault;

/** One call as it was seen; `fault` met it. */
export type SeenCall = { method: string; path: string; status: number; fault: Fault | null; body: unknown };
/** One attempt to bring a notification to the address. */
export type SeenDelivery = { id: string; attempt: number; status: number };

export type World = {
  region: 'us' | 'eu' | 'au';
  token: string;
  clientSecret: string;
  workspace: { id: string; name: string };
  admins: { id: string; name: string; email: string }[];
  people: Map<string, string>;
  conversations: Map<string, StoredConversation>;
  files: Map<string, StoredFile>;
  linkEnds: ReturnType<typeof createLinkEnds>;
  webhook: string | undefined;
  notifications: SentNotification[];
  faults: Map<Fault, number>;
  isRevoked: boolean;
  ledger: { calls: SeenCall[]; deliveries: SeenDelivery[] };
  url(): string;
  /** Milliseconds since 1970. */
  now(): number;
  fetch: typeof fetch;
  retryMs: number;
  signal: AbortSignal;
  nextId(): number;
};

/** Whether a fault meets this call; each time counts. */
export function takeFault({ faults }: World, fault: Fault): boolean {
  const left = faults.get(fault) ?? 0;
  if (left > 0) faults.set(fault, left - 1);
  return left > 0;
}

export const nowSeconds = (world: World): number => Math.floor(world.now() / 1000);
