import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** A passage that an answer stands on, with the source that it belongs to. */
export function passageQuery(id: string) {
  return queryOptions({
    queryKey: ['knowledge-sources', 'passage', id],
    queryFn: () => api.sources.passage({ id }),
  });
}
