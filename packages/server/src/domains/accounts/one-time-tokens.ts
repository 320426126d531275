import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/database/queryable.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { newToken, type Random } from '../../platform/time/ids.ts';
import { deleteTokens, findLastingToken, findToken, insertToken, takeToken } from './identity-store.ts';

const SECOND = 1000;

/** What a token may be used for, and how long it lives. */
const tokenLifeMs = {
  'reset-password': 3_600 * SECOND,
  'confirm-email': 86_400 * SECOND,
  'sign-in-as': 60 * SECOND,
} as const;
type TokenPurpose = keyof typeof tokenLifeMs;

type TokenOwner = { userId: string; email: string; madeBy: string | null };

/** Tokens of links: random, kept as hashes, for one purpose, used once. */
export type OneTimeTokens = {
  /** `madeBy`: the supporter who asked for a sign-in, or the session that asked for a new address. */
  issue(
    token: { purpose: TokenPurpose; userId: string; email: string; madeBy?: string },
    tx: Queryable,
  ): Promise<string>;
  /** Whose a token is, without using it; throws `auth.token_invalid`. */
  read(token: string, purpose: TokenPurpose): Promise<TokenOwner>;
  /** Uses a token up; throws `auth.token_invalid` for every token that is not good, whatever is wrong with it. */
  take(input: { token: string; purpose: TokenPurpose }, tx: Queryable): Promise<TokenOwner>;
  /** Whether an unused one will still be good after so long. */
  hasLasting(token: { userId: string; purpose: TokenPurpose; ms: number }): Promise<boolean>;
  revoke(input: { userId: string; purposes: TokenPurpose[] }, tx: Queryable): Promise<void>;
};

export function createOneTimeTokens(deps: { pool: Queryable; clock: Clock; random: Random }): OneTimeTokens {
  return {
    issue: async ({ purpose, userId, email, madeBy }, tx) => {
      const token = newToken(deps.random);
      const now = deps.clock.now();
      const expiresAt = new Date(now.getTime() + tokenLifeMs[purpose]);
      await insertToken.run(tx, { hash: hashOf(token), purpose, userId, email, madeBy, now, expiresAt });
      return token;
    },
    read: async (token, purpose) =>
      toOwner(await findToken.first(deps.pool, { hash: hashOf(token), purpose, now: deps.clock.now() })),
    take: async ({ token, purpose }, tx) =>
      toOwner(await takeToken.first(tx, { hash: hashOf(token), purpose, now: deps.clock.now() })),
    hasLasting: async ({ userId, purpose, ms }) => {
      const until = new Date(deps.clock.now().getTime() + ms);
      return (await findLastingToken.first(deps.pool, { userId, purpose, until })) !== undefined;
    },
    revoke: async (input, tx) => {
      await deleteTokens.run(tx, input);
    },
  };
}

function toOwner(row: TokenOwner | undefined): TokenOwner {
  if (row === undefined) throw new AppError('auth.token_invalid');
  return row;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
