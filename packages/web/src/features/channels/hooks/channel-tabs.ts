import { isEmbedded } from '@otvet/contract/values';
import type { TextKey } from '../../../platform/texts/text-key.ts';

/** The parts of a channel's settings, each on its tab. */
export type ChannelTab = 'assistant' | 'look' | 'connection';

/** What a tab is called for a type of channel. */
export function tabTitle(tab: ChannelTab, channelType: string): TextKey {
  if (tab !== 'connection') return `channels.tab.${tab}`;
  return isEmbedded(channelType) ? 'channels.tab.install' : 'channels.tab.connection';
}
