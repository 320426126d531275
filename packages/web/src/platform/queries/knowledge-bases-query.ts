import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { expectAnswer } from '../api/expect-answer.ts';

/** All knowledge bases of the account. */
export const knowledgeBasesQuery = queryOptions({
  queryKey: ['knowledge-bases'],
  queryFn: async () =>
    expectAnswer(await api.learning.all({}), ({ knowledgeBases }) => Array.isArray(knowledgeBases)).knowledgeBases,
});

/** One knowledge base. */
export function knowledgeBaseQuery(id: string) {
  return queryOptions({ queryKey: ['knowledge-bases', id], queryFn: () => api.learning.one({ id }) });
}
