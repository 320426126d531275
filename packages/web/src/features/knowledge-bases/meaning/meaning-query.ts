import type { EmbeddingChoice, SearchByMeaning } from '@otvet/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { putAnswer } from '../../../platform/api/put-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';
import { isUnderWay } from './describe-meaning.ts';

const WATCHED_MS = 1000;

/** Whether bases are searched by meaning; asked every second while something is under way. */
export const meaningQuery = queryOptions({
  queryKey: ['search-by-meaning'],
  queryFn: async () => expectAnswer(await api.meaning.find({}), isState),
  refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? WATCHED_MS : false),
});

/** Switches it on, off or over; the same choice again tries again. */
export function useChooseMeaning() {
  return useMutation({
    mutationFn: async (choice: EmbeddingChoice) => expectAnswer(await api.meaning.choose({ choice }), isState),
    onSuccess: (answer) => putAnswer(queryClient, meaningQuery.queryKey, answer),
    onError: showErrorToast,
  });
}

const isState = ({ choice, local }: SearchByMeaning) => typeof choice === 'string' && typeof local.state === 'string';
