import type { IncomingMessage, Server as NodeHttpServer } from 'node:http';
import type { ClientEvents, ErrorCode, ServerEvents, SocketCrowd } from '@otvet/contract';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { isAppError } from '../errors/app-error.ts';
import type { ApiUser, Authenticate } from '../http/api-context.ts';
import { createClientAddress } from '../http/client-address.ts';
import { countHosts } from '../http/hosts/count-hosts.ts';
import type { KnownHosts } from '../http/hosts/known-hosts.ts';
import { createRequestRates, type RequestRates } from '../http/request-rates.ts';
import type { Log } from '../log/logger.ts';
import { createSignal } from '../signal/signal.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { guardTraffic, type TrafficLimits, usualTraffic } from './guard-traffic.ts';
import { tokenExpiry } from './token-expiry.ts';

export type RealtimeDeps = {
  server: NodeHttpServer;
  authenticate: Authenticate;
  /** Tells of sessions that ended (sign-out, password change, removal); their sockets are closed. */
  onSessionsEnded: (listener: (sessionIds: string[]) => void) => () => void;
  /** Tells whose connection carries a signed-in person. */
  verifySocket?: (socket: IncomingMessage['socket']) => void;
  /** What sockets are counted by, together with requests. */
  rates?: RequestRates;
  trustedProxies?: string[];
  maxSocketsOfUser?: number;
  hosts: KnownHosts;
  log: Log;
  clock?: Clock;
  traffic?: TrafficLimits;
  /** After `token.expired` a client has so long to come back with a fresh token. */
  expiryGraceMs?: number;
};

/** A browser's event with who sent it; the listener decides whether the dialog is his to type in. */
export type Typing = { user: ApiUser; uniqueId: string };

/** Tells browsers that something changed. It may lose events: the truth is fetched by the API. */
export type Realtime = {
  /** To every socket of an account, of this process (and of all nodes once an adapter connects them). */
  publish<Event extends keyof ServerEvents>(
    accountId: string,
    event: Event,
    ...payload: Parameters<ServerEvents[Event]>
  ): void;
  onTyping(listener: (typing: Typing) => void): () => void;
  countSockets(): number;
  close(): Promise<void>;
};

type SocketData = { user: ApiUser; expiresAt: Date | undefined };
type OwnServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
type OwnSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

const MAX_FRAME = 64 * 1024;
const EXPIRY_GRACE_MS = 15_000;
/** Tabs of all browsers of one person; those that went away without a word count until their ping is missed. */
const SOCKETS_OF_USER = 100;
const TOO_MANY_RETRY_SECONDS = 60;
const handshakeAuth = z.object({ token: z.string().min(1).max(4096) });
const typingEvent = z.tuple([z.strictObject({ uniqueId: z.string().min(1).max(300) })]);

