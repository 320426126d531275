import { z } from 'zod';
import { anyWords, type FailureTable, readFailedAnswer } from '../calls/failures.ts';
import { ConnectorError } from '../port.ts';
import { readGraphFailure } from '../vendors/meta/graph-failures.ts';
import { whatsappFailures } from '../vendors/whatsapp/failures.ts';

/** Everything that refuses says why in a form of its own: https://docs.360dialog.com, read 2026-11-23. */
const failureBody = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ meta: z.object({ developer_message: z.string() }) }).transform(({ meta }) => meta.developer_message),
]);

const TOO_MANY = /rate|too many/i;

/** Its own words, where it is not the platform that refuses. */
const failures: FailureTable = {
  400: [
    { pattern: /unpaid|invoice|billing|payment/i, kind: 'unauthorized', reason: 'payment_needed' },
    { pattern: /disabled|blocked|suspended/i, kind: 'unauthorized', reason: 'account_blocked' },
  ],
  401: [{ pattern: anyWords, kind: 'unauthorized', reason: 'token_revoked' }],
  403: [{ pattern: anyWords, kind: 'rejected', reason: 'no_rights' }],
};

type Answer = {
  status: number;
  headers: Record<string, string>;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  isEffect: boolean;
};

/** An answer that is not the expected result, in the port's kinds. */
export function readFailure(answer: Answer): ConnectorError {
  const { status, headers, body, isEffect } = answer;
  const words = failureBody.safeParse(body).data;
  if (words === undefined) return readGraphFailure(answer, whatsappFailures);
  const isLimit = status === 400 && TOO_MANY.test(words);
  const failure = { words, retryAfter: headers['retry-after'] };
  return readFailedAnswer({ status: isLimit ? 429 : status, failure, isEffect }, failures);
}

/** While a channel is connected a refused key is what was typed wrong. */
export function blameKey(error: unknown): unknown {
  const isKey = error instanceof ConnectorError && error.reason === 'token_revoked';
  return isKey ? new ConnectorError('unauthorized', { reason: 'key_invalid', field: 'apiKey', cause: error }) : error;
}
