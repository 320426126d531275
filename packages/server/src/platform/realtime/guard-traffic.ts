import type { Socket as NetSocket } from 'node:net';
import type { Clock } from '../time/clock.ts';

/** What one connection may cost; a client that costs more is cut off, and reconnects if it is honest. */
export type TrafficLimits = {
  unreadBytes: number;
  burstBytes: number;
  bytesPerSecond: number;
  burstPackets: number;
  packetsPerSecond: number;
};

export const usualTraffic: TrafficLimits = {
  /** Written for a client that does not read. */
  unreadBytes: 1024 * 1024,
  /** Read from a client: what never becomes a packet counts too. */
  burstBytes: 256 * 1024,
  bytesPerSecond: 32 * 1024,
  /** A browser sends two events a second at most, and an answer to each ping. */
  burstPackets: 60,
  packetsPerSecond: 15,
};

/** The part of an engine connection that is needed here. */
export type Connection = {
  request: { socket: NetSocket };
  on(event: 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown;
  on(event: 'flush' | 'packet', listener: () => void): unknown;
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
  const bytes = createAllowance({ clock, burst: limits.burstBytes, perSecond: limits.bytesPerSecond });
  const packets = createAllowance({ clock, burst: limits.burstPackets, perSecond: limits.packetsPerSecond });
  let queued = 0;

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
  connection.on('packet', () => {
    if (!packets(1)) onExceeded('flood');
  });
  socket.on('data', (chunk: Buffer) => {
    if (!bytes(chunk.length)) onExceeded('flood');
    else checkUnread();
  });
}

/** Whether what comes is still within the burst and what every second gives. */
function createAllowance({ clock, burst, perSecond }: { clock: Clock; burst: number; perSecond: number }) {
  let left = burst;
  let at = clock.now().getTime();
  return (cost: number): boolean => {
    const now = clock.now().getTime();
    left = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond) - cost;
    at = now;
    return left >= 0;
  };
}
