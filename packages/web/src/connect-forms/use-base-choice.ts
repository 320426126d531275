import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../platform/api/client.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { knowledgeBasesQuery } from '../platform/queries/knowledge-bases-query.ts';
import { useCan } from '../platform/session/user-data.ts';
import { translate } from '../platform/texts/texts.ts';
import { NEW_BASE, NO_BASE, readBaseChoice } from './chosen-base.ts';

/** The base of a new channel. `settle` makes it where it is a new one, and gives its id; null is none. */
export function useBaseChoice(initial: string | null) {
  const canCreate = useCan('manage_kb');
  const bases = useQuery(knowledgeBasesQuery);
  const [chosen, choose] = useState(initial);
  const value = readBaseChoice({ chosen, bases: bases.data ?? [], canCreate });
  const creating = useMutation({
    mutationFn: () => api.learning.create({ name: translate('channels.field.base_name') }),
    onSuccess: ({ id }) => {
      choose(id);
      return queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
    },
  });
  const settle = async () => {
    if (value === NEW_BASE) return (await creating.mutateAsync()).id;
    return value === NO_BASE ? null : value;
  };
  return {
    field: { bases: bases.data ?? [], canCreate, value },
    choose,
    settle,
    // Before the bases are known the only one would be passed over.
    isBusy: bases.isPending || creating.isPending,
    error: creating.error,
  };
}