export function createRealtime(deps: RealtimeDeps): Realtime {
  const clock = deps.clock ?? systemClock;
  const typings = createSignal<Typing>();
  const bySession = new Map<string, Set<OwnSocket>>();
  const byUser = new Map<string, Set<OwnSocket>>();
  const rates = deps.rates ?? createRequestRates(clock);
  const addressOf = createClientAddress(deps.trustedProxies ?? []);
  const maxOfUser = deps.maxSocketsOfUser ?? SOCKETS_OF_USER;
  const waits = new WeakMap<IncomingMessage, number>();
  const takeHandshake = (request: IncomingMessage): boolean => {
    const address = addressOf(request);
    const wait = rates.waitForSocket(address);
    if (wait === 0) return true;
    // A browser reads why and for how long only from a socket that is open.
    if (!rates.mayTellWait(address)) return false;
    waits.set(request, wait);
    return true;
  };
  const io: OwnServer = new Server(deps.server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    allowEIO3: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_FRAME,
    connectTimeout: 10_000,
    allowRequest: (request, callback) => callback(null, isAllowed(request, deps.hosts) && takeHandshake(request)),
  });
  io.use((socket, next) => {
    const wait = waits.get(socket.request);
    if (wait !== undefined) return next(refuseForNow('network', wait));
    const identify = (token: string) => rates.identify(deps.authenticate, { token, ip: addressOf(socket.request) });
    admit(socket, identify).then(
      (user) => next(user === undefined ? refusal('auth.required') : refuseSurplus(byUser.get(user.userId), maxOfUser)),
      (error: unknown) => {
        if (isAppError(error, 'request.rate_limited'))
          return next(refuseForNow('network', error.retryAfter ?? TOO_MANY_RETRY_SECONDS));
        deps.log.warn({ err: error }, 'A socket could not be checked');
        return next(refusal('auth.required'));
      },
    );
  });
  io.on('connection', (socket) => {
    remember(bySession, socket.data.user.sessionId, socket);
    remember(byUser, socket.data.user.userId, socket);
    deps.verifySocket?.(socket.request.socket);
    socket.join(roomOf(socket.data.user.accountId));
    watchExpiry({ socket, clock, graceMs: deps.expiryGraceMs ?? EXPIRY_GRACE_MS });
    guardTraffic({
      connection: socket.conn,
      clock,
      limits: deps.traffic ?? usualTraffic,
      // A close frame would wait behind the bytes that are not read.
      onExceeded: () => socket.request.socket.destroy(),
    });
    listen({ socket, onTyping: typings.emit });
  });
  const unsubscribe = deps.onSessionsEnded((ids) => {
    for (const id of ids) for (const socket of bySession.get(id) ?? []) socket.disconnect(true);
  });

  return {
    publish: (accountId, event, ...payload) => {
      io.to(roomOf(accountId)).emit(event, ...payload);
    },
    onTyping: typings.on,
    countSockets: () => io.of('/').sockets.size,
    async close() {
      unsubscribe();
      // The HTTP server belongs to somebody else: only the sockets are closed here.
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

/** Rooms have a prefix, so that no name that a client could choose is ever one of them. */
function roomOf(accountId: string): string {
  return `account:${accountId}`;
}

/** Pages of this very server. A request without an origin comes from no browser page of ours and is refused too. */
function isAllowed(request: IncomingMessage, hosts: KnownHosts): boolean {
  const { origin, host } = request.headers;
  return countHosts(request) === 1 && hosts.isOwnOrigin(origin, host);
}

function refusal(code: ErrorCode, details: { retryAfter?: number; crowd?: SocketCrowd } = {}): Error {
  return Object.assign(new Error(code), { data: { code, ...details } });
}

function refuseForNow(crowd: SocketCrowd, retryAfter: number): Error {
  return refusal('request.rate_limited', { retryAfter, crowd });
}

/** The newest is refused and comes again later: closing the oldest would make two tabs push each other out for ever. */
function refuseSurplus(sockets: Set<OwnSocket> | undefined, max: number): Error | undefined {
  return (sockets?.size ?? 0) < max ? undefined : refuseForNow('windows', TOO_MANY_RETRY_SECONDS);
}

async function admit(
  socket: OwnSocket,
  identify: (token: string) => Promise<ApiUser | undefined>,
): Promise<ApiUser | undefined> {
  const auth = handshakeAuth.safeParse(socket.handshake.auth);
  if (!auth.success) return undefined;
  const user = await identify(auth.data.token);
  if (user === undefined) return undefined;
  socket.data.user = user;
  socket.data.expiresAt = tokenExpiry(auth.data.token);
  return user;
}

function remember(byKey: Map<string, Set<OwnSocket>>, key: string, socket: OwnSocket): void {
  const sockets = byKey.get(key) ?? new Set();
  byKey.set(key, sockets.add(socket));
  socket.on('disconnect', () => {
    sockets.delete(socket);
    if (sockets.size === 0 && byKey.get(key) === sockets) byKey.delete(key);
  });
}

function watchExpiry({ socket, clock, graceMs }: { socket: OwnSocket; clock: Clock; graceMs: number }): void {
  const { expiresAt } = socket.data;
  if (expiresAt === undefined) return;
  let cancel = clock.after(expiresAt.getTime() - clock.now().getTime(), () => {
    socket.emit('token.expired');
    cancel = clock.after(graceMs, () => socket.disconnect(true));
  });
  socket.on('disconnect', () => cancel());
}

/** Anything but a well-formed event of the contract ends the connection. */
function listen({ socket, onTyping }: { socket: OwnSocket; onTyping: (typing: Typing) => void }): void {
  socket.onAny((event: string, ...payload: unknown[]) => {
    // What came in one piece with the frame that was too many is still handed over after the cut.
    if (socket.request.socket.destroyed) return;
    const typing = event === 'typing' ? typingEvent.safeParse(payload) : undefined;
    if (typing?.success !== true) {
      socket.disconnect(true);
      return;
    }
    onTyping({ user: socket.data.user, uniqueId: typing.data[0].uniqueId });
  });
}
