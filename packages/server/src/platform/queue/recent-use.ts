/** What somebody has used is half forgotten after so long. */
const HALF_LIFE_MS = 60_000;
const MAX_KNOWN = 2000;

/** How long each has used what serves all of them, so that whoever used it least is served first. */
export type RecentUse = {
  /** In whole milliseconds: small differences make no order. */
  of(key: string): number;
  charge(key: string, ms: number): void;
};

export function createRecentUse(monotonicMs: () => number): RecentUse {
  const used = new Map<string, { ms: number; at: number }>();
  const of = (key: string) => {
    const known = used.get(key);
    return known === undefined ? 0 : Math.floor(known.ms * 0.5 ** ((monotonicMs() - known.at) / HALF_LIFE_MS));
  };
  return {
    of,
    charge(key, ms) {
      const total = of(key) + ms;
      used.delete(key);
      used.set(key, { ms: total, at: monotonicMs() });
      const [oldest] = used.keys();
      if (used.size > MAX_KNOWN && oldest !== undefined) used.delete(oldest);
    },
  };
}
