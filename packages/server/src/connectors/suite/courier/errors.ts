import { z } from 'zod';
import { anyWords, type FailureTable, readFailedAnswer } from '../../calls/failures.ts';
import type { ConnectorError, LimitScope } from '../../port.ts';

const failureBody = z.object({ error: z.string() });

const failures: FailureTable = {
  400: [
    { pattern: /login/i, kind: 'unauthorized', reason: 'login_refused' },
    { pattern: /confirm/i, kind: 'rejected', reason: 'webhook_refused' },
  ],
  401: [{ pattern: anyWords, kind: 'unauthorized', reason: 'token_revoked' }],
};

/** The platform says whether it counts the chat or the page. */
const limitScopes: Record<string, LimitScope> = { chat: 'chat', page: 'channel' };

/** Sending twice under one key is harmless, so no lost answer needs a person. */
export function readFailure(answer: {
  status: number;
  body: unknown;
  retryAfter: string | undefined;
  limited: string | undefined;
}): ConnectorError {
  const failure = failureBody.safeParse(answer.body).data;
  const limitScope = limitScopes[answer.limited ?? ''] ?? 'unsaid';
  const read = failure && { words: failure.error, retryAfter: answer.retryAfter, limitScope };
  return readFailedAnswer({ status: answer.status, failure: read, isEffect: false }, failures);
}
