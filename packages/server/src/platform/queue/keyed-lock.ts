/** Work of one key, one after another, in the order in which it was asked for. */
export type KeyedLock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** For short work: whoever comes later waits however long it takes. A failure is its caller's alone. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const done = before === undefined ? work() : before.then(work, work);
    last.set(key, done);
    try {
      return await done;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
}
