import type { Message } from '@otvet/contract';

/** A message that the operator wrote and the server has not confirmed yet. Its `clientId` makes every retry the same message. */
export type Outgoing = {
  clientId: string;
  text: string;
  photos: { id: string; url: string }[];
  replyTo: { id: string; text: string } | null;
  createdAt: string;
  state: 'sending' | 'failed';
  /** What to say about a failed one. */
  error: string | null;
};

/** Messages that still wait for the server: those it already shows are left out. */
export function stillWaiting(outbox: readonly Outgoing[], messages: readonly Message[]): Outgoing[] {
  const arrived = new Set(messages.map((message) => message.clientId));
  return outbox.filter((outgoing) => !arrived.has(outgoing.clientId));
}

/** Adds a message or replaces the one with the same client id. */
export function putOutgoing(outbox: readonly Outgoing[], outgoing: Outgoing): Outgoing[] {
  const index = outbox.findIndex(({ clientId }) => clientId === outgoing.clientId);
  return index < 0 ? [...outbox, outgoing] : outbox.with(index, outgoing);
}

export function dropOutgoing(outbox: readonly Outgoing[], clientId: string): Outgoing[] {
  return outbox.filter((outgoing) => outgoing.clientId !== clientId);
}
