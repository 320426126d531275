import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../time/clock.ts';
import { hasBody } from '../bodies/guard-slow-body.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createNetworkCounts } from './network-counts.ts';
import { createPlaces, type Place, type Standing } from './places.ts';
import { watchWriteProgress } from './write-progress.ts';

export type ConnectionGuard = {
  /** Answers that are still owed to complete requests of a connection. */
  openAnswers(socket: Socket): ReadonlySet<ServerResponse>;
  /** The connection carries the socket of a signed-in person: strangers give their places away before him. */
  verify(socket: Socket): void;
  close(): void;
};

export type GuardDeps = {
  clock: Clock;
  limits: ConnectionLimits;
  /** Addresses that carry the connections of many networks. */
  isProxy: (address: string) => boolean;
  /** The address of the client of a request, behind proxies too. */
  clientOf: (request: IncomingMessage) => string;
  /** All places are taken: one connection is ended for a newcomer. */
  onDropped: (dropped: { standing: Standing; open: number }) => void;
  /** A network has all the connections that it may have. */
  onRefused: (address: string) => void;
};

const LOOK_EVERY_MS = 5000;
/** Requests that a client sends before it has the answers: browsers never do, and all answers would wait in memory. */
const MAX_SENT_AHEAD = 16;

/**
 * Bounds what connections cost, whatever they carry: requests, streams or sockets. Every few seconds one look over all of
 * them; those that take nothing are cut off. When all places are taken a newcomer gets that of somebody else: whoever
 * watches over the product gets in at any time, however many networks hold on to their places.
 */
export function guardConnections(server: Server, deps: GuardDeps): ConnectionGuard {
  const { clock, limits, isProxy, clientOf, onDropped, onRefused } = deps;
  const guarded = new Map<Socket, Place>();
  const networks = createNetworkCounts(limits.maxOfNetwork);
  const places = createPlaces({ max: limits.max, addressOf: (place) => clientOfPlace(place, clientOf), clock });

  function forget(place: Place): void {
    if (!guarded.delete(place.socket)) return;
    places.remove(place);
    place.release();
  }

  function makeRoom(): void {
    const place = places.chooseNext();
    if (place === undefined) return;
    onDropped({ standing: place.standing, open: guarded.size });
    forget(place);
    place.socket.destroy();
  }

  function judge(place: Place): void {
    if (guarded.has(place.socket) && place.standing !== 'verified') places.put(place, standingOf(place));
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const release = isProxy(address) ? () => undefined : networks.add(address);
    if (release === undefined) {
      onRefused(address);
      socket.destroy();
      return;
    }
    if (guarded.size >= limits.max) makeRoom();
    const progress = watchWriteProgress(socket, limits);
    const newcomer = {
      answers: new Set<ServerResponse>(),
      hasFinished: false,
      standing: 'unfinished',
      unfinishedSince: 0,
    } as const;
    const place: Place = { socket, address, release, progress, ...newcomer };
    guarded.set(socket, place);
    places.put(place, 'unfinished');
    socket.once('close', () => forget(place));
  });
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const place = guarded.get(request.socket);
    if (place === undefined) return;
    place.answers.add(answer);
    judge(place);
    if (hasBody(request)) request.once('end', () => judge(place));
    answer.once('close', () => {
      place.answers.delete(answer);
      place.hasFinished ||= request.complete;
      judge(place);
    });
    if (place.answers.size > MAX_SENT_AHEAD) request.socket.destroy();
  });

  let lookedMs = 0;
  function look(): void {
    // Looks are counted: a clock that is set must neither cut off a client nor spare him.
    lookedMs += LOOK_EVERY_MS;
    for (const [socket, { progress }] of guarded) if (progress.isStalled(lookedMs)) socket.destroy();
    cancel = clock.after(LOOK_EVERY_MS, look);
  }
  let cancel = clock.after(LOOK_EVERY_MS, look);

  return {
    openAnswers: (socket) => guarded.get(socket)?.answers ?? new Set(),
    verify: (socket) => {
      const place = guarded.get(socket);
      if (place !== undefined) places.put(place, 'verified');
    },
    close: () => cancel(),
  };
}

function standingOf({ answers, hasFinished }: Place): Standing {
  if (answers.size === 0) return hasFinished ? 'idle' : 'unfinished';
  for (const { req } of answers) if (req.complete || !hasBody(req)) return 'answering';
  return 'unfinished';
}

/** Behind a proxy the crowd is that of who asks, never the proxy's own. */
function clientOfPlace({ answers, address }: Place, clientOf: GuardDeps['clientOf']): string {
  const [answer] = answers;
  return answer === undefined ? address : clientOf(answer.req);
}
