/**
 * Does something when the clock stands before where it stood when it was looked at last; and the first time, when nobody knows
 * where it stood before this process. What failed is done at the next look.
 */
export function createSetBackWatch(act: (now: Date) => Promise<unknown>): (now: Date) => Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  return async (now) => {
    if (now.getTime() < last) await act(now);
    last = now.getTime();
  };
}
