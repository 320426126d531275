import type { Message } from '@otvet/contract';

/** A message that the operator wrote and the server has not confirmed yet. Its `clientId` makes every retry the same message. */
export type Outgoing = {
  clientId: string;
  text: string;
  photos: { id: string; url: string }[];
  replyTo: { id: string; text: string } | null;
  createdAt: string;
  /** `waiting`: goes by itself when the server can be reached; `failed`: refused, only a person sends it again. */
  state: 'sending' | 'waiting' | 'failed';
  /** What the server said; null where it said nothing. */
  error: string | null;
};

/** What was written so long ago is sent by a person alone: the talk has gone on meanwhile. */
const MAX_WAIT_MS = 12 * 60 * 60_000;

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

/** Takes a message on; behind one that waits for the connection it waits too. */
export function queueOutgoing(outbox: readonly Outgoing[], outgoing: Outgoing): Outgoing[] {
  const place = outbox.findIndex(({ clientId }) => clientId === outgoing.clientId);
  const isBehind = outbox.slice(0, place < 0 ? undefined : place).some(({ state }) => state === 'waiting');
  return putOutgoing(outbox, { ...outgoing, state: isBehind ? 'waiting' : 'sending', error: null });
}

export function dropOutgoing(outbox: readonly Outgoing[], clientId: string): Outgoing[] {
  return outbox.filter((outgoing) => outgoing.clientId !== clientId);
}

/** The one whose turn it is: in the order of writing, past what was refused. */
export function nextToSend(outbox: readonly Outgoing[]): Outgoing | undefined {
  return outbox.find(({ state }) => state !== 'failed');
}

/** The server could not be reached with this one: it and all behind it wait. */
export function holdOutgoing(outbox: readonly Outgoing[], clientId: string, error: string | null): Outgoing[] {
  return outbox.map((one) => {
    if (one.state === 'failed') return one;
    return { ...one, state: 'waiting', error: one.clientId === clientId ? error : null };
  });
}

/** The server is there again: what waits is on its way. */
export function releaseOutgoing(outbox: readonly Outgoing[]): Outgoing[] {
  return outbox.map((one) => (one.state === 'waiting' ? { ...one, state: 'sending', error: null } : one));
}

/** The server refused this one; one that was deleted meanwhile stays deleted. */
export function refuseOutgoing(outbox: readonly Outgoing[], clientId: string, error: string): Outgoing[] {
  return outbox.map((one) => (one.clientId === clientId ? { ...one, state: 'failed', error } : one));
}

/** What waited too long is left to a person. */
export function expireOutgoing(outbox: readonly Outgoing[], now: Date): Outgoing[] {
  const isOld = ({ createdAt }: Outgoing) => now.getTime() - new Date(createdAt).getTime() > MAX_WAIT_MS;
  return outbox.map((one) => (one.state === 'waiting' && isOld(one) ? { ...one, state: 'failed', error: null } : one));
}

/** Whether something stands here that has not gone and is not just going. */
export function hasUnsent(outbox: readonly Outgoing[]): boolean {
  return outbox.some(({ state }) => state !== 'sending');
}
