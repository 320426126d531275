import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import type { AbusePlan, Tally } from './tally.ts';

const SOCKETS = 12;
const EVENTS_AT_ONCE = 200;
const EVERY_MS = 200;

const events: [name: string, payload: () => unknown][] = [
  ['typing', () => ({ uniqueId: `${randomUUID()}_${randomUUID()}` })],
  ['typing', () => ({ uniqueId: 7 })],
  ['join', () => 'account'],
];

/** Sockets of the own account and with forged tokens; each sends far too many events of every kind. */
export function floodSockets(plan: AbusePlan, tally: Tally): void {
  const url = `http://127.0.0.1:${plan.port}`;
  for (let number = 0; number < SOCKETS; number += 1) {
    const token = number % 3 === 2 ? 'forged' : plan.token;
    const options = {
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
      reconnectionDelay: EVERY_MS,
      extraHeaders: { origin: plan.origin },
      // The library hands it on to the connection; its types do not name it.
      localAddress: plan.from,
    };
    const socket = io(url, options);
    const [name, payload] = events[number % events.length] ?? ['typing', () => undefined];
    setInterval(() => {
      if (!socket.connected) {
        if (!socket.active) socket.connect();
        return;
      }
      for (let sent = 0; sent < EVENTS_AT_ONCE; sent += 1) socket.emit(name, payload());
      tally.events += EVENTS_AT_ONCE;
    }, EVERY_MS);
    socket.on('disconnect', () => {
      tally.cut += 1;
    });
    socket.on('connect_error', () => {
      tally.refused += 1;
    });
  }
}
