import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../time/clock.ts';
import { networkOf } from '../network-of.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { type WriteProgress, watchWriteProgress } from './write-progress.ts';

type Guarded = { network: string; progress: WriteProgress; answers: Set<ServerResponse> };

export type ConnectionGuard = {
  /** Answers that are still owed to complete requests of a connection. */
  openAnswers(socket: Socket): ReadonlySet<ServerResponse>;
  close(): void;
};

const LOOK_EVERY_MS = 5000;
/** Requests that a client sends before it has the answers: browsers never do, and all answers would wait in memory. */
const MAX_SENT_AHEAD = 16;

/**
 * Bounds what connections cost, whatever they carry: requests, streams or sockets. Every few seconds one look over all of
 * them; those that take nothing are cut off. `isProxy`: addresses that carry the connections of many networks.
 */
export function guardConnections(
  server: Server,
  { clock, limits, isProxy }: { clock: Clock; limits: ConnectionLimits; isProxy: (address: string) => boolean },
): ConnectionGuard {
  const guarded = new Map<Socket, Guarded>();
  const byNetwork = new Map<string, Set<Socket>>();

  function forget(socket: Socket, network: string): void {
    guarded.delete(socket);
    const sockets = byNetwork.get(network);
    sockets?.delete(socket);
    if (sockets?.size === 0) byNetwork.delete(network);
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const sockets = byNetwork.get(network) ?? new Set();
    const isCrowded = !isProxy(address) && sockets.size >= limits.maxOfNetwork;
    if (isCrowded || (guarded.size >= limits.max && !makeRoom({ server, byNetwork, sockets, guarded, limits }))) {
      socket.destroy();
      return;
    }
    byNetwork.set(network, sockets.add(socket));
    guarded.set(socket, { network, progress: watchWriteProgress(socket, limits), answers: new Set() });
    socket.once('close', () => forget(socket, network));
  });
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const answers = guarded.get(socket)?.answers;
    if (answers === undefined) return;
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
    if (answers.size > MAX_SENT_AHEAD) socket.destroy();
  });

  function look(): void {
    const now = clock.now().getTime();
    for (const [socket, { progress }] of guarded) if (progress.isStalled(now)) socket.destroy();
    cancel = clock.after(LOOK_EVERY_MS, look);
  }
  let cancel = clock.after(LOOK_EVERY_MS, look);

  return {
    openAnswers: (socket) => guarded.get(socket)?.answers ?? new Set(),
    close: () => cancel(),
  };
}

type Crowd = {
  server: Server;
  byNetwork: Map<string, Set<Socket>>;
  /** Connections of the network that asks for one more. */
  sockets: Set<Socket>;
  guarded: Map<Socket, Guarded>;
  limits: ConnectionLimits;
};

/**
 * All places are taken: those go first that carry nothing, then the newest of the network that holds the most, if that is
 * not the one that asks. So a stranger with a few networks cannot keep the owner out.
 */
function makeRoom({ server, byNetwork, sockets, guarded, limits }: Crowd): boolean {
  server.closeIdleConnections();
  for (const socket of guarded.keys()) if (socket.destroyed) guarded.delete(socket);
  if (guarded.size < limits.max) return true;
  let largest = sockets;
  for (const candidate of byNetwork.values()) if (candidate.size > largest.size) largest = candidate;
  if (largest.size <= sockets.size + 1) return false;
  const newest = [...largest].at(-1);
  newest?.destroy();
  return newest !== undefined;
}
