/**
 * Whether a planned time is still to come. One that lies further ahead than its longest wait was planned by a clock that has
 * been set back since: it is due.
 */
export function isAhead({ at, now, longestMs }: { at: Date | number; now: Date; longestMs: number }): boolean {
  const waitMs = Number(at) - now.getTime();
  return waitMs > 0 && waitMs <= longestMs;
}
