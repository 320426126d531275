import { limits } from '@otvet/contract';
import type pg from 'pg';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AccountTurns, createAccountTurns } from './account-turns.ts';
import { boundStatements } from './store.ts';

/** The database serves all accounts: few searches of people run in it at once. */
export const createSearchTurns = (): AccountTurns =>
  createAccountTurns({ atOnce: 2, maxWaiting: 200, maxOfAccount: 12, retryAfterSeconds: 2 });

/**
 * Searches all texts of a base or a source on a person's request: in the turn of the account, and within a bound of time. Throws
 * `knowledge.search_too_slow`.
 */
export type SearchTexts = <Found>(accountId: string, search: (tx: pg.PoolClient) => Promise<Found>) => Promise<Found>;

const MAX_SEARCH_MS = 2000;

/** One for all texts: whoever searches pairs and sources has one turn. */
export function createSearchTexts({ pool, maxSearchMs }: { pool: pg.Pool; maxSearchMs?: number }): SearchTexts {
  const inTurn = createSearchTurns();
  return (accountId, search) =>
    inTurn(accountId, () =>
      withTransaction(pool, async (tx) => {
        await boundStatements.run(tx, { milliseconds: maxSearchMs ?? MAX_SEARCH_MS });
        return await search(tx);
      }),
    ).catch((error: unknown) => {
      if (unavailableReason(error) !== 'too-slow') throw error;
      throw new AppError('knowledge.search_too_slow', { cause: error });
    });
}

/** The query as it is searched for; empty where nothing is. Throws `knowledge.search_too_short`. */
export function readSearch(given: string): string {
  const search = given.trim();
  if (search !== '' && search.length < limits.knowledgeSearchMin)
    throw new AppError('knowledge.search_too_short', { details: { search: String(limits.knowledgeSearchMin) } });
  return search;
}
