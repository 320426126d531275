import type { Message } from '@otvet/contract';
import { RATE_LIMITED } from '@otvet/contract/values';
import type { ChannelTrouble } from './channel-trouble.ts';

/** Why a message has not left yet. */
export type MessageWait = {
  /** A key of `dialogs.delivery.reason.*`; `behind`: an earlier message of the dialog has to leave first. */
  reason: string | null;
  /** When it is tried next; null where no time is known. */
  nextAt: string | null;
  /** Another try by hand would change nothing: the platform asked to wait, in this chat or in the whole channel. */
  isHeld: boolean;
};

const isWaiting = ({ delivery: { state } }: Message) => state === 'queued' || state === 'retry';

/** What to say beside the messages that wait, by their ids. One that is only about to leave is not explained. */
export function explainWaits(
  messages: readonly Message[],
  trouble: ChannelTrouble | null,
): ReadonlyMap<string, MessageWait> {
  const waiting = messages.filter(isWaiting);
  const first = waiting[0];
  return new Map(
    waiting.flatMap((message): [string, MessageWait][] => {
      const isBehind = message !== first && first?.delivery.state === 'retry';
      const wait = explainWait(message, { trouble, isBehind });
      return wait === null ? [] : [[message.id, wait]];
    }),
  );
}

function explainWait(
  { delivery: { state, reason, retryAt } }: Message,
  { trouble, isBehind }: { trouble: ChannelTrouble | null; isBehind: boolean },
): MessageWait | null {
  if (trouble?.isBroken && trouble.since !== null) return { reason: trouble.reason, nextAt: null, isHeld: true };
  if (trouble?.heldUntil) return { reason: trouble.reason, nextAt: laterOf(retryAt, trouble.heldUntil), isHeld: true };
  if (state === 'retry') return { reason, nextAt: retryAt, isHeld: reason === RATE_LIMITED };
  if (isBehind) return { reason: 'behind', nextAt: null, isHeld: false };
  return trouble?.since ? { reason: trouble.reason, nextAt: null, isHeld: false } : null;
}

function laterOf(one: string | null, other: string): string {
  return one !== null && new Date(one) > new Date(other) ? one : other;
}
