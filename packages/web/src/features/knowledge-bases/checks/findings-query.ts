import type { Finding } from '@otvet/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { putAnswer } from '../../../platform/api/put-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { knowledgeBaseQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';

/** What a base says in two ways or should say no more; asked anew with the base. */
export function findingsQuery(id: string) {
  return queryOptions({
    queryKey: ['knowledge-bases', id, 'findings'],
    queryFn: async () => expectAnswer(await api.checks.findings({ id }), ({ findings }) => Array.isArray(findings)),
  });
}

/** Looks the base through now. */
export function useCheckNow(id: string) {
  return useMutation({
    mutationFn: () => api.checks.checkNow({ id }),
    onSuccess: async (answer) => {
      putAnswer(queryClient, findingsQuery(id).queryKey, answer);
      await queryClient.invalidateQueries({ queryKey: knowledgeBaseQuery(id).queryKey, exact: true });
    },
    onError: showErrorToast,
  });
}

/** "All of it is right", or not so after all. */
export function useMarkFinding(baseId: string) {
  return useMutation({
    mutationFn: ({ id, state }: Pick<Finding, 'id' | 'state'>) => api.checks.markFinding({ id, state }),
    // What its owner says of a conversation is said of its source.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: knowledgeBaseQuery(baseId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['knowledge-sources'] }),
      ]),
    onError: showErrorToast,
  });
}
