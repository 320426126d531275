/** Work of one key, one after another, in the order in which it was asked for. */
export type KeyedLock = <Result>(
  key: string,
  work: () => Promise<Result>,
  /** Ends the wait for what is before it: the work begins then, beside it. */
  options?: { until?: () => Promise<unknown> },
) => Promise<Result>;

/** For short work. A failure is its caller's alone. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work, { until } = {}) => {
    const before = last.get(key)?.catch(() => undefined);
    const done = before === undefined ? work() : Promise.race(until ? [before, until()] : [before]).then(work);
    last.set(key, done);
    try {
      return await done;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
}
