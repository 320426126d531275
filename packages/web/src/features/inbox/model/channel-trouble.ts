import type { Channel } from '@otvet/contract';
import { limits } from '@otvet/contract/values';

/** What keeps a channel from sending. `isBroken`: somebody has to repair it; else it goes on by itself. */
export type ChannelTrouble = {
  id: string;
  family: string;
  isBroken: boolean;
  state: Channel['state'];
  /** A key of `dialogs.delivery.reason.*`. */
  reason: string;
  /** Since when messages wait; null where none have to. */
  since: string | null;
  heldUntil: string | null;
};

/** What an operator has to know of a channel; null while it sends. */
export function readTrouble({ id, family, state, inactiveReason, trouble }: Channel): ChannelTrouble | null {
  const isBroken = inactiveReason !== null;
  const channel = { id, family, isBroken, state };
  if (trouble === null) return isBroken ? { ...channel, reason: 'channel_off', since: null, heldUntil: null } : null;
  const { reason, since, heldUntil } = trouble;
  return { ...channel, reason, since, heldUntil: isBroken ? null : heldUntil };
}

/** Until when a channel has to work again for what is written now to go out; null once its window is closed. */
export function leavesBefore({ now, windowEnd }: { now: Date; windowEnd: Date | null }): Date | null {
  const givenUpAt = new Date(now.getTime() + limits.sendingHours * 3_600_000);
  if (windowEnd === null) return givenUpAt;
  if (windowEnd <= now) return null;
  return windowEnd < givenUpAt ? windowEnd : givenUpAt;
}
