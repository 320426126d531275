import type { Locale, RateClass, Role } from '@otvet/contract';
import { AppError } from '../errors/app-error.ts';

/** Who calls: a member of one account, through one session. `impersonatedBy`: support that works in this account. */
export type ApiUser = {
  userId: string;
  accountId: string;
  role: Role;
  sessionId: string;
  impersonatedBy: string | null;
};

/** What a token says of itself that is ours by form and key, before its signature is verified. */
export type ClaimedSession = { sessionId: string };

/**
 * Finds who a bearer token belongs to; undefined for every token that is not (or no longer) good. `beforeVerifying` is
 * called when cryptography has to tell, and may throw to refuse it.
 */
export type Authenticate = (
  bearerToken: string,
  beforeVerifying?: (claimed: ClaimedSession) => void,
) => Promise<ApiUser | undefined>;

/** What every handler of the contract gets beside its input. `user` is undefined on public routes. */
export type ApiContext = {
  requestId: string;
  ip: string;
  locale: Locale;
  user: ApiUser | undefined;
  /** Counts a call that costs more than its route says; throws `request.rate_limited`. */
  requireRate(rate: RateClass): void;
  /** Aborted when the client has gone before its answer: nobody waits for the work any more. */
  gone(): AbortSignal;
};

/** The caller of a route that is not public. */
export function requireUser(context: ApiContext): ApiUser {
  if (context.user === undefined) throw new AppError('auth.required');
  return context.user;
}
