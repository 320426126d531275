import { AppError } from '../errors/app-error.ts';
import { type Charge, chargeAll, giveBackAll, type RateLimit } from '../rates/index.ts';
import { networksOf } from './network-of.ts';

/** A limit by network: it counts the network of an address and the blocks around it, each with its bound. */
export type NetworkLimit = {
  /** Takes from all of them; the wait in seconds if one is used up, else 0. */
  take(ip: string): number;
  /** As `take`, but throws `request.rate_limited` with its Retry-After. */
  require(ip: string): void;
  /** The wait in seconds that `take` would give, without taking. */
  check(ip: string): number;
  /** Puts back what was taken for something that does not count after all. */
  giveBack(ip: string): void;
};

type Options = { part?: string | undefined; onRefused?: ((ip: string) => void) | undefined };

/** Counts `limit` by networks, for each `part` apart. */
export function limitNetworks(limit: RateLimit, { part, onRefused }: Options = {}): NetworkLimit {
  const chargesOf = (ip: string) => chargesOfNetworks(limit, { ip, part });
  const check = (ip: string) => Math.max(...chargesOf(ip).map(({ key, cost }) => limit.check(key, cost)));
  function take(ip: string): number {
    const wait = check(ip);
    // A full block must not use up the networks in it.
    if (wait === 0) chargeAll(chargesOf(ip));
    else onRefused?.(ip);
    return wait;
  }

  return {
    check,
    take,
    require: (ip) => {
      const wait = take(ip);
      if (wait > 0) throw new AppError('request.rate_limited', { retryAfter: wait });
    },
    giveBack: (ip) => giveBackAll(chargesOf(ip)),
  };
}

type Charged = { ip: string; part?: string | undefined; cost?: number };

/** What something costs its network and the blocks around it. A wider block has a larger bound: it is charged a smaller part. */
export function chargesOfNetworks(limit: RateLimit, { ip, part, cost = 1 }: Charged): Charge[] {
  return networksOf(ip).map(({ key, share }) => ({
    limit,
    key: part === undefined ? key : `${part} ${key}`,
    cost: cost / share,
    share,
  }));
}
