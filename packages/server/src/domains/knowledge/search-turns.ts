import { type AccountTurns, createAccountTurns } from './account-turns.ts';

export type SearchTurns = AccountTurns;

/** The database serves all accounts: few searches of people run in it at once. */
export const createSearchTurns = (): SearchTurns =>
  createAccountTurns({ atOnce: 2, maxWaiting: 200, maxOfAccount: 12, retryAfterSeconds: 2 });
