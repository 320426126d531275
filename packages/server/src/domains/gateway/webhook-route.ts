import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawEvent } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import type { RawRequest, SharedWebhook, WebhookReply, WebhookResult } from '../../connectors/webhook-port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { serverTexts } from '../../platform/texts/texts.ts';
import { ChannelSecretsError, hasAddressStep, type LiveChannel } from '../channels/index.ts';
import type { Accept } from './accept-events.ts';
import { requireFewEvents } from './bound-events.ts';
import type { GatewayDeps } from './deps.ts';
import { isStorableId } from './storable-id.ts';
import { createWebhookBodies, type WebhookBodies } from './webhook-bodies.ts';
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
  const parts = { deps, accept, refusals, bodies };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Left as it is: it is read when something is known to be at the address.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    const route = { method: methods, config: { rate: 'webhook' } } as const;
    scope.route<{ Params: Params }>({ ...route, url: '/hooks/:type', handler: createSharedReceiver(parts) });
    for (const url of ['/hooks/:type/:id', '/hooks/:type/:id/*'])
      scope.route<{ Params: Params }>({ ...route, url, handler: createOwnReceiver(parts) });
  });
}

type WebhookRequest = FastifyRequest<{ Params: Params }>;
type Receiver = (request: WebhookRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Parts = { deps: Deps; accept: Accept; refusals: Refusals; bodies: WebhookBodies };

function createOwnReceiver({ deps, accept, refusals, bodies }: Parts): Receiver {
  return async (request, reply) => {
    const { type, id = '', '*': path = '' } = request.params;
    const isTrusted = () => !refusals.areTooMany(request.ip);
    const known = await findAtAddress(deps, { type, id, isTrusted });
    if (known === undefined) {
      refusals.require(request.ip);
      return await reply.code(GONE).send();
    }
    const raw = readRequest(request, { path, body: await bodies.read(request, reply.raw) });
    const { channel, result } = await receive(deps, { known, raw, isTrusted });
    if (!channel || result.kind === 'refused') {
      refusals.require(request.ip);
      if (channel && result.kind === 'refused' && result.isMissigned) await noteSignature(deps, channel, true);
      return await reply.code(channel ? REFUSED : GONE).send();
    }
    await noteAddress(deps, { channel, result });
    if (request.method === 'POST') await noteSignature(deps, channel, false);
    if (result.kind !== 'events') return await answer(reply, result);
    requireFewEvents(result.events);
    if (channel.state === 'connecting') throw notYet();
    if (result.events.length > 0)
      await accept({ accountId: channel.accountId, channelId: channel.id, events: result.events, channel });
    return await sendReply(reply, greet(channel, result) ?? result.reply);
  };
}

/** Until the platform used an address that its owner entered there, the channel is not said to work. */
async function noteAddress(deps: Deps, { channel, result }: { channel: LiveChannel; result: WebhookResult }) {
  if (channel.addressTriedAt !== null || result.kind === 'refused') return;
  if (!hasAddressStep(channel.connector) || (result.kind === 'reply' && result.isAnybodys === true)) return;
  await deps.channels.markAddressTried(channel);
}

/** A wrong secret is known by nothing else: the platform says nothing of it, and no message comes. */
async function noteSignature(deps: Deps, { accountId, id, refusedSince }: LiveChannel, isMissigned: boolean) {
  if ((refusedSince !== null) === isMissigned) return;
  await deps.channels.markSignature({ accountId, id, isMissigned });
}

/** In the words of the channel; one that is switched off says nothing by itself. */
function greet(
  { settings }: LiveChannel,
  result: Extract<WebhookResult, { kind: 'events' }>,
): WebhookReply | undefined {
  if (!settings.active) return undefined;
  const locale = settings.aiLang === 'en' ? 'en' : 'ru';
  return result.greet?.(settings.greeting.trim() || serverTexts(locale, 'assistant.hello'));
}

type Address = { type: string; id: string; isTrusted: () => boolean };

/** Where nothing is no body is read. */
async function findAtAddress(deps: Deps, { type, id, isTrusted }: Address): Promise<LiveChannel | undefined> {
  if (findConnector(deps.connectors.byType, type) === undefined || !CHANNEL_ID.test(id)) return undefined;
  const remembered = await readAtAddress(deps, id, { isFresh: false });
  if (remembered?.type === type) return remembered;
  if (!isTrusted()) return undefined;
  const fresh = await readAtAddress(deps, id, { isFresh: true });
  return fresh?.type === type ? fresh : undefined;
}

/** What comes to one whose secrets do not open cannot be verified: the platform keeps it and comes again. */
async function readAtAddress(deps: Deps, id: string, options: { isFresh: boolean }): Promise<LiveChannel | undefined> {
  return await deps.channels.liveAtAddress(id, options).catch((error: unknown) => {
    throw error instanceof ChannelSecretsError ? notYet() : error;
  });
}

type Received = { channel: LiveChannel | undefined; result: WebhookResult };

/** A channel whose credentials have just changed elsewhere may be remembered wrongly: before a refusal it is read again. */
async function receive(
  deps: Deps,
  { known, raw, isTrusted }: { known: LiveChannel; raw: RawRequest; isTrusted: () => boolean },
): Promise<Received> {
  const result = known.connector.receive(raw, known.self);
  if (result.kind !== 'refused' || !isTrusted()) return { channel: known, result };
  const fresh = await readAtAddress(deps, known.id, { isFresh: true });
  if (fresh?.type !== known.type) return { channel: undefined, result };
  return { channel: fresh, result: fresh.connector.receive(raw, fresh.self) };
}

function createSharedReceiver({ deps, accept, refusals, bodies }: Parts): Receiver {
  return async (request, reply) => {
    const { type } = request.params;
    const shared = findConnector(deps.connectors.byType, type)?.shared;
    if (shared === undefined) {
      refusals.require(request.ip);
      return await reply.code(GONE).send();
    }
    const raw = readRequest(request, { path: '', body: await bodies.read(request, reply.raw) });
    const result = shared.receive(raw, deps.connectors.io.vendorKeys);
    if (result.kind === 'refused') {
      refusals.require(request.ip);
      return await reply.code(REFUSED).send();
    }
    if (result.kind !== 'events') return await answer(reply, result);
    requireFewEvents(result.byIdentity.flatMap(({ events }) => events));
    const { arrivals, unready } = await findArrivals(deps, { type, byIdentity: result.byIdentity });
    if (isForNobody(shared, { sent: result.byIdentity.length, found: arrivals.length + unready }))
      return await reply.code(REFUSED).send();
    await acceptEach(accept, arrivals);
    if (unready > 0) throw notYet();
    return await sendReply(reply, result.reply);
  };
}

type Arrival = { channel: LiveChannel; events: RawEvent[]; isReadLater: boolean };

/** Every account's part is stored on its own; a part that could not be makes the platform repeat the request. */
async function acceptEach(accept: Accept, arrivals: Arrival[]): Promise<void> {
  const stored = await Promise.allSettled(
    arrivals.map(({ channel, ...rest }) =>
      accept({ accountId: channel.accountId, channelId: channel.id, channel, ...rest }),
    ),
  );
  for (const part of stored) if (part.status === 'rejected') throw part.reason;
}

/** `unready`: how many are connected here and cannot take their events now. */
type Arrivals = { arrivals: Arrival[]; unready: number };

/**
 * Events of accounts that nobody connected here belong to nobody: they are not stored. Those of a channel that is still
 * being connected the platform keeps and brings again; they do not stop those of the others. Those of a channel whose
 * secrets do not open are kept here until they do: asked for again for days, the platform would bring nothing at all.
 */
async function findArrivals(
  deps: Deps,
  { type, byIdentity }: { type: string; byIdentity: { identity: string; events: RawEvent[] }[] },
): Promise<Arrivals> {
  const identities = [...new Set(byIdentity.map(({ identity }) => identity))].filter(isStorableId);
  if (identities.length === 0) return { arrivals: [], unready: 0 };
  const known = await deps.channels.idsOfIdentities({ type, identities });
  const opened = await Promise.all(
    known.map(async ({ id, identity }) => {
      const events = byIdentity.flatMap((part) => (part.identity === identity ? part.events : []));
      return { ...(await openAtAddress(deps, id)), events };
    }),
  );
  const arrivals = opened.flatMap(({ channel, ...rest }) =>
    channel?.state === 'active' ? [{ channel, ...rest }] : [],
  );
  const isGone = ({ channel }: (typeof opened)[number]) => channel === undefined;
  return { arrivals, unready: opened.length - arrivals.length - opened.filter(isGone).length };
}

/** Undefined: it is gone meanwhile. One that another node has just finished may be remembered as it was before. */
async function openAtAddress(
  deps: Deps,
  id: string,
): Promise<{ channel: LiveChannel | undefined; isReadLater: boolean }> {
  try {
    const remembered = await deps.channels.liveAtAddress(id, { isFresh: false });
    const isReady = remembered?.state === 'active';
    const channel = isReady ? remembered : await deps.channels.liveAtAddress(id, { isFresh: true });
    return { channel, isReadLater: false };
  } catch (error) {
    if (!(error instanceof ChannelSecretsError)) throw error;
    deps.log.error({ err: error, channelId: id }, 'a channel at a shared address could not be opened');
    return { channel: await deps.channels.bare(id), isReadLater: true };
  }
}

function isForNobody(shared: SharedWebhook, { sent, found }: { sent: number; found: number }): boolean {
  return sent > 0 && found === 0 && shared.unknownIdentity === 'refuse';
}

function readRequest(request: FastifyRequest, { path, body }: Pick<RawRequest, 'path' | 'body'>): RawRequest {
  const method = methods.find((known) => known === request.method) ?? 'POST';
  return {
    method,
    path,
    query: readFirstValues(request.query ?? {}),
    headers: readFirstValues(request.headers),
    body,
  };
}

function readFirstValues(values: object): Record<string, string> {
  const firsts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') firsts[name] = first;
  }
  return firsts;
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
