import type { Channel } from '@otvet/contract';
import { translateOr } from '../../../platform/texts/texts.ts';

/** Why a channel stopped, in the words of its platform's failure; null while it works. */
export function reasonText({ inactiveReason }: Pick<Channel, 'inactiveReason'>): string | null {
  return inactiveReason === null ? null : translateOr(`channels.reason.${inactiveReason}`, 'channels.reason.other');
}
