import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sendMediaFault } from '../http/media-faults.ts';
import { BodyTooLargeError, BodyUnreadableError, type ParsedBody, readBody } from '../http/read-body.ts';
import { type Exchange, sendBytes, sendJson } from '../http/serve.ts';
import { keepMedia } from './customers.ts';
import { type GraphCall, handleAdministration, requireToken } from './handle-graph.ts';
import { HostedError, handleConfiguration, requireKey } from './handle-hosted.ts';
import { limitOf } from './schemas.ts';
import { takeMessage } from './send-message.ts';
import { GraphError, type Media, type PhoneNumber, type World } from './world.ts';

const BODY_LIMIT = 110 * 1024 * 1024;
const UPLOAD_LIFE_MS = 30 * 24 * 3_600_000;
const LINK_LIFE_MS = 300_000;
const ATTACHMENTS = '/whatsapp_business/attachments/';

/** Answers one request at the platform's door, the provider's, or that of the files. */
export async function handle(world: World, exchange: Exchange): Promise<void> {
  const { request, url } = exchange;
  const key = header(request.headers['d360-api-key']);
  const bearer = header(request.headers.authorization).replace(/^Bearer /, '');
  if (url.pathname === ATTACHMENTS) {
    sendFile(world, exchange, key || bearer);
    return;
  }
  const { fields, files } = await readRequest(exchange);
  const call = { method: request.method ?? 'GET', path: url.pathname, body: fields, status: 200 };
  world.calls.push(call);
  try {
    const fault = /\/messages$/.test(url.pathname) ? takeFault(world) : undefined;
    if (fault === 'no-answer') {
      await run(world, { exchange, key, bearer, fields, files });
      request.socket.destroy();
      return;
    }
    if (fault === 'page' || fault === 'garbage') sendPage(exchange, fault === 'page' ? 502 : 200);
    else sendJson(exchange.response, { status: 200, body: await run(world, { exchange, key, bearer, fields, files }) });
  } catch (error) {
    call.status = sendFailure(exchange, error);
  }
}

const header = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

async function readRequest({ request }: Exchange): Promise<ParsedBody> {
  try {
    return await readBody(request, BODY_LIMIT);
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof BodyUnreadableError) return { fields: {}, files: [] };
    throw error;
  }
}

type Request = { exchange: Exchange; key: string; bearer: string } & ParsedBody;

async function run(world: World, request: Request): Promise<object> {
  return request.key === '' ? await runGraph(world, request) : runHosted(world, request);
}

async function runGraph(world: World, { exchange: { request, url }, bearer, fields, files }: Request): Promise<object> {
  const [version = '', ...parts] = url.pathname.split('/').filter((part) => part !== '');
  if (!/^v\d+\.0$/.test(version)) throw new GraphError(400, 2500, 'Unknown path components');
  const method = request.method ?? 'GET';
  const call: GraphCall = { method, parts, query: url.searchParams, body: fields, bearer };
  const done = await handleAdministration(world, call);
  if (done) return done;
  requireToken(world, call);
  const number = world.numbers.get(parts[0] ?? '');
  if (number && method === 'POST') return takeContent(world, { number, edge: parts[1] ?? '', fields, files });
  return describeMedia(world, { id: parts[0] ?? '', base: world.url });
}

function runHosted(world: World, { exchange: { request, url }, key, fields, files }: Request): object {
  const number = requireKey(world, key);
  const method = request.method ?? 'GET';
  const path = url.pathname.slice(1);
  const configured = handleConfiguration(world, number, { method, path, body: fields });
  if (configured) return configured;
  if (method === 'POST') return takeContent(world, { number, edge: path, fields, files });
  // The provider gives the platform's own address, which takes no key of its.
  return describeMedia(world, { id: path, base: 'https://lookaside.fbsbx.com' });
}

