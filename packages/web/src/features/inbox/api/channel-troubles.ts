import type { Channel } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { type ChannelTrouble, readTrouble } from '../model/channel-trouble.ts';

const selectTroubles = (channels: Channel[]): ChannelTrouble[] =>
  channels.flatMap((channel) => readTrouble(channel) ?? []);

/** Channels that cannot send now. */
export function useChannelTroubles(): ChannelTrouble[] {
  return useQuery({ ...channelsQuery, select: selectTroubles }).data ?? [];
}

/** What keeps messages of one channel from leaving; null while nothing does. */
export function useChannelTrouble(channelId: string): ChannelTrouble | null {
  return useChannelTroubles().find(({ id }) => id === channelId) ?? null;
}
