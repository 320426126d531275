import type { Channel } from '@otvet/contract';

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
