import { useDebouncedValue } from '@mantine/hooks';
import type { QuestionAnswer } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { type PairText, phrasingLines } from '../../platform/forms/use-pair-form.ts';

const SETTLE_MS = 500;

function samePairsQuery(kbId: string, questions: string) {
  return queryOptions({
    queryKey: ['same-pairs', kbId, questions],
    queryFn: async () => (await api.checks.known({ id: kbId, questions: questions.split('\n') })).pairs,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** `isSaving`: from then on the base may know what is typed because it was saved. */
type SamePairsInput = { kbId: string; pair: QuestionAnswer | null; typed: PairText; isSaving: boolean };

/** Other pairs of the base that are asked already what is typed: they are shown before a second one is saved. */
export function useSamePairs({ kbId, pair, typed, isSaving }: SamePairsInput) {
  const questions = newQuestions(pair, typed);
  const [settled] = useDebouncedValue(questions, SETTLE_MS);
  const [submitted, setSubmitted] = useState('');
  const looked = submitted === questions ? submitted : settled;
  const { data } = useQuery({ ...samePairsQuery(kbId, looked), enabled: looked !== '' && !isSaving });
  const others = (pairs: QuestionAnswer[] = []) => pairs.filter(({ id }) => id !== pair?.id);
  const isLooked = questions === '' || (looked === questions && data !== undefined);
  const check = useMutation({
    // What cannot be asked now holds up no save: that one tells what is wrong.
    mutationFn: () => queryClient.fetchQuery(samePairsQuery(kbId, questions)).catch(() => []),
  });
  return {
    found: isLooked && questions !== '' ? others(data) : [],
    isChecking: check.isPending,
    /** Goes on at once where all that was found is shown already. */
    pass: (then: () => void) => {
      if (isLooked) return then();
      check.mutate(undefined, {
        onSuccess: (pairs) => (others(pairs).length === 0 ? then() : setSubmitted(questions)),
      });
    },
  };
}

/** A line each; what a known pair is asked already is not looked for. */
function newQuestions(pair: QuestionAnswer | null, { question, phrasings }: PairText): string {
  const known = new Set(pair === null ? [] : [pair.question, ...pair.phrasings]);
  const asked = [question.split(/\s/).filter(Boolean).join(' '), ...phrasingLines(phrasings)];
  const fitting = asked.filter((line) => line !== '' && line.length <= limits.questionText && !known.has(line));
  return fitting.slice(0, limits.phrasings + 1).join('\n');
}
