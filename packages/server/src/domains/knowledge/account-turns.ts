import { AppError } from '../../platform/errors/app-error.ts';
import { createRecentUse } from '../../platform/queue/recent-use.ts';
import { outsideRequest, withinRequest } from '../../platform/scope/request-scope.ts';

/**
 * Does work of an account when its turn has come. Throws `request.rate_limited` when many of this account wait, or the line is
 * full: then the last of whoever has most there gives way to an account that has nothing.
 */
export type AccountTurns = <Result>(accountId: string, work: () => Promise<Result>) => Promise<Result>;

/** `atOnce`: so much runs at once, and of one account one after another. */
type TurnBounds = {
  atOnce: number;
  maxWaiting: number;
  maxOfAccount: number;
  retryAfterSeconds: number;
  monotonicMs?: () => number;
};
type Waiting = { begin: () => Promise<void>; refuse: (error: AppError) => void };

/**
 * Turns for what serves all accounts, is slow, and is waited for by a request. The account that used it least lately is next:
 * many that are heavy hold up nobody who comes now and then.
 */
export function createAccountTurns(bounds: TurnBounds): AccountTurns {
  const { atOnce, maxWaiting, maxOfAccount, retryAfterSeconds, monotonicMs = () => performance.now() } = bounds;
  const use = createRecentUse(monotonicMs);
  // Accounts in the order of their last turn, each with what waits.
  const waiting = new Map<string, Waiting[]>();
  const running = new Set<string>();
  const countWaiting = () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
  const countOf = (accountId: string) => (waiting.get(accountId)?.length ?? 0) + (running.has(accountId) ? 1 : 0);
  const refusal = () => new AppError('request.rate_limited', { retryAfter: retryAfterSeconds });

  /** False where nobody who waits has several. */
  function makeRoom(): boolean {
    const several = [...waiting.keys()].filter((accountId) => waiting.get(accountId)?.length && countOf(accountId) > 1);
    const [most] = several.toSorted((one, other) => countOf(other) - countOf(one));
    const last = most === undefined ? undefined : waiting.get(most)?.pop();
    last?.refuse(refusal());
    return last !== undefined;
  }

  function start(): void {
    while (running.size < atOnce) {
      const ready = [...waiting.keys()].filter((accountId) => !running.has(accountId));
      const [accountId] = ready.toSorted((one, other) => use.of(one) - use.of(other));
      if (accountId === undefined) return;
      const next = waiting.get(accountId)?.shift();
      if (next !== undefined) void run(accountId, next.begin);
    }
  }

  async function run(accountId: string, begin: Waiting['begin']): Promise<void> {
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
    const count = countOf(accountId);
    const isFull = running.size + countWaiting() >= maxWaiting;
    if (count >= maxOfAccount || (isFull && (count > 0 || !makeRoom()))) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const begin = () => outsideRequest(() => withinRequest({ accountId }, work)).then(resolve, reject);
    waiting.set(accountId, [...(waiting.get(accountId) ?? []), { begin, refuse: reject }]);
    start();
    return await promise;
  };
}
