import { routes, slashless } from 'virtual:contract';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { contract } from '@otvet/contract';
import { limits } from '@otvet/contract';
import { readStored } from '../session/local-data.ts';
import { tokenRefresher } from '../session/session-tokens.ts';
import { createAuthorizedFetch } from './authorized-fetch.ts';
import { serviceUrls } from './service-urls.ts';

const authorizedFetch = createAuthorizedFetch({
  fetch: (request) => fetch(request),
  readToken: () => readStored('idToken'),
  hasSession: () => readStored('sessionToken') !== null,
  refresher: tokenRefresher,
  retryMax: limits.tokenRetryMax,
});

const link = new OpenAPILink(routes, {
  url: (_options, path) => (path[0] === 'chat' ? serviceUrls.messaging : serviceUrls.api),
  clientInterceptors: [
    (options) =>
      options.next({ ...options, request: { ...options.request, url: exactUrl(options.request.url, options.path) } }),
  ],
  fetch: (request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limits.webTimeoutMs)]);
    return authorizedFetch(new Request(request, { signal, credentials: 'include' }));
  },
});

/** The library cuts the slash at the end of an address; the published addresses bear it. */
function exactUrl(url: URL, path: readonly string[]): URL {
  const exact = new URL(url);
  if (!slashless.includes(path.join('.'))) exact.pathname = `${exact.pathname}/`;
  return exact;
}

/** The public API, typed from the contract. Every refusal is an ApiError. */
export const api: ContractRouterClient<typeof contract> = createORPCClient(link);
