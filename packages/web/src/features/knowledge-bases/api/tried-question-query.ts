import type { KnowledgeBase } from '@otvet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';

/** How the base answers a question now. Whoever comes back to it sees the former answer while it is asked anew. */
export function triedQuestionQuery({ id, channels: [channel] }: KnowledgeBase, text: string) {
  return queryOptions({
    queryKey: ['tried-questions', id, channel?.id, text],
    queryFn: () => api.chat.testMessage({ knowledgeBaseId: id, ...(channel && { channelId: channel.id }), text }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    retry: false,
    networkMode: 'always',
  });
}
