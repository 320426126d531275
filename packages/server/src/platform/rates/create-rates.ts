import type { Clock } from '../time/clock.ts';
import { createRateLimit, type RateLimit, type RateRule } from './rate-limit.ts';

/** The rules of one domain by name: how often what may happen, counted for each key apart. */
export type RateRules<Name extends string> = Record<Name, RateRule>;

/** Opens a table of rules for counting. */
export function createRates<const Rules extends RateRules<string>>(
  clock: Pick<Clock, 'now'>,
  rules: Rules,
): (name: keyof Rules & string) => RateLimit {
  const limits = new Map(Object.entries(rules).map(([name, rule]) => [name, createRateLimit({ clock, ...rule })]));
  return (name) => {
    const limit = limits.get(name);
    if (limit === undefined) throw new Error(`No rate has the name ${name}`);
    return limit;
  };
}
