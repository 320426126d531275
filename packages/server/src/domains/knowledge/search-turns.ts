import { AppError } from '../../platform/errors/app-error.ts';
import { createKeyedQueue } from '../../platform/queue/keyed-queue.ts';
import { withinRequest } from '../../platform/scope/request-scope.ts';

/** The database serves all accounts: so few searches run in it at once, and of one account one after another. */
const AT_ONCE = 2;
const MAX_WAITING = 200;
const MAX_OF_ACCOUNT = 12;
const RETRY_AFTER_SECONDS = 2;

/** Runs a search of an account when its turn has come. Throws `request.rate_limited` when many of this account wait. */
export type SearchTurns = <Result>(accountId: string, search: () => Promise<Result>) => Promise<Result>;

export function createSearchTurns(): SearchTurns {
  // The caller hears of a failure; nothing else reaches the queue.
  const queue = createKeyedQueue({ width: AT_ONCE, capacity: MAX_WAITING, onError: () => undefined });
  const waiting = new Map<string, number>();
  const count = (accountId: string) => waiting.get(accountId) ?? 0;

  return async <Result>(accountId: string, search: () => Promise<Result>): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const work = () => withinRequest({ accountId }, search).then(resolve, reject);
    const isTaken = count(accountId) < MAX_OF_ACCOUNT && queue.push(accountId, work);
    if (!isTaken) throw new AppError('request.rate_limited', { retryAfter: RETRY_AFTER_SECONDS });
    waiting.set(accountId, count(accountId) + 1);
    try {
      return await promise;
    } finally {
      if (count(accountId) > 1) waiting.set(accountId, count(accountId) - 1);
      else waiting.delete(accountId);
    }
  };
}
