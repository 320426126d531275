import type { RateClass } from '@otvet/contract';
import type { FastifyRequest } from 'fastify';
import { createRates, type RateLimit, type RateRule } from '../rates/index.ts';
import type { Clock } from '../time/clock.ts';
import type { ApiUser, Authenticate, ClaimedSession } from './api-context.ts';
import { limitNetworks, type NetworkLimit } from './network-limit.ts';
import type { RefusedAs, ReportRefused } from './network-report.ts';

/**
 * How a route outside of the contract is counted, as `config: { rate }`: `free` not at all, `counted-there` and `webhook`
 * by their own rules, `static` as a file from memory, `visitor` as a call of the widget, `stream` as one that lasts. One
 * that says nothing is a read or a write.
 */
export type RouteRate = 'free' | 'counted-there' | 'webhook' | 'static' | 'visitor' | 'stream' | 'read' | 'write';

const networkRates = {
  static: 'network.static',
  visitor: 'network.visitor',
  stream: 'network.visitor',
  read: 'network.read',
  write: 'network.write',
} as const;

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the library's own.
  interface FastifyContextConfig {
    rate?: RouteRate;
  }
}

/**
 * Far above what people do: an operator who opens 30 dialogs a minute makes some 100 reads, an office of 200 behind one
 * address signs in again within a minute after a restart.
 */
const rules = {
  'user.read': { capacity: 1500, perMinute: 1200 },
  'user.write': { capacity: 300, perMinute: 600 },
  'user.search': { capacity: 60, perMinute: 120 },
  'user.upload': { capacity: 30, perMinute: 60 },
  'user.platform': { capacity: 60, perMinute: 120 },
  'user.connect': { capacity: 30, perMinute: 30 },
  /** Each may be a call of a model that the host pays for. */
  'user.model': { capacity: 20, perMinute: 10 },
  'account.read': { capacity: 6000, perMinute: 12_000 },
  'account.write': { capacity: 1500, perMinute: 3000 },
  'account.search': { capacity: 300, perMinute: 600 },
  'account.upload': { capacity: 150, perMinute: 300 },
  'account.platform': { capacity: 240, perMinute: 480 },
  'account.connect': { capacity: 60, perMinute: 60 },
  'account.model': { capacity: 60, perMinute: 30 },
  /** Of memory, by connections that are bounded: 200 people of an office load a new build, 80 files each, at once. */
  'network.static': { capacity: 30_000, perMinute: 60_000 },
  /** Thousands of phones share one address of a mobile network. */
  'network.visitor': { capacity: 1200, perMinute: 3600 },
  'network.read': { capacity: 1200, perMinute: 3600 },
  'network.write': { capacity: 240, perMinute: 240 },
  'network.handshake': { capacity: 3000, perMinute: 1200 },
  /** Sockets that are refused in words, which costs a connection; the others are refused before. */
  'network.told': { capacity: 60, perMinute: 60 },
  /** Tokens that are refused without cryptography or a query. */
  'network.refused': { capacity: 300, perMinute: 300 },
  /** Tokens that look like ours and fail: each costs a tenth of a millisecond of cryptography and at most one query. */
  'network.forged': { capacity: 3000, perMinute: 3000 },
  /** The same where they name a session that was good before, which nobody but its own people can do. */
  'session.forged': { capacity: 60, perMinute: 60 },
} as const satisfies Record<string, RateRule>;

/** What every request is counted by; one for the whole server, sockets included. */
export type RequestRates = {
  /** A call of a signed-in person, on his own count and on that of his account. */
  requireCall(user: Pick<ApiUser, 'userId' | 'accountId'>, rate: RateClass): void;
  /** A request of anybody, on the count of his network. */
  requireRequest(ip: string, rate: RouteRate): void;
  /** The wait in seconds before a network may open another socket; 0: it may. */
  waitForSocket(ip: string): number;
  /** Whether a network that has to wait for its sockets is told so. */
  mayTellWait(ip: string): boolean;
  /** `authenticate`, with the tokens that it refuses counted by network. Throws when these were too many. */
  identify(
    authenticate: Authenticate,
    presented: { token: string | undefined; ip: string },
  ): Promise<ApiUser | undefined>;
};

const GOOD_SESSIONS = 5000;

export function createRequestRates(clock: Clock, report: ReportRefused = () => undefined): RequestRates {
  const rate = createRates(clock, rules);
  const ofNetworks = (name: keyof typeof rules, as: RefusedAs) =>
    limitNetworks(rate(name), { onRefused: (ip) => report({ ip, as }) });
  return {
    requireCall: ({ userId, accountId }, kind) => {
      rate(`user.${kind}`).require(userId);
      rate(`account.${kind}`).require(accountId);
    },
    requireRequest: (ip, kind) => {
      if (isOfNetwork(kind)) ofNetworks(networkRates[kind], 'request').require(ip);
    },
    waitForSocket: (ip) => ofNetworks('network.handshake', 'socket').take(ip),
    mayTellWait: (ip) => limitNetworks(rate('network.told')).take(ip) === 0,
    identify: createIdentify({
      sessions: rate('session.forged'),
      forged: ofNetworks('network.forged', 'token'),
      refused: ofNetworks('network.refused', 'token'),
    }),
  };
}

type TokenLimits = { sessions: RateLimit; forged: NetworkLimit; refused: NetworkLimit };

function createIdentify({ sessions, forged, refused }: TokenLimits): RequestRates['identify'] {
  const goodSessions = createRecent(GOOD_SESSIONS);
  /** Takes for a check by cryptography; gives what puts it back. */
  const takeForged = (ip: string, { sessionId }: ClaimedSession) => {
    // Whoever was let in before is not kept out by what others of his office present.
    if (goodSessions.has(sessionId) && sessions.take(sessionId) === 0) return () => sessions.giveBack(sessionId);
    forged.require(ip);
    return () => forged.giveBack(ip);
  };
  return async (authenticate, { token, ip }) => {
    let giveBack: (() => void) | undefined;
    const user =
      token === undefined
        ? undefined
        : await authenticate(token, (claimed) => {
            // Taken before the check and given back, so that many at once are counted too.
            giveBack = takeForged(ip, claimed);
          });
    if (user !== undefined) {
      giveBack?.();
      goodSessions.add(user.sessionId);
    } else if (giveBack === undefined) refused.require(ip);
    return user;
  };
}

/** Remembers at least the `max / 2` newest values. */
function createRecent(max: number) {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has: (value: string) => young.has(value) || old.has(value),
    add(value: string) {
      if (young.has(value)) return;
      if (young.size >= max / 2) {
        old = young;
        young = new Set();
      }
      young.add(value);
    },
  };
}

function isOfNetwork(kind: RouteRate): kind is keyof typeof networkRates {
  return Object.hasOwn(networkRates, kind);
}

/** What a route says of itself; see `RouteRate`. */
export function routeRateOf(request: FastifyRequest): RouteRate {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  return request.routeOptions.config.rate ?? (isReading ? 'read' : 'write');
}
