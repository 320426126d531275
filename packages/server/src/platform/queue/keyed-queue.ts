import { outsideRequest } from '../scope/request-scope.ts';

/**
 * Runs work of one key one after another, and of different keys side by side, at most `width` at once. Where more waits, owners
 * of keys (accounts) take turns: one with a thousand keys does not keep out one with a single key.
 */
export type KeyedQueue = {
  /** False when the queue is full: the caller's row waits for the sweep. */
  push(key: string, work: () => Promise<void>, owner: string): boolean;
  size(): number;
  /** How many more keys could start at once. */
  room(): number;
  /** Whether work of this key would start at once. */
  isFree(key: string): boolean;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  /** Takes nothing more and forgets what waits (rows keep it); resolves when what runs has ended. */
  stop(): Promise<void>;
};

type Work = () => Promise<void>;

/** Errors of the work go to `onError`; the queue goes on. */
export function createKeyedQueue(options: {
  width: number;
  capacity: number;
  onError(error: unknown): void;
}): KeyedQueue {
  const waiting = new Map<string, { owner: string; works: Work[] }>();
  const ready = createTurns();
  const idlers: (() => void)[] = [];
  let running = 0;
  let size = 0;
  let isStopped = false;

  function finish(key: string): void {
    running -= 1;
    size -= 1;
    const rest = waiting.get(key);
    if (rest && rest.works.length > 0) ready.add(rest.owner, key);
    else waiting.delete(key);
    start();
    if (size === 0) for (const resolve of idlers.splice(0)) resolve();
  }

  function start(): void {
    while (running < options.width) {
      const key = ready.take();
      if (key === undefined) return;
      const work = waiting.get(key)?.works.shift();
      if (!work) continue;
      running += 1;
      outsideRequest(work)
        .catch(options.onError)
        .finally(() => finish(key));
    }
  }

  const room = () => (isStopped ? 0 : Math.max(0, options.width - running - ready.size()));
  const idle = (): Promise<void> => (size === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve)));

  return {
    push(key, work, owner) {
      if (isStopped || size >= options.capacity) return false;
      size += 1;
      const queue = waiting.get(key);
      if (queue) {
        queue.works.push(work);
        return true;
      }
      waiting.set(key, { owner, works: [work] });
      ready.add(owner, key);
      start();
      return true;
    },
    size: () => size,
    room,
    isFree: (key) => room() > 0 && !waiting.has(key),
    idle,
    stop() {
      isStopped = true;
      size = running;
      ready.clear();
      waiting.clear();
      return idle();
    },
  };
}

/** Keys of owners who take turns; each owner's in their order. */
function createTurns() {
  const keys = new Map<string, string[]>();
  let size = 0;
  return {
    size: () => size,
    add(owner: string, key: string): void {
      const own = keys.get(owner);
      if (own) own.push(key);
      else keys.set(owner, [key]);
      size += 1;
    },
    take(): string | undefined {
      const [first] = keys;
      if (first === undefined) return undefined;
      const [owner, own] = first;
      const key = own.shift();
      keys.delete(owner);
      if (own.length > 0) keys.set(owner, own);
      size -= 1;
      return key;
    },
    clear(): void {
      keys.clear();
      size = 0;
    },
  };
}
