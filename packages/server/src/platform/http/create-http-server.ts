import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import { limits } from '@otvet/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/logger.ts';
import type { HttpMetrics } from '../metrics/metrics.ts';
import { createRates } from '../rates/index.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { NewId } from '../time/ids.ts';
import { addSpool, type SpoolBounds } from './bodies/add-spool.ts';
import { discardRefusedBodies } from './bodies/discard-rest.ts';
import { guardSlowBody } from './bodies/guard-slow-body.ts';
import { readJson } from './bodies/read-json.ts';
import { createClientAddress, createIsProxy } from './client-address.ts';
import { answerMalformedRequest } from './connections/answer-malformed-request.ts';
import { type ConnectionLimits, connectionLimits, readOpenFiles } from './connections/connection-limits.ts';
import { guardConnections } from './connections/guard-connections.ts';
import { guardRequests } from './connections/guard-requests.ts';
import type { Standing } from './connections/places.ts';
import { guardHost } from './hosts/guard-host.ts';
import { createKnownHosts, type KnownHosts } from './hosts/known-hosts.ts';
import { createNetworkReport, type ReportRefused } from './network-report.ts';
import { renderRefusal } from './pages/refusal-page.ts';
import { renderError, toAppError } from './render-error.ts';
import { createRequestRates, type RequestRates, routeRateOf } from './request-rates.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addUploadAdmission } from './uploads/add-upload-admission.ts';

/** How long a client may take; tests shorten them. */
export type HttpTimeouts = { headersMs: number; requestMs: number; idleBodyMs: number; keepAliveMs: number };

export type HttpServerDeps = {
  log: Log;
  newId: NewId;
  metrics: HttpMetrics;
  publicUrl: string | undefined;
  /** Addresses or ranges whose X-Forwarded-* headers are believed; none when empty. */
  trustedProxies: string[];
  /** By which names it is asked for; those of `publicUrl` where nothing else is given. */
  hosts?: KnownHosts;
  clock?: Clock;
  /** Where forms of many files lie while they are read; a folder of the system without it. */
  spoolFolder?: string;
  spoolBounds?: SpoolBounds;
  rates?: RequestRates;
  /** The same that the rates report to; one of its own without it. */
  reportRefused?: ReportRefused;
  timeouts?: Partial<HttpTimeouts>;
  connections?: Partial<ConnectionLimits>;
};

/**
 * The HTTP server with the product's rules and no routes yet. Hooks of every request call back and make no promise: ten of
 * them take a hundredth of a webhook's time.
 */
export type HttpServer = {
  app: FastifyInstance;
  /** From now on every request but those for health is answered 503: the first step of a graceful stop. */
  stopIntake(): void;
  /** The connection carries the socket of a signed-in person: it gives its place to a newcomer last. */
  verifySocket(socket: Socket): void;
};

const usualTimeouts: HttpTimeouts = { headersMs: 15_000, requestMs: 300_000, idleBodyMs: 30_000, keepAliveMs: 65_000 };
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARAMETER = 1000;
const quietRoutes = new Set(['/health', '/ready', '/metrics', '/build-mark.json', '/*']);
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createHttpServer(deps: HttpServerDeps): HttpServer {
  const timeouts = { ...usualTimeouts, ...deps.timeouts };
  const clock = deps.clock ?? systemClock;
  const report = deps.reportRefused ?? createNetworkReport({ log: deps.log, metrics: deps.metrics, clock });
  const failures = createFailureLog({ log: deps.log, clock });
  const app: FastifyInstance = fastify({
    logger: false,
    genReqId: () => deps.newId(),
    requestIdHeader: false,
    bodyLimit: limits.jsonBytes,
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.min(timeouts.headersMs, 5000),
      insecureHTTPParser: false,
    },
    frameworkErrors: (error, request, reply) => sendError({ error, request, reply, log: failures }),
    clientErrorHandler: (error, socket) =>
      answerMalformedRequest({ error, socket, answers: connections.openAnswers(socket), requestId: deps.newId() }),
  });
  const limitsOfConnections = { ...connectionLimits(readOpenFiles()), ...deps.connections };
  const connections = guardConnections(app.server, {
    clock,
    limits: limitsOfConnections,
    isProxy: createIsProxy(deps.trustedProxies),
    clientOf: createClientAddress(deps.trustedProxies),
    onDropped: createDropReport({ ...deps, clock }),
    onRefused: (ip) => report({ ip, as: 'connection' }),
  });
  app.addHook('onClose', async () => connections.close());
  app.addHook('onRequest', leaveUnanswered);
  readBodies(app);
  addUploadAdmission(app, { clock });
  addSpool(app, { folder: deps.spoolFolder, bounds: deps.spoolBounds });
  addSecurityHeaders(app, deps);
  addRequestLog(app, deps);
  app.setErrorHandler((error, request, reply) => sendError({ error, request, reply, log: failures }));
  app.setNotFoundHandler((request, reply) => {
    const code = knownMethods.has(request.method) ? 'request.not_found' : 'request.method';
    return sendError({ error: new AppError(code), request, reply, log: failures });
  });
  const stopIntake = addIntake({ app, clock, idleBodyMs: timeouts.idleBodyMs });
  const { publicUrl, hosts = createKnownHosts({ publicUrl, allowedHosts: [] }) } = deps;
  guardHost(app, { hosts, log: deps.log });
  const rates = deps.rates ?? createRequestRates(clock, report);
  app.addHook('onRequest', (request, _reply, done) => {
    rates.requireRequest(request.ip, routeRateOf(request));
    done();
  });
  guardRequests(app, { ...limitsOfConnections, onRefused: (ip) => report({ ip, as: 'parallel' }) });
  discardRefusedBodies(app, { clock });
  return { app, stopIntake, verifySocket: connections.verify };
}

