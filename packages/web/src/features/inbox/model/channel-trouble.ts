import type { Channel } from '@otvet/contract';

/** What keeps a channel from sending. `isBroken`: somebody has to repair it; else it goes on by itself. */
export type ChannelTrouble = {
  id: string;
  family: string;
  isBroken: boolean;
  /** A key of `dialogs.delivery.reason.*`. */
  reason: string;
  /** Since when messages wait; null where none have to. */
  since: string | null;
  heldUntil: string | null;
};

/** What an operator has to know of a channel; null while it sends. */
export function readTrouble({ id, family, inactiveReason, trouble }: Channel): ChannelTrouble | null {
  const isBroken = inactiveReason !== null;
  if (trouble === null)
    return isBroken ? { id, family, isBroken, reason: 'channel_off', since: null, heldUntil: null } : null;
  const { reason, since, heldUntil } = trouble;
  return { id, family, isBroken, reason, since, heldUntil: isBroken ? null : heldUntil };
}
