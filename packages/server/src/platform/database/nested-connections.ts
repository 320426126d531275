import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
let report: ((error: Error) => void) | undefined;

/**
 * From now on code inside a transaction that asks a pool for one more connection fails, and is reported. Such code holds
 * one connection while it waits for another: as many of it as the pool has connections stop the database for everybody.
 * Tests switch it on; without it nothing is watched and nothing costs anything.
 */
export function refuseNestedConnections(found: (error: Error) => void): void {
  report = found;
}

/** Runs the work of a transaction, so that `guardConnections` knows it. */
export async function markTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  if (report === undefined) return await work();
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, work);
  } finally {
    // What it left behind may take a connection of its own.
    transaction.isOpen = false;
  }
}

/** Runs what another caller would do at the same time: it holds no connection of this transaction. */
export function besideTransaction<Result>(work: () => Result): Result {
  return transactions.exit(work);
}

/** Lets a pool refuse connections to code that holds one in a transaction, where tests have asked for it. */
export function guardConnections(pool: pg.Pool): void {
  if (report === undefined) return;
  const refused = report;
  const connect = pool.connect;
  Object.defineProperty(pool, 'connect', {
    configurable: true,
    value: (...parameters: unknown[]) => {
      if (transactions.getStore()?.isOpen) refuse(refused);
      return Reflect.apply(connect, pool, parameters);
    },
  });
}

function refuse(found: (error: Error) => void): never {
  const error = new Error('Code inside a transaction asks the pool for one more connection: give it the transaction');
  found(error);
  throw error;
}
