import type { QuestionAnswer } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { translate } from '../texts/texts.ts';
import { showToast } from '../toast/show-toast.ts';

export type PairInput = {
  id: string | null;
  question: string;
  answer: string;
  phrasings: string[];
  /** Left out where they were not changed. */
  photos?: string[] | undefined;
  /** Those that were shown when they were changed. */
  photosBefore?: string[] | undefined;
  /** The texts as they were when writing began. */
  textsBefore?: Pick<QuestionAnswer, 'question' | 'answer' | 'phrasings'> | undefined;
};

/** Adds a pair, or changes the one with the id. What is refused stands in the dialog, beside what was typed. */
export function useSavePair(kbId: string) {
  return useMutation({
    mutationFn: ({ id, ...pair }: PairInput): Promise<QuestionAnswer> =>
      id === null ? api.learning.createPair({ kbId, ...pair }) : api.learning.updatePair({ id, ...pair }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
      showToast({ kind: 'success', message: translate('knowledge.pair.saved') });
    },
  });
}
