import { limits } from '@otvet/contract/values';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';

const pageSize = limits.dialogPageSize;

/** Pairs of a base by pages: newest first, or by relevance of the search. */
export function pairsQuery(kbId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: ['knowledge-bases', kbId, 'pairs', search],
    queryFn: async ({ pageParam }) =>
      expectAnswer(await api.learning.pairs({ kbId, search, limit: pageSize, offset: pageParam }), ({ pairs }) =>
        Array.isArray(pairs),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.pairs.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: (previous) => previous,
  });
}

export function useRemovePair() {
  return useMutation({
    mutationFn: (id: string) => api.learning.removePair({ id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
      showToast({ kind: 'success', message: translate('knowledge.pair.removed') });
    },
    onError: showErrorToast,
  });
}
