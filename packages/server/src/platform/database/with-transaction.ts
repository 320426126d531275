import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode, toDatabaseError, unavailableReason } from './database-errors.ts';
import { markTransaction } from './nested-connections.ts';

const MAX_RETRIES = 5;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/** Waits before retry number 1, 2, ...; tests give their own. */
export type RetryPause = (retry: number) => Promise<void>;

/** Growing pauses (10 ms doubled each time, half of it random) from an injected source of randomness in [0, 1). */
export function createRetryPause(random: () => number): RetryPause {
  return async (retry) => {
    const full = 10 * 2 ** (retry - 1);
    await sleep(full / 2 + (random() * full) / 2);
  };
}

/**
 * Runs the work in one transaction and commits it; the work runs again (at most 5 times) after a deadlock or a
 * serialization failure, so it must have no effect outside the given client. Keep it short, never await a network,
 * and never ask the pool for one more connection: `nested-connections` refuses it in tests.
 */
// The third parameter has a default that all callers but tests use; an object would only add noise at each call.
export async function withTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  pause: RetryPause = createRetryPause(Math.random),
): Promise<Result> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await runOnce(pool, work);
    } catch (error) {
      if (!isRetryable(error) || retry > MAX_RETRIES) {
        throw toDatabaseError(error);
      }
      await pause(retry);
    }
  }
}

async function runOnce<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await markTransaction(() => work(client));
    const commit = await client.query('COMMIT');
    if (commit.command === 'ROLLBACK') {
      throw new Error('The transaction was rolled back: a statement in it had failed and its error was swallowed');
    }
    return result;
  } catch (error) {
    broken = unavailableReason(error) !== undefined || !(await rollBack(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    // The connection is unusable: the caller destroys it, and the server rolls back by itself.
    return false;
  }
}

function isRetryable(error: unknown): boolean {
  const code = errorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
