import { AppError } from '../../platform/errors/app-error.ts';
import { createRecentUse } from '../../platform/queue/recent-use.ts';
import { outsideRequest, withinRequest } from '../../platform/scope/request-scope.ts';

/** Does work of an account when its turn has come. Throws `request.rate_limited` when many of this account wait. */
export type AccountTurns = <Result>(accountId: string, work: () => Promise<Result>) => Promise<Result>;

/** `atOnce`: so much runs at once, and of one account one after another. */
type TurnBounds = {
  atOnce: number;
  maxWaiting: number;
  maxOfAccount: number;
  retryAfterSeconds: number;
  monotonicMs?: () => number;
};
type Begin = () => Promise<void>;

/**
 * Turns for what serves all accounts, is slow, and is waited for by a request. The account that used it least lately is next:
 * many that are heavy hold up nobody who comes now and then.
 */
export function createAccountTurns(bounds: TurnBounds): AccountTurns {
  const { atOnce, maxWaiting, maxOfAccount, retryAfterSeconds, monotonicMs = () => performance.now() } = bounds;
  const use = createRecentUse(monotonicMs);
  // Accounts in the order of their last turn, each with what waits.
  const waiting = new Map<string, Begin[]>();
  const running = new Set<string>();
  const countWaiting = () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0);

  function start(): void {
    while (running.size < atOnce) {
      const ready = [...waiting.keys()].filter((accountId) => !running.has(accountId));
      const [accountId] = ready.toSorted((one, other) => use.of(one) - use.of(other));
      if (accountId === undefined) return;
      const begin = waiting.get(accountId)?.shift();
      if (begin !== undefined) void run(accountId, begin);
    }
  }

  async function run(accountId: string, begin: Begin): Promise<void> {
    const since = monotonicMs();
    running.add(accountId);
    await begin();
    running.delete(accountId);
    const rest = waiting.get(accountId) ?? [];
    waiting.delete(accountId);
    if (rest.length > 0) waiting.set(accountId, rest);
    use.charge(accountId, monotonicMs() - since);
    start();
  }

  return async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const own = waiting.get(accountId) ?? [];
    const count = own.length + (running.has(accountId) ? 1 : 0);
    if (count >= maxOfAccount || running.size + countWaiting() >= maxWaiting)
      throw new AppError('request.rate_limited', { retryAfter: retryAfterSeconds });
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const begin = () => outsideRequest(() => withinRequest({ accountId }, work)).then(resolve, reject);
    own.push(begin);
    waiting.set(accountId, own);
    start();
    return await promise;
  };
}
