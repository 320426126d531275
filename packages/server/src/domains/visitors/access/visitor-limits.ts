import { chargesOfNetworks } from '../../../platform/http/index.ts';
import {
  type Charge,
  chargeAll,
  createRates,
  giveBackAll,
  type RateLimit,
  type RateRule,
} from '../../../platform/rates/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';

const DAY_MINUTES = 24 * 60;

const rules = {
  messagesOfVisitor: { perMinute: 20, capacity: 10 },
  messagesOfNetwork: { perMinute: 240, capacity: 80 },
  /** Each message may cost an answer of the business: what a person writes in a day, and a crowd behind one address. */
  dayOfVisitor: { perMinute: 200 / DAY_MINUTES, capacity: 200 },
  dayOfNetwork: { perMinute: 2000 / DAY_MINUTES, capacity: 2000 },
  imagesOfVisitor: { perMinute: 10, capacity: 10 },
  visitorsOfNetwork: { perMinute: 60, capacity: 60 },
  sessionsOfNetwork: { perMinute: 240, capacity: 120 },
  contactsOfVisitor: { perMinute: 6, capacity: 6 },
  /** One signal each 600 ms (specification, section 7). */
  typingOfVisitor: { perMinute: 100, capacity: 1 },
} as const satisfies Record<string, RateRule>;

export type RateName = keyof typeof rules;

/** A network and the blocks around it, for each account apart where one is named. */
type Network = { ip: string; accountId?: string };

/** The name of a rate and whose it is. */
export type Bucket = readonly [name: RateName, of: string | Network];

export type VisitorLimits = {
  /** Throws 429 with Retry-After when the bucket is empty. */
  take(...bucket: Bucket): void;
  /** Takes from all of these as `take`, or from none. */
  takeAll(buckets: readonly Bucket[]): void;
  /** Puts back what was taken for something that does not count after all. */
  giveBack(buckets: readonly Bucket[]): void;
  /** Takes as `take`; false when the bucket is empty. */
  tryTake(name: RateName, key: string): boolean;
};

/** Rates of this process by visitor and by network address: bounded maps in memory, no database work. */
export function createVisitorLimits(clock: Clock): VisitorLimits {
  const rate: (name: RateName) => RateLimit = createRates(clock, rules);
  const toCharges = (buckets: readonly Bucket[]): Charge[] =>
    buckets.flatMap(([name, of]) => {
      const limit = rate(name);
      return typeof of === 'string'
        ? [{ limit, key: of }]
        : chargesOfNetworks(limit, { ip: of.ip, part: of.accountId });
    });
  return {
    take: (...bucket) => chargeAll(toCharges([bucket])),
    takeAll: (buckets) => chargeAll(toCharges(buckets)),
    giveBack: (buckets) => giveBackAll(toCharges(buckets)),
    tryTake: (name, key) => rate(name).take(key) === 0,
  };
}
