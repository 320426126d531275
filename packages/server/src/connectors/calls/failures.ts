import { RATE_LIMITED } from '@otvet/contract';
import { ConnectorError, type ConnectorErrorKind, type LimitScope } from '../port.ts';

/** What a platform's own words mean; the first match of its status counts. */
export type Verdict = { pattern: RegExp; kind: ConnectorErrorKind; reason: string };
export type FailureTable = Record<number, readonly Verdict[]>;

/** Any words of a status. */
export const anyWords = /^/;

const MAX_PAUSE_MS = 3_600_000;

export type FailedAnswer = {
  status: number;
  /**
   * The body is an error in the platform's own form, `retryAfter` the seconds that it asks us to pause, as they came;
   * undefined where something else answered in its place. `limitScope`: whose limit it says was met, where it says so.
   */
  failure: { words: string; retryAfter: unknown; limitScope?: LimitScope } | undefined;
  /** The call changes something, so that a lost answer must not be repeated blindly. */
  isEffect: boolean;
};

/** An answer that is not the expected result, in the port's kinds. */
export function readFailedAnswer(answer: FailedAnswer, table: FailureTable): ConnectorError {
  const { status, failure, isEffect } = answer;
  if (status === 429) return rateLimited(readPauseMs(failure?.retryAfter), failure?.limitScope);
  // A gateway that gave up waiting, or whose page says nothing of the platform's: the call may have gone through. Only
  // by 503 it says that nobody took the call: docs/adr/2026-11-22-failed-answers.md.
  const isForeignPage = status >= 500 && !failure && status !== 503;
  if (status === 504 || (isEffect && isForeignPage)) return lostAnswer({ reason: 'no_answer', isEffect });
  if (status >= 500) return new ConnectorError('retry', { reason: 'vendor_error' });
  if (status >= 200 && status < 300) return lostAnswer({ reason: 'garbage_answer', isEffect });
  // A wall of the network or a wrong base address answers in the platform's place: nothing was taken, nothing is decided.
  if (!failure) return new ConnectorError('retry', { reason: 'vendor_unexpected', status });
  return readVerdict({ status, words: failure.words }, table);
}

/** A refusal by the table; what it does not know is a refusal of this one message. */
export function readVerdict({ status, words }: { status: number; words: string }, table: FailureTable): ConnectorError {
  const verdict = table[status]?.find(({ pattern }) => pattern.test(words));
  return new ConnectorError(verdict?.kind ?? 'rejected', { reason: verdict?.reason ?? 'refused' });
}

/** A pause that makes no sense is none; after the longest one the platform is asked again, whatever it said. */
function readPauseMs(seconds: unknown): number | undefined {
  const isWritten = typeof seconds === 'number' || (typeof seconds === 'string' && seconds.trim() !== '');
  const ms = isWritten ? Number(seconds) * 1000 : Number.NaN;
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, MAX_PAUSE_MS) : undefined;
}

function rateLimited(retryAfterMs: number | undefined, limitScope: LimitScope = 'unsaid'): ConnectorError {
  return new ConnectorError('rate-limited', {
    reason: RATE_LIMITED,
    limitScope,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** The bytes left and nothing understandable came back. */
export function lostAnswer(lost: { reason: string; isEffect: boolean; cause?: unknown }): ConnectorError {
  return new ConnectorError(lost.isEffect ? 'unknown' : 'retry', { reason: lost.reason, cause: lost.cause });
}
