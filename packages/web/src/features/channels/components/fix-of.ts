import type { Channel } from '@otvet/contract';
import { type ChannelFix, describeChannel, isOfferedChannelType, meaningOfReason } from '@otvet/contract/values';

/** What brings a channel back that stopped; one that works needs no more than a look. */
export function fixOf({ type, inactiveReason }: Pick<Channel, 'type' | 'inactiveReason'>): ChannelFix {
  return inactiveReason === null ? 'check' : meaningOfReason(type, inactiveReason).fix;
}

/** The text that says it: of new details alone where no login leads to the channel, as there is no button for one. */
export function fixTextOf(channel: Pick<Channel, 'type' | 'inactiveReason'>) {
  const fix = fixOf(channel);
  const hasLogin = isOfferedChannelType(channel.type) && describeChannel(channel.type).hasLogin === true;
  return fix === 'replace' && !hasLogin ? 'channels.fix.replace_details' : (`channels.fix.${fix}` as const);
}
