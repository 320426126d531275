import { limits } from '@otvet/contract/values';
import { appEvents } from '../events/app-events.ts';
import { fetchIdentityToken } from './auth-calls.ts';
import { readStored, writeStored } from './local-data.ts';
import { createTokenRefresher } from './token-refresher.ts';

/** The one refresher of the running app. */
export const tokenRefresher = createTokenRefresher({
  fetchToken: async () => {
    const sessionToken = readStored('sessionToken');
    return sessionToken === null ? undefined : fetchIdentityToken(sessionToken);
  },
  tokens: { read: () => readStored('idToken'), write: (token) => writeStored('idToken', token) },
  now: () => Date.now(),
  onRefreshed: (token) => appEvents.emit('auth-token-refreshed', { token }),
  onLost: () => appEvents.emit('auth-lost', {}),
  retryMax: limits.tokenRetryMax,
  retryResetMs: limits.tokenRetryResetMs,
});
