import { limitNetworks } from '../../platform/http/index.ts';
import { createRates } from '../../platform/rates/index.ts';
import type { Clock } from '../../platform/time/clock.ts';

/**
 * Platforms send hundreds of verified requests a second from few addresses: only those that are refused count. A network
 * that sent many of them gets less memory; one that sent too many is still verified, but only by what is in memory.
 */
const rules = {
  refusedOfNetwork: { capacity: 300, perMinute: 300 },
  // Slow to be forgotten: a body may take twenty seconds to be refused.
  doubtsOfNetwork: { capacity: 20, perMinute: 2 },
} as const;

/** Requests of a network that did not verify. */
export type Refusals = {
  count(ip: string): void;
  /** Counts one more; throws `request.rate_limited` when they are too many. */
  require(ip: string): void;
  areMany(ip: string): boolean;
  areTooMany(ip: string): boolean;
};

export function countRefusals(clock: Clock): Refusals {
  const rates = createRates(clock, rules);
  const [refused, doubts] = [limitNetworks(rates('refusedOfNetwork')), limitNetworks(rates('doubtsOfNetwork'))];
  return {
    count: (ip) => {
      doubts.take(ip);
      refused.take(ip);
    },
    require: (ip) => {
      doubts.take(ip);
      refused.require(ip);
    },
    areMany: (ip) => doubts.check(ip) > 0,
    areTooMany: (ip) => refused.check(ip) > 0,
  };
}
