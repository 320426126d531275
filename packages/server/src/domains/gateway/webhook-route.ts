import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawEvent } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import type { RawRequest, SharedWebhook, WebhookReply, WebhookResult } from '../../connectors/webhook-port.ts';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { LiveChannel } from '../channels/index.ts';
import type { Accept } from './accept-events.ts';
import type { GatewayDeps } from './deps.ts';
import { isStorableId } from './storable-id.ts';
import { createWebhookBodies } from './webhook-bodies.ts';
import { countRefusals, type Refusals } from './webhook-refusals.ts';

type Deps = Pick<GatewayDeps, 'channels' | 'connectors' | 'log' | 'sharedClock'>;
type Params = { type: string; id?: string; '*'?: string };

const CHANNEL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Platforms stop at it: nothing is here, and nothing will be. */
const GONE = 410;
const REFUSED = 401;
/** A channel that is not connected yet takes no events: the platform keeps them and comes again. */
const RETRY_AFTER_SECONDS = 5;
const methods: RawRequest['method'][] = ['GET', 'HEAD', 'POST'];

/**
 * `/hooks/{channelType}/{channelId}`, with anything behind it, and `/hooks/{channelType}` where many accounts share one
 * address: raw bytes → the connector verifies and reads → stored → what the platform wants to hear.
 */
export function mountWebhooks(app: FastifyInstance, deps: Deps, accept: Accept): void {
  const refusals = countRefusals(deps.sharedClock);
  const bodies = createWebhookBodies({ clock: deps.sharedClock, refusals });
  void app.register(async (scope) => {
    const answers = new WeakMap<FastifyRequest, ServerResponse>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request: FastifyRequest) => bodies.read(request, answers.get(request)));
    // Before the body is read.
    const onRequest = async (request: WebhookRequest, reply: FastifyReply) => {
      answers.set(request, reply.raw);
      if (await isAddress(deps, request, refusals)) return;
      refusals.require(request.ip);
      await reply.code(GONE).send();
    };
    const route = { method: methods, config: { rate: 'webhook' }, onRequest } as const;
    const receiveShared = createSharedReceiver(deps, accept, refusals);
    const receiveOwn = createOwnReceiver(deps, accept, refusals);
    scope.route<{ Params: Params }>({ ...route, url: '/hooks/:type', handler: receiveShared });
    for (const url of ['/hooks/:type/:id', '/hooks/:type/:id/*'])
      scope.route<{ Params: Params }>({ ...route, url, handler: receiveOwn });
  });
}

type WebhookRequest = FastifyRequest<{ Params: Params }>;
type Receiver = (request: WebhookRequest, reply: FastifyReply) => Promise<FastifyReply>;

function createOwnReceiver(deps: Deps, accept: Accept, refusals: Refusals): Receiver {
  return async (request, reply) => {
    const { type, id = '', '*': path = '' } = request.params;
    const raw = readRequest(request, path);
    const { channel, result } = await receive(deps, {
      type,
      id,
      raw,
      isTrusted: () => !refusals.areTooMany(request.ip),
    });
    if (!channel || result.kind === 'refused') {
      refusals.require(request.ip);
      return await reply.code(channel ? REFUSED : GONE).send();
    }
    if (result.kind !== 'events') return await answer(reply, result);
    if (channel.state === 'connecting') throw notYet();
    if (result.events.length > 0)
      await accept({ accountId: channel.accountId, channelId: channel.id, events: result.events, channel });
    return await sendReply(reply, result.reply);
  };
}

/** Whether something can be at the address of a request: what cannot is not read. */
async function isAddress(
  deps: Deps,
  { params: { type, id }, ip }: WebhookRequest,
  refusals: Refusals,
): Promise<boolean> {
  const connector = findConnector(deps.connectors.byType, type);
  if (id === undefined) return connector?.shared !== undefined;
  if (!connector || !CHANNEL_ID.test(id)) return false;
  for (const isFresh of [false, true]) {
    if (isFresh && refusals.areTooMany(ip)) break;
    const channel = await deps.channels.liveAtAddress(id, { isFresh });
    if (channel?.type === type) return true;
  }
  return false;
}

type Received = { channel: LiveChannel; result: WebhookResult } | { channel: undefined; result: { kind: 'refused' } };

