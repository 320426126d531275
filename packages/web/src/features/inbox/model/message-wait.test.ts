import type { Message } from '@otvet/contract';
import { describe, expect, it } from 'vitest';
import { buildMessage } from '../testing/build-dialog.ts';
import type { ChannelTrouble } from './channel-trouble.ts';
import { explainWaits } from './message-wait.ts';

const SOON = '2026-11-22T12:00:20.000Z';
const LATER = '2026-11-22T12:05:00.000Z';

const outage: ChannelTrouble = {
  id: 'c',
  family: 'telegram',
  isBroken: false,
  state: 'active',
  reason: 'network',
  since: '2026-11-22T11:00:00.000Z',
  heldUntil: null,
};
const held: ChannelTrouble = { ...outage, reason: 'rate_limited', heldUntil: LATER };
const broken: ChannelTrouble = { ...outage, reason: 'token_revoked', isBroken: true };

function build(seq: number, delivery: Partial<Message['delivery']>): Message {
  const usual = { state: 'queued', reason: null, retryAt: null, canRetry: false, share: null } as const;
  return buildMessage({ seq, author: 'operator', delivery: { ...usual, ...delivery } });
}

const retrying = build(1, { state: 'retry', reason: 'vendor_error', retryAt: SOON });
const queued = build(2, {});
const waits = (trouble: ChannelTrouble | null, ...messages: Message[]) =>
  Object.fromEntries(explainWaits(messages, trouble));

describe('why a message has not left yet', () => {
  it('says nothing of what is sent, or about to be', () => {
    expect(waits(null, build(1, { state: 'sent' }), build(2, { state: 'sending' }), build(3, {}))).toEqual({});
  });

  it('gives the reason and the time of a retry; what stands behind it waits for it', () => {
    expect(waits(null, retrying, queued)).toEqual({
      'message-1': { reason: 'vendor_error', nextAt: SOON, isHeld: false },
      'message-2': { reason: 'behind', nextAt: null, isHeld: false },
    });
  });

  it('takes the reason of the channel where the message has none of its own', () => {
    expect(waits(outage, queued)).toEqual({ 'message-2': { reason: 'network', nextAt: null, isHeld: false } });
  });

  it('waits for the end of a hold, also when its own time is earlier', () => {
    expect(waits(held, retrying, queued)).toEqual({
      'message-1': { reason: 'rate_limited', nextAt: LATER, isHeld: true },
      'message-2': { reason: 'rate_limited', nextAt: LATER, isHeld: true },
    });
  });

  it('knows no time while the channel has to be repaired', () => {
    expect(waits(broken, retrying, queued)).toEqual({
      'message-1': { reason: 'token_revoked', nextAt: null, isHeld: true },
      'message-2': { reason: 'token_revoked', nextAt: null, isHeld: true },
    });
  });
});
