import { AppError } from '../../platform/errors/app-error.ts';
import { createKeyedQueue } from '../../platform/queue/keyed-queue.ts';
import { withinRequest } from '../../platform/scope/request-scope.ts';

/** Does work of an account when its turn has come. Throws `request.rate_limited` when many of this account wait. */
export type AccountTurns = <Result>(accountId: string, work: () => Promise<Result>) => Promise<Result>;

/** `atOnce`: so much runs at once, and of one account one after another. */
type TurnBounds = { atOnce: number; maxWaiting: number; maxOfAccount: number; retryAfterSeconds: number };

/** Turns for what serves all accounts, is slow, and is waited for by a request. */
export function createAccountTurns({ atOnce, maxWaiting, maxOfAccount, retryAfterSeconds }: TurnBounds): AccountTurns {
  // The caller hears of a failure; nothing else reaches the queue.
  const queue = createKeyedQueue({ width: atOnce, capacity: maxWaiting, onError: () => undefined });
  const waiting = new Map<string, number>();
  const count = (accountId: string) => waiting.get(accountId) ?? 0;

  return async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const run = () => withinRequest({ accountId }, work).then(resolve, reject);
    const isTaken = count(accountId) < maxOfAccount && queue.push(accountId, run, accountId);
    if (!isTaken) throw new AppError('request.rate_limited', { retryAfter: retryAfterSeconds });
    waiting.set(accountId, count(accountId) + 1);
    try {
      return await promise;
    } finally {
      if (count(accountId) > 1) waiting.set(accountId, count(accountId) - 1);
      else waiting.delete(accountId);
    }
  };
}
