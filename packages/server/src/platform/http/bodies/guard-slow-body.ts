import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../time/clock.ts';
import { answerBare } from '../connections/answer-bare.ts';

/** The least that must arrive in every window, so that a trickle of single bytes cannot hold a connection. */
const MIN_BYTES = 8 * 1024;

/** Ends a connection whose request body stops or trickles: fewer than 8 kB in `windowMs` while the body is not complete. */
export function guardSlowBody({
  raw,
  clock,
  windowMs,
}: {
  raw: IncomingMessage;
  clock: Clock;
  windowMs: number;
}): void {
  if (!hasBody(raw)) return;
  let seen = raw.socket.bytesRead;
  let cancel = clock.after(windowMs, check);
  raw.once('close', () => cancel());

  function check(): void {
    if (raw.complete || raw.socket.destroyed) return;
    if (raw.socket.bytesRead - seen < MIN_BYTES) {
      answerBare(raw.socket, { status: 408 });
      return;
    }
    seen = raw.socket.bytesRead;
    cancel = clock.after(windowMs, check);
  }
}

/** Whether a request announces a body. */
export function hasBody(raw: IncomingMessage): boolean {
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
}