function takeContent(world: World, content: { number: PhoneNumber; edge: string } & ParsedBody): object {
  const { number, edge, fields, files } = content;
  if (edge === 'messages') return takeMessage(world, number, fields);
  if (edge !== 'media') throw new GraphError(404, 100, 'Unknown path components');
  const [file] = files;
  const type = z.string().safeParse(fields.type).data ?? '';
  if (!file || fields.messaging_product !== 'whatsapp' || type === '')
    throw new GraphError(400, 100, 'file is required');
  if (file.bytes.length > limitOf(type)) throw new GraphError(400, 131_053, 'Media upload error');
  return { id: keepMedia(world, { name: file.name, mimeType: type, bytes: file.bytes }, UPLOAD_LIFE_MS) };
}

function requireMedia(world: World, id: string): Media {
  const media = world.media.get(id);
  if (!media || media.until < world.now()) throw new GraphError(400, 100, `Object with ID '${id}' does not exist`);
  return media;
}

function describeMedia(world: World, { id, base }: { id: string; base: string }): object {
  const media = requireMedia(world, id);
  if (world.faults.take('missing-media')) throw new GraphError(404, 100, `Object with ID '${id}' does not exist`);
  const ends = Math.floor((world.now() + LINK_LIFE_MS) / 1000);
  return {
    messaging_product: 'whatsapp',
    url: `${base}${ATTACHMENTS}?mid=${id}&ext=${ends}&hash=ARt`,
    mime_type: media.mimeType,
    sha256: createHash('sha256').update(media.bytes).digest('hex'),
    file_size: String(media.bytes.length),
    id,
  };
}

/** The link wants the same key as the call that gave it. */
function sendFile(world: World, exchange: Exchange, key: string): void {
  const { response, url } = exchange;
  const isKnown =
    world.tokens.get(key)?.isRevoked === false || [...world.numbers.values()].some(({ apiKey }) => apiKey === key);
  const media = world.media.get(url.searchParams.get('mid') ?? '');
  const isAlive = Number(url.searchParams.get('ext')) * 1000 > world.now();
  const isEnded = world.faults.take('expired-media') !== undefined || !isAlive;
  if (!isKnown || !media || isEnded)
    sendBytes(response, { status: isKnown ? 404 : 401, body: Buffer.alloc(0), headers: {} });
  else if (world.faults.take('media-page')) sendMediaFault(exchange, 'media-page');
  else sendBytes(response, { status: 200, body: media.bytes, headers: { 'content-type': media.mimeType } });
}

const sendPage = ({ response }: Exchange, status: number): void =>
  sendBytes(response, {
    status,
    body: Buffer.from('<html><body>It works!</body></html>'),
    headers: { 'content-type': 'text/html' },
  });

/** Gives the fault to play on an answer, or throws the one that refuses the call. */
function takeFault({ faults }: World): 'no-answer' | 'page' | 'garbage' | undefined {
  const fault = faults.take('rate-limited', 'pair-limited', 'server-error', 'page', 'no-answer', 'garbage', 'payment');
  switch (fault) {
    case 'rate-limited':
      throw new GraphError(429, 130_429, 'Rate limit hit', 1);
    case 'pair-limited':
      throw new GraphError(400, 131_056, 'Pair rate limit hit', 1);
    case 'server-error':
      throw new GraphError(500, 131_000, 'Something went wrong');
    case 'payment':
      throw new GraphError(400, 131_042, 'Business eligibility payment issue');
    case 'no-answer':
    case 'page':
    case 'garbage':
      return fault;
    default:
      return undefined;
  }
}

function sendFailure({ response }: Exchange, error: unknown): number {
  if (error instanceof HostedError) {
    sendJson(response, { status: error.status, body: { meta: { success: false, developer_message: error.message } } });
    return error.status;
  }
  if (!(error instanceof GraphError)) throw error;
  const { status, code, message, retryAfter } = error;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const body = { error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'A1b2C3' } };
  sendJson(response, { status, body, headers });
  return status;
}
