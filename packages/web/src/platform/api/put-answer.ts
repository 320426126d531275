import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows what a change gave back. A read of the same that is on its way may be older, and is given up. */
export function putAnswer<Data>(cache: QueryClient, queryKey: QueryKey, answer: Data): void {
  void cache.cancelQueries({ queryKey, exact: true, predicate: ({ state }) => state.data !== undefined });
  cache.setQueryData(queryKey, answer);
}