/** A channel whose credentials have just changed elsewhere may be remembered wrongly: before a refusal it is read again. */
async function receive(
  deps: Deps,
  { type, id, raw, isTrusted }: { type: string; id: string; raw: RawRequest; isTrusted: () => boolean },
): Promise<Received> {
  let received: Received = { channel: undefined, result: { kind: 'refused' } };
  if (!CHANNEL_ID.test(id)) return received;
  for (const isFresh of [false, true]) {
    if (isFresh && !isTrusted()) break;
    const channel = await deps.channels.liveAtAddress(id, { isFresh });
    if (channel?.type === type) received = { channel, result: channel.connector.receive(raw, channel.self) };
    if (received.result.kind !== 'refused') break;
  }
  return received;
}

function createSharedReceiver(deps: Deps, accept: Accept, refusals: Refusals): Receiver {
  return async (request, reply) => {
    const { type } = request.params;
    const shared = findConnector(deps.connectors.byType, type)?.shared;
    const result = shared?.receive(readRequest(request, ''), deps.connectors.io.vendorKeys);
    if (!shared || !result || result.kind === 'refused') {
      refusals.require(request.ip);
      return await reply.code(shared ? REFUSED : GONE).send();
    }
    if (result.kind !== 'events') return await answer(reply, result);
    const arrivals = await findArrivals(deps, { type, byIdentity: result.byIdentity });
    if (isForNobody(shared, { sent: result.byIdentity.length, found: arrivals.length }))
      return await reply.code(REFUSED).send();
    await acceptEach(accept, arrivals);
    return await sendReply(reply, result.reply);
  };
}

type Arrival = { channel: LiveChannel; events: RawEvent[] };

/** Every account's part is stored on its own; a part that could not be makes the platform repeat the request. */
async function acceptEach(accept: Accept, arrivals: Arrival[]): Promise<void> {
  const stored = await Promise.allSettled(
    arrivals.map(({ channel, events }) =>
      accept({ accountId: channel.accountId, channelId: channel.id, events, channel }),
    ),
  );
  for (const part of stored) if (part.status === 'rejected') throw part.reason;
}

/**
 * Events of accounts that nobody connected here belong to nobody: they are not stored. Neither are those of a channel
 * that is still being connected, or cannot be opened: one account must not stop the address of all.
 */
async function findArrivals(
  deps: Deps,
  { type, byIdentity }: { type: string; byIdentity: { identity: string; events: RawEvent[] }[] },
): Promise<Arrival[]> {
  const identities = [...new Set(byIdentity.map(({ identity }) => identity))].filter(isStorableId);
  if (identities.length === 0) return [];
  const known = await deps.channels.idsOfIdentities({ type, identities });
  const arrivals = known.map(async ({ id, identity }) => {
    const channel = await openAtAddress(deps, id);
    const events = byIdentity.flatMap((part) => (part.identity === identity ? part.events : []));
    return channel?.state === 'active' ? [{ channel, events }] : [];
  });
  return (await Promise.all(arrivals)).flat();
}

async function openAtAddress(deps: Deps, id: string): Promise<LiveChannel | undefined> {
  try {
    return await deps.channels.liveAtAddress(id, { isFresh: false });
  } catch (error) {
    if (unavailableReason(error) !== undefined) throw error;
    deps.log.error({ err: error, channelId: id }, 'a channel at a shared address could not be opened');
    return undefined;
  }
}

function isForNobody(shared: SharedWebhook, { sent, found }: { sent: number; found: number }): boolean {
  return sent > 0 && found === 0 && shared.unknownIdentity === 'refuse';
}

function readRequest(request: FastifyRequest, path: string): RawRequest {
  const method = methods.find((known) => known === request.method) ?? 'POST';
  return {
    method,
    path,
    query: readFirstValues(request.query),
    headers: readFirstValues(request.headers),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

function readFirstValues(values: unknown): Record<string, string> {
  const firsts: [string, string][] = [];
  for (const [name, value] of Object.entries(values ?? {})) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') firsts.push([name, first]);
  }
  return Object.fromEntries(firsts);
}

type Answered = Exclude<WebhookResult, { kind: 'events' } | { kind: 'refused' }>;

async function answer(reply: FastifyReply, result: Answered): Promise<FastifyReply> {
  if (result.kind === 'reply') return await sendReply(reply, result.reply);
  throw new AppError('request.invalid');
}

async function sendReply(reply: FastifyReply, answered: WebhookReply | undefined): Promise<FastifyReply> {
  if (!answered) return await reply.code(200).send();
  return await reply.code(answered.status).header('content-type', answered.contentType).send(answered.body);
}

function notYet(): AppError {
  return new AppError('server.unavailable', { retryAfter: RETRY_AFTER_SECONDS });
}
