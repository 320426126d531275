import type { Channel } from '@otvet/contract';
import { type ChannelFix, meaningOfReason } from '@otvet/contract/values';

/** What brings a channel back that stopped; one that works needs no more than a look. */
export function fixOf({ type, inactiveReason }: Pick<Channel, 'type' | 'inactiveReason'>): ChannelFix {
  return inactiveReason === null ? 'check' : meaningOfReason(type, inactiveReason).fix;
}
