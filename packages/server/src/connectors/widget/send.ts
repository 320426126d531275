import type { OutboundMessage, SendOutcome } from '../port.ts';

/** Delivery is "stored": the visitor's stream reads the message from our store, so it is sent as soon as it is written. */
export async function send(message: Pick<OutboundMessage, 'idempotencyKey'>): Promise<SendOutcome> {
  return { kind: 'sent', vendorIds: [message.idempotencyKey] };
}
