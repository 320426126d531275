import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  checkTarget,
  parseTarget,
  type Resolve,
  systemResolve,
  type Target,
  type TargetRules,
} from './check-target.ts';
import { flattenHeaders } from './flatten-headers.ts';
import { OutboundError } from './outbound-error.ts';
import { readBody } from './read-body.ts';
import { isPublicAddress } from './special-addresses.ts';

export type OutboundFetchDeps = {
  /** Lets addresses of the own network and all ports through: for people who host everything themselves. */
  isPrivateAddressAllowed: boolean;
  allowedPorts?: readonly number[];
  resolve?: Resolve;
  /** What counts as the open internet; only tests, which have none, say otherwise. */
  isPublic?: (address: string) => boolean;
};

export type OutboundRequest = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  maxBytes?: number;
  /** For everything: names, redirects, head and body. */
  timeoutMs?: number;
  /** How long the other side may say nothing. */
  idleMs?: number;
  /** Accepted media types, such as `text/html`, or `image/` for all of a kind; all when absent. */
  contentTypes?: readonly string[];
  /** 3 where nothing is said. */
  maxRedirects?: number;
  /** A redirect is the answer, for a caller who reads its headers; each address that he goes on to is checked like this one. */
  returnsRedirect?: boolean;
  /** Asked for every address that a redirect names; without it any that the guards let through. */
  isHopAllowed?: (url: URL) => boolean;
};

export type OutboundResponse = {
  status: number;
  /** Where the redirects ended. */
  url: string;
  contentType: string;
  headers: Record<string, string>;
  body: Buffer;
};

/** Fetches an address that a user gave. Throws OutboundError. */
export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<OutboundResponse>;

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_MS = 30_000;
const MAX_REDIRECTS = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/**
 * All that another origin than the one the caller named may hear of his headers: a key may have any name (`x-api-key`,
 * `x-auth-token`, whatever comes next), so what is harmless is listed and not what is secret.
 */
const harmlessHeaders = new Set(['accept', 'accept-language', 'user-agent']);
const aboutBody = /^(?:content-|transfer-encoding$)/;

export function createOutboundFetch(deps: OutboundFetchDeps): OutboundFetch {
  const rules: TargetRules = {
    isPrivateAddressAllowed: deps.isPrivateAddressAllowed,
    allowedPorts: deps.allowedPorts ?? [80, 443],
    resolve: deps.resolve ?? systemResolve,
    isPublic: deps.isPublic ?? isPublicAddress,
  };
  return async (url, request = {}) => {
    const idle = new AbortController();
    const signal = AbortSignal.any([AbortSignal.timeout(request.timeoutMs ?? MAX_MS), idle.signal]);
    const onIdle = () => idle.abort();
    try {
      return await Promise.race([follow({ url, request, rules, signal, onIdle }), whenAborted(signal)]);
    } catch (error) {
      throw toOutboundError(error, signal);
    }
  };
}

type Step = { url: string; request: OutboundRequest; rules: TargetRules; signal: AbortSignal; onIdle: () => void };

async function follow({ url, request, rules, signal, onIdle }: Step): Promise<OutboundResponse> {
  let next = parseTarget(url, rules);
  let sent = request;
  for (let hop = 0; ; hop += 1) {
    const response = await open({ target: await checkTarget(next, rules), request: sent, signal, onIdle });
    const location = response.headers.location;
    const isRedirect = redirects.has(response.statusCode ?? 0) && location !== undefined;
    if (!isRedirect || request.returnsRedirect === true) return finish({ response, next, request });
    response.destroy();
    if (hop >= (request.maxRedirects ?? MAX_REDIRECTS)) throw new OutboundError('too_many_redirects');
    const target = parseTarget(resolveUrl(location, next), rules);
    if (next.protocol === 'https:' && target.protocol === 'http:') throw new OutboundError('address_refused');
    if (request.isHopAllowed?.(target) === false) throw new OutboundError('redirect_refused');
    sent = afterRedirect({ request: sent, isSameOrigin: target.origin === next.origin, status: response.statusCode });
    next = target;
  }
}

/** As browsers do: 307 and 308 repeat the request, the others become GET; what the caller said stays with its origin. */
function afterRedirect(parts: {
  request: OutboundRequest;
  isSameOrigin: boolean;
  status: number | undefined;
}): OutboundRequest {
  const { method, body, headers = {}, ...rest } = parts.request;
  const isRepeated = parts.status === 307 || parts.status === 308;
  // A body was written for the address the caller named, not for whoever it points to.
  const isBodyKept = isRepeated && parts.isSameOrigin && body !== undefined;
  const kept = Object.entries(headers).filter(([name]) => {
    const known = name.toLowerCase();
    return parts.isSameOrigin ? isBodyKept || !aboutBody.test(known) : harmlessHeaders.has(known);
  });
  return {
    ...rest,
    headers: Object.fromEntries(kept),
    ...(isRepeated && method !== undefined ? { method } : {}),
    ...(isBodyKept ? { body } : {}),
  };
}

type Hop = Pick<Step, 'request' | 'signal' | 'onIdle'> & { target: Target };

function open({ target, request, signal, onIdle }: Hop) {
  const { url, address } = target;
  // The socket may go only to the address that was checked.
  const lookup: LookupFunction = (_hostname, options, callback) => {
    if (options.all === true) callback(null, [address]);
    else callback(null, address.address, address.family);
  };
  const options: RequestOptions = {
    method: request.method ?? 'GET',
    headers: { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Otvet/1.0', ...request.headers },
    lookup,
    signal,
    agent: false,
    maxHeaderSize: 32 * 1024,
  };
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = start(url, options, resolve);
    outgoing.once('error', reject);
    if (request.idleMs !== undefined) outgoing.setTimeout(request.idleMs, onIdle);
    outgoing.end(request.body);
  });
}

async function finish({
  response,
  next,
  request,
}: {
  response: IncomingMessage;
  next: URL;
  request: OutboundRequest;
}): Promise<OutboundResponse> {
  const contentType = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  try {
    if (!isWanted(contentType, request.contentTypes)) throw new OutboundError('content_type');
    const body = await readBody(response, request.maxBytes ?? MAX_BYTES);
    return {
      status: response.statusCode ?? 0,
      url: next.href,
      contentType,
      headers: flattenHeaders(response.headers),
      body,
    };
  } finally {
    response.destroy();
  }
}

function isWanted(contentType: string, wanted: readonly string[] | undefined): boolean {
  return wanted?.some((type) => (type.endsWith('/') ? contentType.startsWith(type) : contentType === type)) ?? true;
}

function resolveUrl(location: string, base: URL): string {
  if (!URL.canParse(location, base.href)) throw new OutboundError('url');
  return new URL(location, base).href;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutboundError('too_slow')), { once: true });
  });
}

function toOutboundError(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  return new OutboundError(signal.aborted ? 'too_slow' : 'unreachable', { cause: error });
}
