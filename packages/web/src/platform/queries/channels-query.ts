import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { expectAnswer } from '../api/expect-answer.ts';

/** A trouble with sending begins and ends without news of its own. */
const REFETCH_MS = 30_000;

/** All channels of the account. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: async () => expectAnswer(await api.channels.all({}), ({ channels }) => Array.isArray(channels)).channels,
  refetchInterval: REFETCH_MS,
});

/** One channel with its settings. */
export function channelQuery(channelType: string, id: string) {
  return queryOptions({
    queryKey: ['channels', id],
    queryFn: () => api.channels.one({ channelType, id }),
  });
}
