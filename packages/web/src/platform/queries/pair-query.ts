import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** One pair, as it is now. */
export function pairQuery(id: string) {
  return queryOptions({
    queryKey: ['knowledge-bases', 'pair', id],
    queryFn: () => api.learning.pair({ id }),
    // It may have changed since the dialog was opened; one that is being edited is not read again under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
