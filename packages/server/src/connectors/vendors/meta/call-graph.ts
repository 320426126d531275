import type { z } from 'zod';
import { baseUrlOf, callVendor } from '../../calls/call-vendor.ts';
import { readJson } from '../../calls/read-json.ts';
import type { ConnectorIo } from '../../port.ts';
import { type GraphTable, readGraphFailure } from './graph-failures.ts';

// https://developers.facebook.com/docs/graph-api/overview, read 2026-11-23.

/** Versions live for two years: https://developers.facebook.com/docs/graph-api/changelog */
const VERSION = 'v25.0';
const CALL_DEADLINE_MS = 15_000;
const EFFECT_DEADLINE_MS = 30_000;
/** Uploads get time by their size on top: 500 kB/s is a poor line. */
const BYTES_PER_MS = 500;

/** Where the platform is reached by default; every connector that calls it declares this key. */
export const graphUrls = { GRAPH_API_URL: 'https://graph.facebook.com' } as const;

/** Whose call it is, and at which of the platform's hosts. */
export type GraphAccess = {
  token: string;
  io: Pick<ConnectorIo, 'fetch' | 'vendorUrls'>;
  /** Environment key of the base address. */
  urlKey?: string;
  /** What the codes of this product mean. */
  failures?: GraphTable;
};

type GraphPath = {
  /** Behind the version, without a slash in front; ids in it are encoded. */
  path: string;
  query?: Record<string, string>;
  /** Some calls of logins have no version in their address. */
  isVersionless?: boolean;
};

export type GraphCall<Schema extends z.ZodType> = GraphPath & {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: Record<string, unknown> | FormData;
  /** Bytes of files within the body. */
  size?: number;
  /** It puts something in front of the customer: a lost answer is `unknown`. */
  isEffect?: boolean;
  /** Besides the token: what must not stand in an error. */
  secrets?: readonly string[];
  result: Schema;
};

/** One call; throws ConnectorError. */
export async function callGraph<Schema extends z.ZodType>(
  { token, io, urlKey = 'GRAPH_API_URL', failures = {} }: GraphAccess,
  call: GraphCall<Schema>,
): Promise<z.output<Schema>> {
  const { method = 'GET', body, isEffect = false, size = 0, result } = call;
  const isForm = body === undefined || body instanceof FormData;
  const answer = await callVendor(io, {
    url: graphUrl(baseUrlOf(io, urlKey), call),
    request: {
      method,
      headers: {
        // A call of a login names its application in the query and has no token.
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      deadlineMs: (isEffect ? EFFECT_DEADLINE_MS : CALL_DEADLINE_MS) + size / BYTES_PER_MS,
    },
    isEffect,
    secrets: [token, ...(call.secrets ?? [])],
  });
  const read = readJson(answer.body);
  const success = result.safeParse(read);
  if (answer.status === 200 && success.success) return success.data;
  throw readGraphFailure({ status: answer.status, headers: answer.headers, body: read, isEffect }, failures);
}

/** An address of the platform; that of a login is opened by a browser. */
export function graphUrl(base: string, { path, query = {}, isVersionless = false }: GraphPath): string {
  const search = new URLSearchParams(query).toString();
  const versioned = isVersionless ? path : `${VERSION}/${path}`;
  return `${base}/${versioned}${search === '' ? '' : `?${search}`}`;
}
