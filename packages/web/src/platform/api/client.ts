import { routes } from 'virtual:contract';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { readStored } from '../session/local-data.ts';
import { tokenRefresher } from '../session/session-tokens.ts';
import { ApiError } from './api-error.ts';
import { createAuthorizedFetch } from './authorized-fetch.ts';
import { buildRequest, readRoute } from './build-request.ts';
import { callTimeoutMs } from './call-timeout.ts';
import { createContractClient } from './contract-client.ts';
import { fetchOnce } from './early-answers.ts';
import { serviceUrls } from './service-urls.ts';

type Send = (request: Request) => Promise<Response>;

/** The public API, typed from the contract, over a fetch. Every refusal is an ApiError. */
export function createApi(fetch: Send): ContractRouterClient<typeof contract> {
  const authorizedFetch = createAuthorizedFetch({
    fetch,
    readToken: () => readStored('idToken'),
    hasSession: () => readStored('sessionToken') !== null,
    refresher: tokenRefresher,
    retryMax: limits.tokenRetryMax,
  });
  return createContractClient((name, input) => call(authorizedFetch, name, input));
}

async function call(send: Send, name: string, input: Record<string, unknown>): Promise<unknown> {
  const address = routes[name];
  if (address === undefined) throw new Error(`The contract has no procedure ${name}`);
  const route = readRoute(address);
  const base = name.startsWith('chat.') ? serviceUrls.messaging : serviceUrls.api;
  const timeoutMs = callTimeoutMs(route, input);
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const response = await send(buildRequest({ route, base, input, signal }));
  return response.json().catch((cause: unknown) => {
    throw new ApiError({ code: 'wrong_response_from_server', status: response.status, cause });
  });
}

/** The public API as every screen asks it. */
export const api = createApi(fetchOnce);
