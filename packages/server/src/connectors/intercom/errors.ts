import { z } from 'zod';
import { anyWords, type FailureTable, lostAnswer, readFailedAnswer } from '../calls/failures.ts';
import type { ConnectorError } from '../port.ts';

/** https://developers.intercom.com/docs/references/rest-api/errors, read 2026-11-23. */
const failureBody = z.object({
  type: z.literal('error.list'),
  errors: z.array(z.object({ code: z.string().catch('') })).catch([]),
});

const failures: FailureTable = {
  401: [{ pattern: anyWords, kind: 'unauthorized', reason: 'token_revoked' }],
  403: [
    { pattern: /^api_plan_restricted/i, kind: 'unauthorized', reason: 'plan_restricted' },
    { pattern: anyWords, kind: 'unauthorized', reason: 'no_rights' },
  ],
  404: [
    { pattern: /^admin_not_found/i, kind: 'unauthorized', reason: 'sender_gone' },
    { pattern: /^team_unavailable/i, kind: 'rejected', reason: 'refused' },
    { pattern: anyWords, kind: 'chat-closed', reason: 'chat_not_found' },
  ],
  // Somebody changed the conversation at the same moment: nothing was taken.
  409: [{ pattern: anyWords, kind: 'retry', reason: 'vendor_error' }],
  413: [{ pattern: anyWords, kind: 'rejected', reason: 'file_too_large' }],
};

type Answer = {
  status: number;
  headers: Record<string, string>;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  isEffect: boolean;
};

/** An answer that is not the expected result, in the port's kinds. */
export function readFailure({ status, headers, body, isEffect }: Answer): ConnectorError {
  // `request_timeout`: the platform itself does not know.
  if (status === 408) return lostAnswer({ reason: 'no_answer', isEffect });
  const failure = failureBody.safeParse(body).data;
  const read = failure && { words: failure.errors[0]?.code ?? '', retryAfter: readPause(headers) };
  return readFailedAnswer({ status, isEffect, failure: read }, failures);
}

/** The platform names the second at which it goes on, by its own clock, which its answer shows; without both no number comes of it. */
function readPause(headers: Record<string, string>): number {
  return Number(headers['x-ratelimit-reset']) - Date.parse(headers.date ?? '') / 1000;
}
