import type { ChannelDescriptor } from '@otvet/contract';
import type { SendOutcome } from '../../connectors/port.ts';
import type { ClaimedDelivery } from '../dialogs/index.ts';

type Keys = Pick<ChannelDescriptor, 'isSendIdempotent' | 'sendKeyMinutes'>;
type Tried = Pick<ClaimedDelivery, 'unsureSince' | 'sentParts'>;

/** Pure: since when a message may have arrived, once this try of it has ended; null: it has not, or all that did is known. */
export function unsureAfter({
  before,
  outcome,
  startedAt,
}: {
  before: Tried;
  outcome: SendOutcome;
  startedAt: Date;
}): Date | null {
  if (outcome.kind === 'sent' || outcome.kind === 'chat-moved') return null;
  // What stood in doubt was settled by the part that came behind it.
  const since = outcome.sentParts.length > before.sentParts.length ? null : before.unsureSince;
  return outcome.kind === 'unknown' ? (since ?? startedAt) : since;
}

/** Pure: whether the platform still drops the repeat of a send that may have arrived. */
export function isRepeatDropped({ unsureSince, now }: { unsureSince: Date; now: Date }, keys: Keys): boolean {
  if (!keys.isSendIdempotent) return false;
  const lastsMs = (keys.sendKeyMinutes ?? Number.POSITIVE_INFINITY) * 60_000;
  return now.getTime() - unsureSince.getTime() < lastsMs;
}
