import { limits } from '@otvet/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';

export const unreadKey = ['unread'] as const;

/** Unread messages, waiting dialogs and the state of the subscription; failures are silent. */
export const unreadQuery = queryOptions({
  queryKey: unreadKey,
  queryFn: () => api.chat.init({}),
  refetchInterval: limits.unreadPollMs,
  refetchIntervalInBackground: true,
  retry: false,
});

export function useUnread() {
  return useQuery(unreadQuery).data;
}
