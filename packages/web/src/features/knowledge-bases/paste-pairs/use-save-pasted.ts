import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import type { PastedPair } from '../model/read-pasted.ts';
import { splitCalls } from '../model/split-calls.ts';

/** Saves many pairs, in as few calls as take them; what was saved before a call failed stays saved and is told. */
export function useSavePasted(kbId: string, onSaved: (pairs: PastedPair[]) => void) {
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (rows: PastedPair[]) => {
      setDone(0);
      let added = 0;
      for (const call of splitCalls(rows)) {
        const pairs = call.map(({ question, answer, phrasings }) => ({
          question,
          answer,
          ...(phrasings && { phrasings: [...phrasings] }),
        }));
        const result = await api.learning.createPairs({ kbId, pairs });
        added += result.added;
        setDone((before) => before + call.length);
        // One that a colleague has added meanwhile is in the base as well.
        onSaved(call);
      }
      return added;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  });
  return { ...mutation, done };
}
