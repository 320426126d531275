import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes the request that this code serves; `impersonatedBy`: support that works in his name. */
type CallerInScope = { userId: string; impersonatedBy: string | null; ip: string };

const callers = new AsyncLocalStorage<{ caller: CallerInScope; isOpen: boolean }>();

/** Runs a request; what it leaves behind when it is answered is nobody's any longer. */
export async function withinCall<Result>(caller: CallerInScope, work: () => Promise<Result>): Promise<Result> {
  const scope = { caller, isOpen: true };
  try {
    return await callers.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

export function findCaller(): CallerInScope | undefined {
  const scope = callers.getStore();
  return scope?.isOpen ? scope.caller : undefined;
}