/** One line a minute, however many have to go; the metric counts them all. */
function createDropReport({ log, metrics, clock }: Pick<HttpServerDeps, 'log' | 'metrics'> & { clock: Clock }) {
  const lines = createRates(clock, { linesOfFull: { capacity: 1, perMinute: 1 } })('linesOfFull');
  return ({ standing, open }: { standing: Standing; open: number }): void => {
    metrics.connectionDropped(standing);
    if (lines.take('full') === 0)
      log.warn({ open, standing }, 'All connections are taken: newcomers get the places of others');
  };
}

/** Of many requests in one piece those behind the one that was too many are still handed over: nobody hears the answers. */
function leaveUnanswered(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.raw.socket.destroyed) reply.hijack();
  else done();
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    readJson(body),
  );
  app.register(multipart, {
    limits: {
      fieldNameSize: 100,
      fieldSize: limits.messageText,
      fields: 20,
      files: limits.photoMax,
      // One byte more than any route takes: the parser may cut a file at its limit without a word, and the schema judges the length.
      fileSize: limits.photoBytes + 1,
      parts: 20 + limits.photoMax,
      headerPairs: 20,
    },
  });
}

function addIntake({ app, clock, idleBodyMs }: { app: FastifyInstance; clock: Clock; idleBodyMs: number }): () => void {
  let isOpen = true;
  app.addHook('onRequest', (request, _reply, done) => {
    guardSlowBody({ raw: request.raw, clock, windowMs: idleBodyMs });
    if (!isOpen && !quietRoutes.has(request.routeOptions.url ?? '')) {
      throw new AppError('server.unavailable', { retryAfter: 5 });
    }
    done();
  });
  return () => {
    isOpen = false;
  };
}

/** One line per request: the pattern of its route, never its address, query or body. */
function addRequestLog(app: FastifyInstance, { log, metrics }: HttpServerDeps): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { requestId: request.id, method: request.method, route, status: reply.statusCode, ms };
    metrics.observe({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    // Accepted webhooks come by the thousand and are counted by the metrics; so do floods that are cut.
    const isAccepted = request.routeOptions.config.rate === 'webhook' && reply.statusCode === 200;
    const isExpected = reply.statusCode === 429 || isAccepted;
    if (quietRoutes.has(route) || isExpected) log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}

/** Under a flood the first failures of a kind tell as much as all of them, and writing them all would hold everything up. */
const failureRules = { linesOfKind: { capacity: 20, perMinute: 60 } } as const;

function createFailureLog({ log, clock }: { log: Log; clock: Clock }): FailureLog {
  const lines = createRates(clock, failureRules)('linesOfKind');
  return ({ isOurs, ...line }) => {
    if (lines.take(`${line.code} ${line.route}`) > 0) return;
    if (isOurs) log.error(line, 'request failed');
    else log.info(line, 'request failed');
  };
}

const BAD_GATEWAY = 502;
const JSON_TYPE = 'application/json; charset=utf-8';
const PAGE_TYPE = 'text/html; charset=utf-8';

/** `isOurs`: false where somebody else's server does not answer, such as behind a link that a person gave. */
type FailureLog = (line: { requestId: string; route: string; code: string; err: unknown; isOurs: boolean }) => void;
type Failed = { error: unknown; request: FastifyRequest; reply: FastifyReply; log: FailureLog };

function sendError({ error, request, reply, log }: Failed): FastifyReply {
  // A client that went away in the middle of its body is no failure of ours.
  const isCutOff = request.raw.destroyed && !request.raw.complete;
  const appError = isCutOff ? new AppError('request.invalid', { cause: error }) : toAppError(error);
  const { status, headers, body } = renderError(appError, request.id);
  const page = renderRefusal({ request, error: appError });
  if (status >= 500) {
    const route = request.routeOptions.url ?? 'unmatched';
    const isOurs = status !== BAD_GATEWAY;
    log({ requestId: request.id, route, code: appError.code, err: appError.cause ?? appError, isOurs });
  }
  return reply
    .status(status)
    .headers({ ...headers, 'content-type': page === undefined ? JSON_TYPE : PAGE_TYPE })
    .send(page ?? JSON.stringify(body));
}
