import { hasFields, parseJson } from '../protocol/read-event.ts';
import type { SafeStorage } from '../shared/storage.ts';

/** A message on its way out. `waiting` is retried for ever; `failed` was refused for good and waits for the visitor; `accepted` waits for its echo. */
export type OutboxItem = {
  clientId: string;
  kind: 'text' | 'image';
  text: string;
  /** File name of a picture. */
  name: string;
  /** Milliseconds; rises within the outbox, so that it is the order too. */
  at: number;
  tries: number;
  state: 'waiting' | 'failed' | 'accepted';
  /** Why it was refused: a code of the server, or `lost` for a picture that this browser no longer has. */
  reason: string;
};

type Draft = { clientId: string; kind: OutboxItem['kind']; text: string; name: string };

export function newItem(draft: Draft, options: { now: number; others: readonly OutboxItem[] }): OutboxItem {
  const latest = options.others.reduce((max, item) => Math.max(max, item.at), 0);
  return { ...draft, at: Math.max(options.now, latest + 1), tries: 0, state: 'waiting', reason: '' };
}

export function acceptItem(item: OutboxItem): OutboxItem {
  return { ...item, state: 'accepted' };
}

export function refuseItem(item: OutboxItem, reason: string): OutboxItem {
  return { ...item, state: 'failed', reason };
}

export function countTry(item: OutboxItem): OutboxItem {
  return { ...item, tries: item.tries + 1 };
}

/** A picture that was refused for what it is, or is gone, stays so however often it is sent. */
export function canSucceed(reason: string): boolean {
  return !/^(lost|files)/.test(reason);
}

/** Same client id: a retry is the same message to the server, whatever became of the first try. */
export function retryItem(item: OutboxItem): OutboxItem {
  return { ...item, state: 'waiting', tries: 0, reason: '' };
}

/** First in, first out: what waits behind it goes only after it, so that the order is kept. */
export function nextToSend(outbox: readonly OutboxItem[]): OutboxItem | undefined {
  return outbox.find((item) => item.state === 'waiting');
}

/** What the visitor is told: silence for the first tries, then that it has not gone. */
export function markOf(item: OutboxItem): 'sending' | 'stuck' | 'failed' | 'sent' {
  if (item.state === 'accepted') return 'sent';
  if (item.state === 'failed') return 'failed';
  return item.tries >= TRIES_BEFORE_STUCK ? 'stuck' : 'sending';
}

const TRIES_BEFORE_STUCK = 2;

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
