import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../time/clock.ts';
import { hasBody } from './guard-slow-body.ts';

/** So much of a body that nobody wants is read, and its connection stays so long. */
const MAX_DISCARDED = 1024 * 1024;
const STAYS_MS = 5000;

/**
 * An answer before the end of a body is a refusal. A connection that is closed with bytes of the client unread is reset,
 * and most clients then never read why: what still comes is read and dropped, within bounds.
 */
export function discardRefusedBodies(app: FastifyInstance, { clock }: { clock: Clock }): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // One that is made within the process has no connection.
    const isUnread = request.raw.socket instanceof Socket && !request.raw.complete && !request.raw.destroyed;
    if (!isUnread || !hasBody(request.raw)) return done(null, payload);
    const { raw } = reply;
    // Of a body without a length more may come than is read.
    const isTooLong = !(Number(request.headers['content-length']) <= MAX_DISCARDED);
    const isLast = isTooLong || !raw.shouldKeepAlive || raw.hasHeader('connection') || reply.hasHeader('connection');
    // A client that keeps connections must know that this one ends: its next requests would be reset.
    if (isLast) reply.header('connection', 'close');
    discardRest({ request: request.raw, response: raw, isLast, clock });
    done(null, payload);
  });
}

type Refused = { request: IncomingMessage; response: ServerResponse; isLast: boolean; clock: Clock };

function discardRest({ request, response, isLast, clock }: Refused): void {
  const { socket } = request;
  const endNow = isLast ? postponeEnd(socket) : () => undefined;
  let left = MAX_DISCARDED;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    // Beyond the bound nothing more is read; the answer can still be.
    if (left < 0) request.pause();
  });
  request.resume();
  const cancel = clock.after(STAYS_MS, () => socket.destroy());
  request.once('close', cancel);
  request.once('end', () => {
    cancel();
    if (isLast) whenFinished(response, endNow);
  });
}

/** The library ends a connection with its last answer, too early for a client that is still sending. */
function postponeEnd(socket: Socket): () => void {
  Object.defineProperty(socket, 'destroySoon', { configurable: true, value: () => undefined });
  return () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    socket.destroySoon();
  };
}

function whenFinished(response: ServerResponse, then: () => void): void {
  if (response.writableFinished) then();
  else response.once('finish', then);
}
