import type { Channel } from '@otvet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { expectAnswer } from '../api/expect-answer.ts';

/** How many messages wait is news of no channel; what keeps them is. */
const RECOUNT_MS = 30_000;

/** All channels of the account. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: async () => expectAnswer(await api.channels.all({}), ({ channels }) => Array.isArray(channels)).channels,
  refetchInterval: ({ state }) => (state.data?.some(isTroubled) ? RECOUNT_MS : false),
});

/** One channel with its settings. */
export function channelQuery(channelType: string, id: string) {
  return queryOptions({
    queryKey: ['channels', id],
    queryFn: () => api.channels.one({ channelType, id }),
    refetchInterval: ({ state }) => (state.data && isTroubled(state.data) ? RECOUNT_MS : false),
  });
}

const isTroubled = ({ trouble }: Channel) => trouble !== null;
