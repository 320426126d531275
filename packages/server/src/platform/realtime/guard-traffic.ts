import type { Socket as NetSocket } from 'node:net';
import type { Clock } from '../time/clock.ts';

/** What one connection may cost; a client that costs more is cut off, and reconnects if it is honest. */
export type TrafficLimits = { unreadBytes: number; burstBytes: number; bytesPerSecond: number };

export const usualTraffic: TrafficLimits = {
  /** Written for a client that does not read. */
  unreadBytes: 1024 * 1024,
  /** Read from a client: floods of frames, pings included, count by their bytes. */
  burstBytes: 256 * 1024,
  bytesPerSecond: 32 * 1024,
};

/** The part of an engine connection that is needed here. */
export type Connection = {
  request: { socket: NetSocket };
  on(event: 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown;
  on(event: 'flush', listener: () => void): unknown;
};

/** Watches what a connection sends and leaves unread; `onExceeded` must cut it off. */
export function guardTraffic({
  connection,
  clock,
  limits,
  onExceeded,
}: {
  connection: Connection;
  clock: Clock;
  limits: TrafficLimits;
  onExceeded: (what: 'unread' | 'flood') => void;
}): void {
  const { socket } = connection.request;
  let queued = 0;
  let allowance = limits.burstBytes;
  let at = clock.now().getTime();

  const checkUnread = () => {
    if (queued + socket.writableLength > limits.unreadBytes) onExceeded('unread');
  };
  connection.on('packetCreate', ({ data }) => {
    queued += typeof data === 'string' ? data.length : 0;
    checkUnread();
  });
  connection.on('flush', () => {
    queued = 0;
  });
  socket.on('data', (chunk: Buffer) => {
    const now = clock.now().getTime();
    allowance = Math.min(limits.burstBytes, allowance + (Math.max(0, now - at) / 1000) * limits.bytesPerSecond);
    at = now;
    allowance -= chunk.length;
    if (allowance < 0) onExceeded('flood');
    else checkUnread();
  });
}
