import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/database/queryable.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { networksOf } from '../../platform/http/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { countAttempt, forgiveAttempts } from './identity-store.ts';

const MINUTE = 60_000;

/** Tries per window, by what is counted. Counted for addresses that exist and that do not alike. */
const attemptRules = {
  // A stranger's tries count against his own network; those of all networks together only slow down who comes from a new one.
  'sign-in.pair': { max: 10, windowMs: 15 * MINUTE },
  // While many networks try an address, each of them has fewer tries.
  'sign-in.attacked': { max: 3, windowMs: 15 * MINUTE },
  'sign-in.device': { max: 20, windowMs: 15 * MINUTE },
  'sign-in.email': { max: 20, windowMs: 15 * MINUTE },
  // Right ones count too: anybody can sign up and have a known device. Beyond them a device counts as any other.
  'sign-in.known': { max: 30, windowMs: 15 * MINUTE },
  'sign-in.known.ip': { max: 60, windowMs: 15 * MINUTE },
  'sign-in.ip': { max: 100, windowMs: 15 * MINUTE },
  'register.ip': { max: 60, windowMs: 60 * MINUTE },
  'check-email.ip': { max: 60, windowMs: 10 * MINUTE },
  'forgot.pair': { max: 5, windowMs: 60 * MINUTE },
  // The rest of the mails of an address is for networks that have not asked for it yet.
  'forgot.again': { max: 5, windowMs: 60 * MINUTE },
  'forgot.email': { max: 10, windowMs: 60 * MINUTE },
  'forgot.ip': { max: 30, windowMs: 60 * MINUTE },
  'token.ip': { max: 60, windowMs: 10 * MINUTE },
  // Right ones count too: each of them hashes.
  'password.user': { max: 10, windowMs: 15 * MINUTE },
  'password.ip': { max: 60, windowMs: 15 * MINUTE },
  'mail.user': { max: 10, windowMs: 60 * MINUTE },
} as const;
type AttemptRule = keyof typeof attemptRules;
/** `ip`: for rules that count an address together with the network that tries it. */
type Attempt = { rule: AttemptRule; subject: string; ip?: string };

/** Limits against guessing and flooding, shared by all nodes. */
export type AttemptLimits = {
  /** Counts a try under every rule and gives the highest count; throws `request.rate_limited` when one is used up. */
  require(attempts: Attempt[]): Promise<number>;
  /** Counts a try; true when the rule allows no more. */
  countAndCheck(attempt: Attempt): Promise<boolean>;
  /** The try was an honest one: `all` clears the count, else it is taken back. */
  forgive(attempt: Attempt, options?: { all: boolean }): Promise<void>;
};

type Counted = { tries: number; retryAfter: number };

export function createAttemptLimits({ pool, clock }: { pool: Queryable; clock: Clock }): AttemptLimits {
  /** How many tries there were, and the seconds until the rule allows another; 0: it allows this one. */
  async function count(attempt: Attempt): Promise<Counted> {
    let tries = 0;
    for (const { key, share } of keysOf(attempt)) {
      const counted = await countKey(key, { rule: attempt.rule, share });
      if (counted.retryAfter > 0) return counted;
      if (share === 1) tries = counted.tries;
    }
    return { tries, retryAfter: 0 };
  }

  async function countKey(key: string, { rule, share }: { rule: AttemptRule; share: number }): Promise<Counted> {
    const { max, windowMs } = attemptRules[rule];
    const now = clock.now();
    const windowEnd = new Date(now.getTime() + windowMs);
    // Of parallel tries a later one may be counted first: only a clock that was set back ends a window early.
    const latestEnd = new Date(windowEnd.getTime() + MINUTE);
    const counted = await countAttempt.first(pool, { key, now, windowEnd, latestEnd });
    if (counted === undefined) return { tries: 1, retryAfter: 0 };
    const isUsedUp = counted.count > max * share;
    return { tries: counted.count, retryAfter: isUsedUp ? (counted.expiresAt.getTime() - now.getTime()) / 1000 : 0 };
  }

  return {
    require: async (attempts) => {
      // One after the other: parallel statements would take as many connections for one unknown caller.
      let highest = 0;
      for (const attempt of attempts) {
        const { tries, retryAfter } = await count(attempt);
        if (retryAfter > 0) throw new AppError('request.rate_limited', { retryAfter });
        highest = Math.max(highest, tries);
      }
      return highest;
    },
    countAndCheck: async (attempt) => (await count(attempt)).retryAfter > 0,
    forgive: async (attempt, { all } = { all: false }) => {
      for (const { key } of keysOf(attempt)) await forgiveAttempts.run(pool, { key, all });
    },
  };
}

/**
 * Tries of an address are counted in every network around it: a block of IPv6 networks is free, and buys a stranger four
 * times the tries of one. Only hashes are stored: the table must not become a list of addresses.
 */
function keysOf({ rule, subject, ip }: Attempt): { key: string; share: number }[] {
  const counted = rule.endsWith('.ip') ? { from: subject, what: [rule] } : { from: ip, what: [rule, subject] };
  if (counted.from === undefined) return [{ key: hashOf(counted.what), share: 1 }];
  return networksOf(counted.from).map(({ key, share }) => ({ key: hashOf([...counted.what, key]), share }));
}

function hashOf(counted: string[]): string {
  return createHash('sha256').update(JSON.stringify(counted)).digest('base64url');
}
