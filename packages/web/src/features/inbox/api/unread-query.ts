import { limits } from '@otvet/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { sessionStatus } from '../../../platform/session/session.ts';

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
  // At the end of a session the shell may be drawn once more, with an empty cache.
  return useQuery({ ...unreadQuery, enabled: () => sessionStatus() === 'signed-in' }).data;
}
