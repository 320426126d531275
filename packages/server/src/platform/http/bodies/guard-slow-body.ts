import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../time/clock.ts';

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
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      raw.socket.destroySoon();
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
