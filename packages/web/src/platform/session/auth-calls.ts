import { ApiError, toApiError } from '../api/api-error.ts';
import { fetchOnce } from '../api/early-answers.ts';
import { serviceUrls } from '../api/service-urls.ts';
import { readStored, writeStored } from './local-data.ts';

/** A sign-in waits in a line of the server, at most so long. */
const AUTH_TIMEOUT_MS = 60_000;

type AuthCall = { path: string; method: 'GET' | 'POST'; token?: string; body?: Record<string, unknown> };

// Cookies are left out: the session is the bearer token alone, so another site can never ride on it.
async function callAuth({ path, method, token, body }: AuthCall): Promise<unknown> {
  const headers = new Headers();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const request = new Request(`${serviceUrls.auth}${path}`, {
    method,
    headers,
    credentials: 'omit',
    signal: AbortSignal.timeout(AUTH_TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await fetchOnce(request).catch((cause: unknown) => {
    throw new ApiError({ code: 'auth.network', status: 0, cause });
  });
  if (!response.ok) throw await toApiError(response);
  return response.json().catch(() => undefined);
}

function readText(answer: unknown, name: string): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const value: unknown = Reflect.get(answer, name);
  return typeof value === 'string' ? value : undefined;
}

/** Signs in; gives the session token. */
export async function signInByEmail(input: { email: string; password: string }): Promise<string> {
  const device = readStored('device');
  const body = device === null ? input : { ...input, device };
  const answer = await callAuth({ path: '/sign-in/email', method: 'POST', body });
  const token = readText(answer, 'token');
  writeStored('device', readText(answer, 'device') ?? device);
  if (token === undefined) throw new ApiError({ code: 'wrong_response_from_server', status: 200 });
  return token;
}

/** A fresh identity token; undefined when the session is over. */
export async function fetchIdentityToken(sessionToken: string): Promise<string | undefined> {
  try {
    return readText(await callAuth({ path: '/token', method: 'GET', token: sessionToken }), 'token');
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined;
    throw error;
  }
}

/** Ends the session on the server. */
export async function signOutOnServer(sessionToken: string): Promise<void> {
  await callAuth({ path: '/sign-out', method: 'POST', token: sessionToken, body: {} });
}
