import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { runningReads } from './running-reads.ts';

/**
 * Reads anew what changed on the server. The library begins a running read again only where its answer replaces an older
 * one on a screen; the answer of any other may be older than the change, so that one is followed by another read.
 */
export async function readAnew(cache: QueryClient, filters: Pick<QueryFilters, 'queryKey' | 'exact'>): Promise<void> {
  const goesOn = runningReads(cache, {
    ...filters,
    predicate: (query) => query.state.data === undefined || !query.isActive(),
  });
  await cache.invalidateQueries(filters);
  if (goesOn.length === 0) return;
  await Promise.all(goesOn);
  await cache.invalidateQueries(filters);
}
