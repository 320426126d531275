import type { Clock } from '../../platform/time/clock.ts';

const KEPT_MS = 60_000;
const MAX_KEPT = 1000;

type Options<Asked, Value> = {
  clock: Pick<Clock, 'now'>;
  keyOf(asked: Asked): string;
  read(asked: Asked): Promise<Value>;
  /** What stands in for a value that could not be read; it is not kept. */
  onFailure(error: unknown, asked: Asked): Value;
};

/** Reads a value once in a minute, however many visitors ask for it. */
export function keepForMinute<Asked, Value>(options: Options<Asked, Value>): (asked: Asked) => Promise<Value> {
  const kept = new Map<string, { until: number; value: Promise<Value> }>();
  return (asked) => {
    const key = options.keyOf(asked);
    const now = options.clock.now().getTime();
    const known = kept.get(key);
    if (known !== undefined && known.until > now) return known.value;
    const value = options.read(asked).catch((error: unknown) => {
      kept.delete(key);
      return options.onFailure(error, asked);
    });
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { until: now + KEPT_MS, value });
    return value;
  };
}
