import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';

/** What somebody says to the account's own bot so that news of a channel go to that chat; good for a while. */
export function noticeChatQuery(channelType: string, id: string) {
  return queryOptions({
    queryKey: ['channels', id, 'notice-chat'],
    queryFn: () => api.channels.noticeChat({ channelType, id }),
    refetchInterval: 10 * 60_000,
    gcTime: 0,
  });
}
