import { readOwn, writeOwn } from '../../../platform/session/own-data.ts';
import type { Outgoing } from '../model/outbox.ts';

const nameOf = (uniqueId: string) => `outbox.${uniqueId}`;

/**
 * What the signed-in person sent and was not confirmed before a reload or the end of a session. Nobody waits for its answer
 * any more: it is offered to be sent again.
 */
export function readKeptOutbox(uniqueId: string): Outgoing[] {
  try {
    const kept: unknown = JSON.parse(readOwn(nameOf(uniqueId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isOutgoing).map((outgoing) => ({ ...outgoing, state: 'failed' })) : [];
  } catch {
    return [];
  }
}

/** Keeps what is not confirmed yet over a reload and a session that is over; what other tabs keep stays. */
export function changeKeptOutbox(uniqueId: string, change: (outbox: Outgoing[]) => Outgoing[]): void {
  const outbox = change(readKeptOutbox(uniqueId));
  writeOwn(nameOf(uniqueId), outbox.length === 0 ? null : JSON.stringify(outbox));
}

// Only this module writes the value; what is checked is that an older build wrote the same shape.
function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['clientId', 'text', 'createdAt'].every((name) => typeof Reflect.get(value, name) === 'string');
  return texts && Array.isArray(Reflect.get(value, 'photos')) && 'replyTo' in value && 'error' in value;
}
