import type { AnswerBoldness, Boldness } from '@otvet/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { putAnswer } from '../../../platform/api/put-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';

/** How bold a base answers, and what each choice would mean; asked anew with the base. */
export function boldnessQuery(id: string) {
  return queryOptions({
    queryKey: ['knowledge-bases', id, 'boldness'],
    queryFn: async () => expectAnswer(await api.checks.boldness({ id }), ({ figures }) => Array.isArray(figures)),
  });
}

/** Shown at once, and taken back where the server refuses. */
export function useChooseBoldness(id: string) {
  const { queryKey } = boldnessQuery(id);
  return useMutation({
    mutationFn: (boldness: Boldness) => api.checks.chooseBoldness({ id, boldness }),
    onMutate: async (boldness) => {
      await queryClient.cancelQueries({ queryKey });
      const former = queryClient.getQueryData<AnswerBoldness>(queryKey);
      if (former !== undefined) queryClient.setQueryData(queryKey, { ...former, boldness });
      return former;
    },
    onError: (error, _boldness, former) => {
      if (former !== undefined) queryClient.setQueryData(queryKey, former);
      showErrorToast(error);
    },
    onSuccess: (answer) => putAnswer(queryClient, queryKey, answer),
  });
}
