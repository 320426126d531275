import { z } from 'zod';
import { anyWords, type FailureTable, readFailedAnswer } from '../calls/failures.ts';
import type { ConnectorError } from '../port.ts';

/** `error` is an object in the messenger, a word at the token call: https://developers.avito.ru/api-catalog/messenger/documentation, read 2026-11-23. */
const failureBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string().catch('') }).transform(({ message }) => message)]),
});

const failures: FailureTable = {
  401: [{ pattern: anyWords, kind: 'unauthorized', reason: 'token_revoked' }],
  402: [{ pattern: anyWords, kind: 'unauthorized', reason: 'subscription_needed' }],
  403: [{ pattern: anyWords, kind: 'unauthorized', reason: 'no_rights' }],
  404: [{ pattern: anyWords, kind: 'chat-closed', reason: 'chat_not_found' }],
  413: [{ pattern: anyWords, kind: 'rejected', reason: 'file_too_large' }],
};

/** Where the platform names no pause. */
const PAUSE_SECONDS = 60;

type Answer = {
  status: number;
  headers: Record<string, string>;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  isEffect: boolean;
};

/** An answer that is not the expected result, in the port's kinds. */
export function readFailure({ status, headers, body, isEffect }: Answer): ConnectorError {
  const words = failureBody.safeParse(body).data?.error;
  const retryAfter = headers['retry-after'] ?? PAUSE_SECONDS;
  const failure = words === undefined ? undefined : { words, retryAfter };
  return readFailedAnswer({ status, isEffect, failure }, failures);
}
