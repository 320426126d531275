import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

const nothing = () => undefined;

/** The reads of these queries that are on their way. Each resolves, never rejects, when it has ended, however it did. */
export const runningReads = (cache: QueryClient, filters: QueryFilters): Promise<void>[] =>
  readsOf(runningQueries(cache, filters));

export const runningQueries = (cache: QueryClient, filters: QueryFilters): Query[] =>
  cache.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });

/** The same of queries that are known to be read. */
export const readsOf = (queries: readonly Query[]): Promise<void>[] =>
  queries.flatMap(({ promise }) => promise?.then(nothing, nothing) ?? []);
