import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readAnew } from './read-anew.ts';

/** Shows what a change gave back. A read of the same that is on its way may be older or newer: it is followed by another. */
export function putAnswer<Data>(cache: QueryClient, queryKey: QueryKey, answer: Data): void {
  const isRead = cache.isFetching({ queryKey, exact: true }) > 0;
  cache.setQueryData(queryKey, answer);
  if (isRead) void readAnew(cache, { queryKey, exact: true });
}
