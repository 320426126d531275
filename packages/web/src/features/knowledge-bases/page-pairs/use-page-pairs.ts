import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { applyChanges, type Changes } from './choose-pairs.ts';

/** A page is looked at once, then what was chosen of it is taken. Nothing changes before that. */
export function usePagePairs({ kbId, url }: { kbId: string; url: string }) {
  const [changes, setChanges] = useState<Changes>(new Map());
  const look = useQuery({
    queryKey: ['page-pairs', kbId, url],
    queryFn: async () => expectAnswer(await api.pagePairs.propose({ kbId, url }), ({ pairs }) => Array.isArray(pairs)),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const take = useMutation({
    mutationFn: (pairs: { question: string; answer: string }[]) => api.pagePairs.take({ kbId, pairs }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  });
  // A second press of a double click comes before the button is drawn as busy.
  const isTaking = useRef(false);
  const rows = applyChanges(look.data?.pairs ?? [], changes);
  const chosen = rows.filter(({ isChosen }) => isChosen);
  return {
    look,
    take,
    takeChosen: () => {
      if (isTaking.current) return;
      isTaking.current = true;
      const pairs = chosen.map(({ question, answer }) => ({ question, answer }));
      take.mutate(pairs, {
        onSettled: () => {
          isTaking.current = false;
        },
      });
    },
    rows,
    chosen,
    /** Something was written that is not in the base. */
    isEdited: (take.isIdle || take.isError) && rows.some(({ isEdited }) => isEdited),
    change: (row: number, change: { question?: string; answer?: string; isChosen?: boolean }) =>
      setChanges((before) => new Map(before).set(row, { ...before.get(row), ...change })),
    chooseAll: (numbers: readonly number[], isChosen: boolean) =>
      setChanges((before) => {
        const after = new Map(before);
        for (const row of numbers) after.set(row, { ...after.get(row), isChosen });
        return after;
      }),
  };
}

export type PagePairsSteps = ReturnType<typeof usePagePairs>;
