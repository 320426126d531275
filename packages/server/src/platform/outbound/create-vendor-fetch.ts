import type { Agent } from 'undici';
import type { Clock } from '../time/clock.ts';
import { readVendorAnswer } from './read-vendor-answer.ts';
import { VendorError } from './vendor-error.ts';
import type { VendorFetch, VendorRequest } from './vendor-fetch.ts';

const CONNECT_MS = 10_000;
const standardHeaders = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'Otvet/1.0' };

/**
 * The way to the fixed addresses of vendors, on undici's dispatcher: `fetch` on top of it costs several times as much.
 * Connections stay open for the next call; a call whose connection is lost fails and is never repeated here.
 */
export function createVendorFetch({ clock }: { clock: Clock }): VendorFetch {
  let opening: Promise<Agent> | undefined;
  return async (url, request = {}) => {
    opening ??= openAgent();
    const agent = await opening;
    const { origin, pathname, search } = parseUrl(url);
    const { headers, body } = await packBody(request);
    if (request.signal?.aborted) throw new VendorError('aborted', { cause: request.signal.reason });
    return await new Promise((resolve, reject) => {
      const path = pathname + search;
      const method = request.method ?? 'GET';
      agent.dispatch({ origin, path, method, headers, body }, readVendorAnswer({ request, clock, resolve, reject }));
    });
  };
}

/** Loaded at the first call: it takes more memory than the whole of a small server that calls nobody. */
async function openAgent(): Promise<Agent> {
  const { Agent } = await import('undici');
  // The bounds of a call are the caller's; HTTP/2 would let one lost connection take many calls with it.
  return new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_MS } });
}

function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch (cause) {
    throw new VendorError('broken', { cause });
  }
}

async function packBody({ headers, body }: VendorRequest) {
  const given = { ...standardHeaders, ...headers };
  if (!(body instanceof FormData)) return { headers: given, body: body ?? null };
  const packed = new Response(body);
  const contentType = packed.headers.get('content-type') ?? '';
  return { headers: { ...given, 'content-type': contentType }, body: Buffer.from(await packed.arrayBuffer()) };
}
