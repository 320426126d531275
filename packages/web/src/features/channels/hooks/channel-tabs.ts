import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import type { TextKey } from '../../../platform/texts/text-key.ts';

/** The parts of a channel's settings, each on its tab. */
export type ChannelTab = 'assistant' | 'look' | 'connection';

/** What a tab is called for a type of channel. */
export function tabTitle(tab: ChannelTab, channelType: string): TextKey {
  if (tab !== 'connection') return `channels.tab.${tab}`;
  return isEmbedded(channelType) ? 'channels.tab.install' : 'channels.tab.connection';
}

/** Whether the channel is a line of code on a site, with a look of its own. */
export function isEmbedded(channelType: string): boolean {
  return isOfferedChannelType(channelType) && describeChannel(channelType).panel === 'embed';
}
