import { limits } from '@otvet/contract/values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';

const pageSize = limits.listMax;

/** What a base is taught from, newest first, by pages. */
export function sourcesQuery(baseId: string) {
  return infiniteQueryOptions({
    queryKey: ['knowledge-sources', 'of', baseId],
    queryFn: async ({ pageParam }) =>
      expectAnswer(await api.sources.all({ id: baseId, limit: pageSize, offset: pageParam }), ({ sources }) =>
        Array.isArray(sources),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.sources.length < pageSize ? undefined : pages.length * pageSize),
  });
}
