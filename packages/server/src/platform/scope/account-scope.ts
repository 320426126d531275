import { AsyncLocalStorage } from 'node:async_hooks';

type Scope = { accountId: string; isOpen: boolean };

const scopes = new AsyncLocalStorage<Scope | undefined>();

/**
 * Runs a request of one account: the database shows and changes rows of that account alone, whatever the statements ask
 * for. What the request leaves behind when it is answered (timers, deliveries) is bound no longer.
 */
export async function withinAccount<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
  const scope: Scope = { accountId, isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** Runs work that does not belong to the request that happens to start it: of a queue, of all accounts. */
export function acrossAccounts<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}

/** The account whose request this code serves; undefined for work of the product itself. */
export function findAccountInScope(): string | undefined {
  const scope = scopes.getStore();
  return scope?.isOpen ? scope.accountId : undefined;
}
