import { limits } from '@otvet/contract/values';
import { createAtom, useSelector } from '@tanstack/react-store';
import { dropEarlyAnswers } from '../api/early-answers.ts';
import { queryClient } from '../api/query-client.ts';
import { shouldRetryAtStart } from '../api/retry-rules.ts';
import { appEvents } from '../events/app-events.ts';
import { mayLeave } from '../forms/unsaved.ts';
import { startRealtime, stopRealtime } from '../realtime/realtime.ts';
import { changeLocale } from '../texts/texts.ts';
import { signOutOnServer } from './auth-calls.ts';
import { clearStored, readStored, watchStored, writeStored } from './local-data.ts';
import { forgetOwn } from './own-data.ts';
import { forgetOwnFiles } from './own-files.ts';
import { tokenRefresher } from './session-tokens.ts';
import { userDataQuery } from './user-data.ts';

/** `loading` until authentication first reports; `unreachable` when it could not. */
export type SessionStatus = 'loading' | 'signed-in' | 'signed-out' | 'unreachable';

const status = createAtom<SessionStatus>('loading');
const startFailure = createAtom<unknown>(undefined);
let refreshTimer: number | undefined;

/** The state of the session now. */
export function sessionStatus(): SessionStatus {
  return status.get();
}

/** The state of the session; draws again when it changes. */
export function useSessionStatus(): SessionStatus {
  return useSelector(status);
}

/** Why the session is `unreachable`. */
export function useStartFailure(): unknown {
  return useSelector(startFailure);
}

/** Finds out at start whether somebody is signed in. */
export async function startSession(): Promise<void> {
  if (readStored('sessionToken') === null) return status.set('signed-out');
  status.set('loading');
  try {
    await openSession();
  } catch (error) {
    startFailure.set(error);
    status.set('unreachable');
  }
}

/** Takes the session that a sign form or an impersonation link gave. A sign form loads the user data itself. */
export async function beginSession(input: { sessionToken: string; isFromSignForm: boolean }): Promise<void> {
  closeSession();
  dropEarlyAnswers();
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
    const data = await queryClient.fetchQuery({ ...userDataQuery, retry: shouldRetryAtStart });
    await changeLocale(data.locale);
  }
  if (readStored('socialSignUp') === null) startRealtime();
  window.clearInterval(refreshTimer);
  // A failed timed refresh is retried at the first 401, so it needs no words.
  refreshTimer = window.setInterval(
    () => void tokenRefresher.forceRefresh().catch(() => undefined),
    limits.tokenRefreshMs,
  );
  status.set('signed-in');
}

function closeSession(): void {
  window.clearInterval(refreshTimer);
  stopRealtime();
}

/**
 * Signs out here and on the server, unless the person wants to save something first; local data and tokens are gone even
 * when the server does not answer.
 */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return;
  const sessionToken = readStored('sessionToken');
  const goodbye = sessionToken === null ? undefined : signOutOnServer(sessionToken).catch(() => undefined);
  // First, for they ask who is signed in.
  void forgetOwnFiles();
  forgetOwn();
  dropSession(undefined);
  await goodbye;
}

function dropSession(backto: string | undefined): void {
  closeSession();
  dropEarlyAnswers();
  clearStored();
  queryClient.clear();
  status.set('signed-out');
  appEvents.emit('signed-out', { backto });
}

appEvents.on('auth-lost', () => {
  if (status.get() !== 'signed-out') dropSession(window.location.pathname + window.location.search);
});
watchStored('sessionToken', (value) => {
  if (value === null && status.get() === 'signed-in') dropSession(undefined);
});
