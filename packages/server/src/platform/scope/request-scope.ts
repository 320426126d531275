import { AsyncLocalStorage } from 'node:async_hooks';

/** A person who calls; `impersonatedBy`: support that works in his name. */
export type Caller = { userId: string; impersonatedBy: string | null; ip: string };

/** Of a visitor there is no caller. */
type RequestScope = { accountId: string; caller?: Caller };

const scopes = new AsyncLocalStorage<{ request: RequestScope; isOpen: boolean } | undefined>();

/**
 * Runs a request of one account: the database shows and changes rows of that account alone, whatever the statements ask
 * for, and what is recorded has its caller. What the request leaves behind when it is answered (timers, deliveries) is
 * bound no longer.
 */
export async function withinRequest<Result>(request: RequestScope, work: () => Promise<Result>): Promise<Result> {
  const scope = { request, isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** Runs work that does not belong to the request that happens to start it: of a queue, of all accounts. */
export function outsideRequest<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}

/** The request that this code serves; undefined for work of the product itself. */
export function findRequest(): RequestScope | undefined {
  const scope = scopes.getStore();
  return scope?.isOpen ? scope.request : undefined;
}
