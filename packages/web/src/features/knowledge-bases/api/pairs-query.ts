import { limits } from '@otvet/contract/values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { isGone } from '../../../platform/api/is-gone.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';

export const PAGE_SIZE = limits.dialogPageSize;

/** A page of the pairs of a base: newest first, or by relevance of the search. Each is read anew by itself. */
export function pairPageQuery({ kbId, search, page }: { kbId: string; search: string; page: number }) {
  return queryOptions({
    queryKey: ['knowledge-bases', kbId, 'pairs', search, page],
    queryFn: async () =>
      expectAnswer(
        await api.learning.pairs({ kbId, search, limit: PAGE_SIZE, offset: page * PAGE_SIZE }),
        ({ pairs }) => Array.isArray(pairs),
      ),
  });
}

export function useRemovePair() {
  return useMutation({
    mutationFn: (id: string) => api.learning.removePair({ id }).catch(passGone),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
      showToast({ kind: 'success', message: translate('knowledge.pair.removed') });
    },
    onError: showErrorToast,
  });
}

/** What somebody else has deleted is deleted. */
function passGone(error: unknown): void {
  if (!isGone(error)) throw error;
}
