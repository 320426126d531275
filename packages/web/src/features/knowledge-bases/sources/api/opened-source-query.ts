import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../../platform/api/client.ts';
import { expectAnswer } from '../../../../platform/api/expect-answer.ts';

const PAGE_SIZE = 50;

/** Where a page of passages begins, or the passage that it holds. */
type Start = { offset: number } | { passageId: string };

/** A source and its passages by pages: from its beginning, around one of them, or those that contain `search`. */
export function openedSourceQuery({ id, passageId, search }: { id: string; passageId?: string; search: string }) {
  const isAround = passageId !== undefined && search === '';
  const start: Start = isAround ? { passageId } : { offset: 0 };
  return infiniteQueryOptions({
    queryKey: ['knowledge-sources', 'opened', id, isAround ? passageId : '', search],
    queryFn: async ({ pageParam }) =>
      expectAnswer(await api.sources.passages({ id, search, limit: PAGE_SIZE, ...pageParam }), ({ passages }) =>
        Array.isArray(passages),
      ),
    initialPageParam: start,
    getNextPageParam: ({ offset, passages }): Start | undefined =>
      passages.length < PAGE_SIZE ? undefined : { offset: offset + PAGE_SIZE },
    getPreviousPageParam: ({ offset }): Start | undefined =>
      offset === 0 ? undefined : { offset: Math.max(0, offset - PAGE_SIZE) },
    placeholderData: (previous) => previous,
  });
}
