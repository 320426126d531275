import type { SentShare } from '@otvet/contract';
import type { SendOutcome } from '../../connectors/port.ts';
import type { ChannelSign, DeliveryResult } from '../dialogs/index.ts';

const FIRST_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 300_000;
const DEFAULT_HOLD_MS = 1000;

export type SendResult = Pick<DeliveryResult, 'state' | 'reason' | 'vendorId' | 'sentParts' | 'retryAt' | 'share'>;

/** Pure: what becomes of a message after a send; `unit` in [0, 1) spreads the retries. Who gives up after hours is `giveUpDeliveries`. */
export function settleSend(input: { outcome: SendOutcome; attempt: number; now: Date; unit: number }): SendResult {
  const { outcome } = input;
  switch (outcome.kind) {
    case 'sent':
      return {
        state: 'sent',
        reason: null,
        vendorId: outcome.vendorIds[0] ?? null,
        sentParts: outcome.vendorIds,
        retryAt: null,
        share: null,
      };
    case 'retry':
      return {
        ...endAs('retry', outcome),
        retryAt: new Date(input.now.getTime() + (outcome.afterMs ?? backoffMs(input))),
      };
    case 'rejected':
    case 'chat-closed':
      return endAs('rejected', outcome);
    case 'unknown':
      return endAs('unknown', outcome);
    case 'channel-broken':
      return endAs('queued', outcome);
    case 'chat-moved':
      return endAs('queued', { ...outcome, reason: null });
  }
}

function endAs(
  state: SendResult['state'],
  { reason, sentParts, share }: { reason: string | null; sentParts: string[]; share?: SentShare },
): SendResult {
  return { state, reason, vendorId: null, sentParts, retryAt: null, share: share ?? null };
}

function backoffMs({ attempt, unit }: { attempt: number; unit: number }): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempt, 10)) * (0.5 + unit / 2);
}

/** Pure: what a send says of its channel, beyond its message; null when nothing. */
export function readChannelSign({ outcome, now }: { outcome: SendOutcome; now: Date }): ChannelSign | null {
  switch (outcome.kind) {
    case 'retry': {
      const { reason, scope, afterMs } = outcome;
      // The message waits, and its dialog behind it.
      if (scope === 'chat') return null;
      const holdMs = scope === 'message' ? undefined : (afterMs ?? DEFAULT_HOLD_MS);
      return {
        reason,
        heldUntil: holdMs === undefined ? null : new Date(now.getTime() + holdMs),
        isClosed: false,
        isOfSecondChat: scope === 'unsaid',
      };
    }
    case 'channel-broken':
      return { reason: outcome.reason, heldUntil: null, isClosed: true };
    // One lost answer says nothing of the next send; its dialog waits for a person.
    case 'unknown':
      return null;
    case 'sent':
    case 'rejected':
    case 'chat-closed':
    case 'chat-moved':
      return 'works';
  }
}
