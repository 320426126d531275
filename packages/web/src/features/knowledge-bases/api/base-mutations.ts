import { useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { putAnswer } from '../../../platform/api/put-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { knowledgeBaseQuery, knowledgeBasesQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';

export type BaseInput = { id: string | null; name: string };

/** Creates a knowledge base, or renames the one with the id. */
export function useSaveBase() {
  return useMutation({
    mutationFn: ({ id, name }: BaseInput) =>
      id === null ? api.learning.create({ name }) : api.learning.update({ id, name }),
    onSuccess: (base) => {
      putAnswer(queryClient, knowledgeBaseQuery(base.id).queryKey, base);
      return queryClient.invalidateQueries({ queryKey: knowledgeBasesQuery.queryKey, exact: true });
    },
    onError: showErrorToast,
  });
}

/** Deletes a knowledge base with all its pairs. */
export function useRemoveBase() {
  return useMutation({
    mutationFn: (id: string) => api.learning.remove({ id }),
    // The screen of the base is left at once: the news of its deletion may come before the list does.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: knowledgeBasesQuery.queryKey, exact: true });
      showToast({ kind: 'success', message: translate('knowledge.base.removed') });
    },
    onError: showErrorToast,
  });
}
