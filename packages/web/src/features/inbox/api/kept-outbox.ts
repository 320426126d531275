import { listOwn, readOwn, writeOwn } from '../../../platform/session/own-data.ts';
import type { Outgoing } from '../model/outbox.ts';

/** Names of what is kept begin so; the dialog follows. */
export const KEPT_OUTBOX = 'outbox.';

const nameOf = (uniqueId: string) => `${KEPT_OUTBOX}${uniqueId}`;

/** The dialog that a kept value belongs to. */
export const dialogOfKept = (name: string) => name.slice(KEPT_OUTBOX.length);

/** The dialogs that something is kept for. */
export function listKeptOutboxes(): string[] {
  return listOwn(KEPT_OUTBOX).map(dialogOfKept);
}

/** What the signed-in person sent and was not confirmed before a reload or the end of a session. */
export function readKeptOutbox(uniqueId: string): Outgoing[] {
  return parseOutbox(readOwn(nameOf(uniqueId)));
}

/** Nobody waits here for the answer to what another page was sending: it waits to be sent again, which its client id allows. */
export function parseOutbox(stored: string | null): Outgoing[] {
  try {
    const kept: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept
      .filter(isOutgoing)
      .map((outgoing) => ({ ...outgoing, state: outgoing.state === 'failed' ? 'failed' : 'waiting' }));
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
