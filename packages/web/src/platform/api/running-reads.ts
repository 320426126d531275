import type { QueryClient, QueryFilters } from '@tanstack/react-query';

const nothing = () => undefined;

/** The reads of these queries that are on their way. Each resolves, never rejects, once its answer stands in the cache. */
export function runningReads(cache: QueryClient, filters: QueryFilters): Promise<void>[] {
  return cache
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .flatMap(({ promise }) => promise?.then(nothing, nothing) ?? []);
}
