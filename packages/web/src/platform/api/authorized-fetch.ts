import type { TokenRefresher } from '../session/token-refresher.ts';
import { ApiError, toApiError } from './api-error.ts';

export type AuthorizedFetchDeps = {
  fetch: (request: Request) => Promise<Response>;
  readToken: () => string | null;
  hasSession: () => boolean;
  refresher: TokenRefresher;
  retryMax: number;
};

/** A fetch that has the identity token, replays after 401 with a fresh one, and turns every refusal into an ApiError. */
export function createAuthorizedFetch(deps: AuthorizedFetchDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    let token = deps.readToken();
    let response = await send(deps, request, token);
    for (let tries = 0; response.status === 401 && deps.hasSession() && tries < deps.retryMax; tries += 1) {
      const fresh = await deps.refresher.renewAfter401(token);
      if (fresh === undefined) break;
      token = fresh;
      response = await send(deps, request, token);
    }
    // The last refusal is passed to the refresher too: it is the one that ends a session that no fresh token can save.
    if (response.status === 401 && deps.hasSession()) await deps.refresher.renewAfter401(token);
    if (response.ok) return response;
    throw await toApiError(response);
  };
}

async function send(deps: AuthorizedFetchDeps, request: Request, token: string | null): Promise<Response> {
  const attempt = request.clone();
  if (token !== null) attempt.headers.set('authorization', `Bearer ${token}`);
  try {
    return await deps.fetch(attempt);
  } catch (cause) {
    if (request.signal.aborted && !isTimeout(request.signal)) throw cause;
    throw new ApiError({ code: isTimeout(request.signal) ? 'auth.timeout' : 'auth.network', status: 0, cause });
  }
}

function isTimeout(signal: AbortSignal): boolean {
  return signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}
