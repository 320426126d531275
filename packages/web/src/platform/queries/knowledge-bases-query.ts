import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { expectAnswer } from '../api/expect-answer.ts';

const all = queryOptions({
  queryKey: ['knowledge-bases'],
  queryFn: async () => expectAnswer(await api.learning.all({}), ({ knowledgeBases }) => Array.isArray(knowledgeBases)),
});

/** All knowledge bases of the account. */
export const knowledgeBasesQuery = queryOptions({ ...all, select: ({ knowledgeBases }) => knowledgeBases });

/** The memory that they take together. */
export const knowledgeMemoryQuery = queryOptions({ ...all, select: ({ memory }) => memory });

/** One knowledge base. */
export function knowledgeBaseQuery(id: string) {
  return queryOptions({ queryKey: ['knowledge-bases', id], queryFn: () => api.learning.one({ id }) });
}
