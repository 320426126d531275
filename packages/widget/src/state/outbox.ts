import { hasFields, parseJson } from '../protocol/read-event.ts';
import type { SafeStorage } from '../shared/storage.ts';

/** A message on its way out. `waiting` is retried until the visitor takes it away; `failed` was refused for good and waits for the visitor; `accepted` waits for its echo. */
export type OutboxItem = {
  clientId: string;
  kind: 'text' | 'image';
  text: string;
  /** File name of a picture. */
  name: string;
  /** Milliseconds; rises within the outbox, so that it is the order too. */
  at: number;
  tries: number;
  /** Milliseconds: the next try begins then, not before. */
  due: number;
  state: 'waiting' | 'failed' | 'accepted';
  /** Why it was refused or has to wait: a code of the server, `lost` for a picture that this browser no longer has, `slow` while one takes long, empty when there was no answer. */
  reason: string;
};

/** The longest wait that a server is believed; after it, the message is tried again. */
export const MAX_WAIT_MS = 3_600_000;

/** How long a picture may keep what was written after it. */
export const PATIENCE_MS = 3000;

const TRIES_BEFORE_STUCK = 2;

type Draft = { clientId: string; kind: OutboxItem['kind']; text: string; name: string };

export function newItem(draft: Draft, options: { now: number; others: readonly OutboxItem[] }): OutboxItem {
  const latest = options.others.reduce((max, item) => Math.max(max, item.at), 0);
  return { ...draft, at: Math.max(options.now, latest + 1), tries: 0, due: 0, state: 'waiting', reason: '' };
}

export function acceptItem(item: OutboxItem): OutboxItem {
  return { ...item, state: 'accepted' };
}

export function refuseItem(item: OutboxItem, reason: string): OutboxItem {
  return { ...item, state: 'failed', reason };
}

/** A try that did not go through, and when the next one is. A long wait is told at once. */
export function holdItem(item: OutboxItem, hold: { reason: string; now: number; waitMs: number }): OutboxItem {
  const { reason, now, waitMs } = hold;
  const tries = waitMs > PATIENCE_MS ? Math.max(item.tries + 1, TRIES_BEFORE_STUCK) : item.tries + 1;
  return { ...item, tries, due: now + waitMs, reason };
}

/**
 * How long until the next try. More than was ever asked for comes from a clock that was set back: then it is now,
 * as it is for an entry that an earlier version of the widget stored without a time.
 */
export function waitOf({ due }: Pick<OutboxItem, 'due'>, now: number): number {
  return due > now && due - now <= MAX_WAIT_MS ? due - now : 0;
}

/** A picture on its way for long: the visitor hears of it, and may take it away. */
export function slowItem(item: OutboxItem): OutboxItem {
  return { ...item, tries: Math.max(item.tries, TRIES_BEFORE_STUCK), reason: 'slow' };
}

/**
 * What sending it again would change. What was refused for what it is, or is gone, stays so however often it is sent,
 * room for files may be made; and what is on its way goes already.
 */
export function canSucceed(reason: string): boolean {
  return !/^(lost|slow|files\.(?!quota))/.test(reason);
}

/** Same client id: a retry is the same message to the server, whatever became of the first try. */
export function retryItem(item: OutboxItem): OutboxItem {
  return { ...item, state: 'waiting', tries: 0, due: 0, reason: '' };
}

/** What the visitor is told: silence for the first tries, then that it has not gone. */
export function markOf(item: OutboxItem): 'sending' | 'stuck' | 'failed' | 'sent' {
  if (item.state === 'accepted') return 'sent';
  if (item.state === 'failed') return 'failed';
  return item.tries >= TRIES_BEFORE_STUCK ? 'stuck' : 'sending';
}

export type OutboxStore = { all(): OutboxItem[]; put(item: OutboxItem): void; drop(clientId: string): void };

/** One entry per message: two tabs that write at once never overwrite each other's. */
export function createOutboxStore(storage: Omit<SafeStorage, 'follow'>): OutboxStore {
  return {
    all: () =>
      storage
        .list('out:')
        .map((clientId) => parseJson(storage.read(`out:${clientId}`) ?? ''))
        .filter(isItem)
        .sort((one, other) => one.at - other.at),
    put: (item) => storage.write(`out:${item.clientId}`, JSON.stringify(item)),
    drop: (clientId) => storage.drop(`out:${clientId}`),
  };
}

function isItem(value: unknown): value is OutboxItem {
  return (
    hasFields(value, { clientId: 'string', text: 'string', name: 'string', at: 'number', tries: 'number' }) &&
    (value.kind === 'text' || value.kind === 'image') &&
    (value.state === 'waiting' || value.state === 'failed')
  );
}
