import { outsideRequest } from '../scope/request-scope.ts';

/** Runs work of one key one after another, and of different keys side by side, at most `width` at once. */
export type KeyedQueue = {
  /** False when the queue is full: the caller's row waits for the sweep. */
  push(key: string, work: () => Promise<void>): boolean;
  size(): number;
  /** How many more keys could start at once. */
  room(): number;
  /** Whether work of this key would start at once. */
  isFree(key: string): boolean;
  /** Whether work of this key would start at once, or when what runs of it has ended. */
  isNext(key: string): boolean;
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
  const waiting = new Map<string, Work[]>();
  const ready: string[] = [];
  const idlers: (() => void)[] = [];
  let running = 0;
  let size = 0;
  let isStopped = false;

  function finish(key: string): void {
    running -= 1;
    size -= 1;
    const rest = waiting.get(key);
    if (rest && rest.length > 0) ready.push(key);
    else waiting.delete(key);
    start();
    if (size === 0) for (const resolve of idlers.splice(0)) resolve();
  }

  function start(): void {
    while (running < options.width) {
      const key = ready.shift();
      if (key === undefined) return;
      const work = waiting.get(key)?.shift();
      if (!work) continue;
      running += 1;
      outsideRequest(work)
        .catch(options.onError)
        .finally(() => finish(key));
    }
  }

  const room = () => (isStopped ? 0 : Math.max(0, options.width - running - ready.length));
  const idle = (): Promise<void> => (size === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve)));

  return {
    push(key, work) {
      if (isStopped || size >= options.capacity) return false;
      size += 1;
      const queue = waiting.get(key);
      if (queue) {
        queue.push(work);
        return true;
      }
      waiting.set(key, [work]);
      ready.push(key);
      start();
      return true;
    },
    size: () => size,
    room,
    isFree: (key) => room() > 0 && !waiting.has(key),
    isNext: (key) => (waiting.has(key) ? waiting.get(key)?.length === 0 && ready.length === 0 : room() > 0),
    idle,
    stop() {
      isStopped = true;
      size = running;
      ready.length = 0;
      waiting.clear();
      return idle();
    },
  };
}
