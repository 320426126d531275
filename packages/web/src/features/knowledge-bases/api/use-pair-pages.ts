import { QueryObserver, useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { queryClient } from '../../../platform/api/query-client.ts';
import { PAGE_SIZE, pairPageQuery } from './pairs-query.ts';

type Shown = { kbId: string; search: string; pages: number };

/**
 * The pages of pairs that were scrolled to. The first is read anew with every change of the base, for the count and what is
 * new; of the others those in view, and the rest once it is scrolled to: a change in a long base costs no read of all of it.
 */
export function usePairPages({ kbId, search, seen }: { kbId: string; search: string; seen: ReadonlySet<number> }) {
  const [chosen, setShown] = useState<Shown>({ kbId, search, pages: 0 });
  const isSame = chosen.kbId === kbId && chosen.search === search;
  const asked = isSame && chosen.pages > 0 ? chosen.pages : pagesInCache({ kbId, search });
  const first = useQuery({ ...pairPageQuery({ kbId, search, page: 0 }), placeholderData: (previous) => previous });
  const count = first.data?.count ?? 0;
  const pages = first.isPlaceholderData ? 1 : Math.min(asked, Math.max(1, Math.ceil(count / PAGE_SIZE)));
  const others = useObserved(
    Array.from({ length: pages - 1 }, (_, at) => {
      const query = pairPageQuery({ kbId, search, page: at + 1 });
      // One without rows is never in view.
      return { ...query, enabled: ({ state }) => seen.has(at + 1) || !state.data?.pairs.length } satisfies typeof query;
    }),
  );
  const last = others.at(-1);
  const isMoreError = last !== undefined && last.data === undefined && last.isError;
  return {
    first,
    count,
    pages: [first, ...others].map(({ data }) => data?.pairs ?? []),
    hasMore: pages * PAGE_SIZE < count || (last !== undefined && last.data === undefined),
    isLoadingMore: first.isPlaceholderData || last?.isPending === true,
    moreError: isMoreError ? last.error : null,
    loadMore: () => (isMoreError ? void last.refetch() : setShown({ kbId, search, pages: pages + 1 })),
  };
}

/** Those that were scrolled to a while ago, to come back to the same place. */
function pagesInCache({ kbId, search }: { kbId: string; search: string }): number {
  let pages = 1;
  while (queryClient.getQueryData(pairPageQuery({ kbId, search, page: pages }).queryKey) !== undefined) pages += 1;
  return pages;
}

type PageQuery = ReturnType<typeof pairPageQuery>;

const observe = (query: PageQuery) => new QueryObserver(queryClient, { ...query, enabled: false });

/** What each query has now. The library's own hook for several would be among the first bytes that every screen loads. */
function useObserved(queries: readonly PageQuery[]) {
  const [observers] = useState<ReturnType<typeof observe>[]>([]);
  const [, showAgain] = useReducer((shown: number) => shown + 1, 0);
  while (observers.length < queries.length) {
    const query = queries[observers.length];
    if (query) observers.push(observe(query));
  }
  useEffect(() => {
    for (const observer of observers.splice(queries.length)) observer.destroy();
    for (const [at, query] of queries.entries()) observers[at]?.setOptions(query);
  });
  useEffect(() => {
    const ends = observers.slice(0, queries.length).map((observer) => observer.subscribe(showAgain));
    return () => {
      for (const end of ends) end();
    };
  }, [observers, queries.length]);
  return queries.flatMap(
    (query, at) => observers[at]?.getOptimisticResult(queryClient.defaultQueryOptions(query)) ?? [],
  );
}
