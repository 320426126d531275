import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';

/** What the assistant of a channel would answer now; `asOf` tells one state of the base from the next. */
export function triedAnswerQuery({ channelId, text, asOf }: { channelId: string; text: string; asOf: string }) {
  return queryOptions({
    queryKey: ['tried-answer', channelId, text, asOf],
    queryFn: () => api.chat.testMessage({ channelId, text }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
