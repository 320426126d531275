import { z } from 'zod';
import { anyWords, type FailureTable, readFailedAnswer, readVerdict } from '../calls/failures.ts';
import { ConnectorError } from '../port.ts';

/** Failures have HTTP status 200 and a status of their own: https://creators.viber.com/docs/bots-api/errors, read 2026-11-23. */
const failureBody = z.object({ status: z.int().positive() });

const TOO_MANY_WITHOUT_REPLY = 12;

const verdict = (kind: ConnectorError['kind'], reason: string) => [{ pattern: anyWords, kind, reason }];
const failures: FailureTable = {
  1: verdict('rejected', 'webhook_refused'),
  2: verdict('unauthorized', 'token_revoked'),
  3: verdict('rejected', 'refused'),
  4: verdict('rejected', 'refused'),
  5: verdict('chat-closed', 'not_subscribed'),
  6: verdict('chat-closed', 'not_subscribed'),
  7: verdict('unauthorized', 'account_blocked'),
  8: verdict('unauthorized', 'account_blocked'),
  9: verdict('unauthorized', 'account_blocked'),
  // The look at broken channels sets it again within a minute.
  10: verdict('unauthorized', 'webhook_not_set'),
  11: verdict('rejected', 'device_refused'),
  13: verdict('rejected', 'version_unsupported'),
  14: verdict('rejected', 'version_unsupported'),
  15: verdict('unauthorized', 'account_blocked'),
  16: verdict('rejected', 'refused'),
  17: verdict('rejected', 'refused'),
  18: verdict('rejected', 'refused'),
  19: verdict('rejected', 'refused'),
  20: verdict('rejected', 'refused'),
  21: verdict('rejected', 'refused'),
  22: verdict('rejected', 'refused'),
  23: verdict('rejected', 'no_balance'),
  24: verdict('rejected', 'no_balance'),
};

type Answer = {
  status: number;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  retryAfter: string | undefined;
  isEffect: boolean;
};

/** An answer that is not the expected result, in the port's kinds. */
export function readFailure({ status, body, retryAfter, isEffect }: Answer): ConnectorError {
  const failure = failureBody.safeParse(body).data;
  const isAnswered = status < 300 || (status >= 400 && status < 500 && status !== 429);
  if (!failure || !isAnswered)
    return readFailedAnswer({ status, isEffect, failure: failure && { words: '', retryAfter } }, failures);
  if (failure.status === TOO_MANY_WITHOUT_REPLY)
    return new ConnectorError('rate-limited', { reason: 'reply_awaited', limitScope: 'chat' });
  // Every other number is "general error" there.
  if (failures[failure.status] === undefined) return new ConnectorError('retry', { reason: 'vendor_error' });
  return readVerdict({ status: failure.status, words: '' }, failures);
}
