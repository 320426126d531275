import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { readsOf, runningQueries } from './running-reads.ts';

/**
 * Reads anew what changed on the server. The library begins a running read again only where its answer replaces an older
 * one on a screen; the answer of any other may be older than the change, so that one is followed by another read: one, however
 * many changes waited for it.
 */
export async function readAnew(cache: QueryClient, filters: Pick<QueryFilters, 'queryKey' | 'exact'>): Promise<void> {
  const old = new Set(
    runningQueries(cache, filters).filter((query) => query.state.data === undefined || !query.isActive()),
  );
  const reads = readsOf([...old]);
  await cache.invalidateQueries(filters);
  if (old.size === 0) return;
  await Promise.all(reads);
  await cache.invalidateQueries({ ...filters, predicate: (query) => old.has(query) }, { cancelRefetch: false });
}
