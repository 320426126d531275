import { limits } from '@otvet/contract';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import { appEvents } from '../events/app-events.ts';
import { startRealtime, stopRealtime } from '../realtime/realtime.ts';
import { changeLocale } from '../texts/texts.ts';
import { signOutOnServer } from './auth-calls.ts';
import { clearStored, readStored, watchStored, writeStored } from './local-data.ts';
import { tokenRefresher } from './session-tokens.ts';
import { userDataQuery } from './user-data.ts';

/** `loading` until authentication first reports; `unreachable` when it could not. */
export type SessionStatus = 'loading' | 'signed-in' | 'signed-out' | 'unreachable';

let status: SessionStatus = 'loading';
let refreshTimer: number | undefined;
const listeners = new Set<() => void>();

function setStatus(next: SessionStatus): void {
  status = next;
  for (const listener of [...listeners]) listener();
}

/** The state of the session now. */
export function sessionStatus(): SessionStatus {
  return status;
}

/** The state of the session; draws again when it changes. */
export function useSessionStatus(): SessionStatus {
  return useSyncExternalStore(subscribe, sessionStatus);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Finds out at start whether somebody is signed in. */
export async function startSession(): Promise<void> {
  if (readStored('sessionToken') === null) return setStatus('signed-out');
  setStatus('loading');
  try {
    await openSession();
  } catch {
    setStatus('unreachable');
  }
}

/** Takes the session that a sign form or an impersonation link gave. A sign form loads the user data itself. */
export async function beginSession(input: { sessionToken: string; isFromSignForm: boolean }): Promise<void> {
  closeSession();
  clearStored();
  queryClient.clear();
  writeStored('sessionToken', input.sessionToken);
  writeStored('fromSignForm', input.isFromSignForm ? '1' : null);
  await openSession();
}

async function openSession(): Promise<void> {
  tokenRefresher.reset();
  const token = await tokenRefresher.forceRefresh();
  if (token === undefined) return;
  const cameFromSignForm = readStored('fromSignForm') !== null;
  writeStored('fromSignForm', null);
  if (!cameFromSignForm) {
    const data = await queryClient.fetchQuery(userDataQuery);
    await changeLocale(data.locale);
  }
  if (readStored('socialSignUp') === null) startRealtime();
  window.clearInterval(refreshTimer);
  // A failed timed refresh is tried again by the first 401, so it needs no words.
  refreshTimer = window.setInterval(
    () => void tokenRefresher.forceRefresh().catch(() => undefined),
    limits.tokenRefreshMs,
  );
  setStatus('signed-in');
}

function closeSession(): void {
  window.clearInterval(refreshTimer);
  stopRealtime();
}

/** Signs out here and on the server; local data and tokens are gone even when the server does not answer. */
export async function signOut(): Promise<void> {
  const sessionToken = readStored('sessionToken');
  const goodbye = sessionToken === null ? undefined : signOutOnServer(sessionToken).catch(() => undefined);
  dropSession(undefined);
  await goodbye;
}

function dropSession(backto: string | undefined): void {
  closeSession();
  clearStored();
  queryClient.clear();
  setStatus('signed-out');
  appEvents.emit('signed-out', { backto });
}

appEvents.on('auth-lost', () => {
  if (status !== 'signed-out') dropSession(window.location.pathname + window.location.search);
});
watchStored('sessionToken', (value) => {
  if (value === null && status === 'signed-in') dropSession(undefined);
});
