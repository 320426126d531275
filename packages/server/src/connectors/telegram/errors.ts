import { z } from 'zod';
import { ConnectorError, type ConnectorErrorKind } from '../port.ts';

/** Failures of the Bot API: https://core.telegram.org/bots/api#making-requests, read 2026-11-20; wordings from tdlib/telegram-bot-api. */
const failureBody = z.object({
  ok: z.literal(false),
  description: z.string().catch(''),
  parameters: z
    .object({
      retry_after: z.number().optional().catch(undefined),
      migrate_to_chat_id: z.int().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type FailureBody = z.output<typeof failureBody>;

type Verdict = { pattern: RegExp; kind: ConnectorErrorKind; reason: string };

/** The platform's words for 400, 403, 404, 409 and 413, first match wins. */
const verdicts: Record<number, Verdict[]> = {
  400: [
    { pattern: /chat not found/i, kind: 'chat-closed', reason: 'chat_not_found' },
    { pattern: /message to be replied not found/i, kind: 'rejected', reason: 'reply_not_found' },
    { pattern: /message text is empty|text must be non-empty/i, kind: 'rejected', reason: 'text_empty' },
    { pattern: /message is too long|caption is too long/i, kind: 'rejected', reason: 'text_too_long' },
    { pattern: /too big for a photo|photo_invalid|image_process_failed/i, kind: 'rejected', reason: 'photo_refused' },
    { pattern: /file is too big/i, kind: 'rejected', reason: 'file_too_large' },
    { pattern: /wrong file[_ ]id/i, kind: 'rejected', reason: 'file_gone' },
    { pattern: /not enough rights|chat_write_forbidden/i, kind: 'rejected', reason: 'no_rights' },
    { pattern: /bad webhook/i, kind: 'rejected', reason: 'webhook_refused' },
  ],
  403: [
    { pattern: /blocked by the user/i, kind: 'chat-closed', reason: 'customer_blocked' },
    { pattern: /deactivated/i, kind: 'chat-closed', reason: 'customer_gone' },
    { pattern: /can't initiate/i, kind: 'chat-closed', reason: 'never_started' },
    { pattern: /kicked|not a member/i, kind: 'chat-closed', reason: 'removed_from_group' },
    { pattern: /was deleted/i, kind: 'chat-closed', reason: 'group_deleted' },
    { pattern: /^/, kind: 'chat-closed', reason: 'chat_closed' },
  ],
  404: [
    { pattern: /method not found/i, kind: 'unsupported', reason: 'method_unsupported' },
    { pattern: /^/, kind: 'unauthorized', reason: 'token_revoked' },
  ],
  409: [
    { pattern: /webhook is active/i, kind: 'retry', reason: 'webhook_conflict' },
    { pattern: /^/, kind: 'retry', reason: 'poller_conflict' },
  ],
  413: [{ pattern: /^/, kind: 'rejected', reason: 'file_too_large' }],
};

type Answer = {
  status: number;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  /** The call changes something, so that a lost answer must not be repeated blindly. */
  isEffect: boolean;
};

/** An answer that is not the expected result, told in the port's kinds. */
export function readFailure({ status, body, isEffect }: Answer): ConnectorError {
  const failure = failureBody.safeParse(body);
  if (status === 429) return rateLimited(failure.data);
  // A gateway that gave up waiting: the call may have gone through.
  if (status === 504) return lostAnswer({ reason: 'no_answer', isEffect });
  if (status >= 500) return new ConnectorError('retry', { reason: 'vendor_error' });
  if (status >= 200 && status < 300) return lostAnswer({ reason: 'garbage_answer', isEffect });
  // A wall of the network or a wrong base address answers in the platform's place: nothing was taken, nothing is decided.
  if (!failure.success) return new ConnectorError('retry', { reason: 'vendor_unexpected' });
  if (status === 401) return new ConnectorError('unauthorized', { reason: 'token_revoked' });
  return readRefusal({ status, failure: failure.data });
}

function rateLimited(failure: FailureBody | undefined): ConnectorError {
  const seconds = failure?.parameters?.retry_after;
  return new ConnectorError('rate-limited', {
    reason: 'rate_limited',
    ...(seconds === undefined ? {} : { retryAfterMs: seconds * 1000 }),
  });
}

function readRefusal({ status, failure }: { status: number; failure: FailureBody }): ConnectorError {
  const movedTo = failure.parameters?.migrate_to_chat_id;
  if (movedTo !== undefined)
    return new ConnectorError('chat-moved', { reason: 'chat_moved', movedTo: String(movedTo) });
  const verdict = verdicts[status]?.find(({ pattern }) => pattern.test(failure.description));
  return new ConnectorError(verdict?.kind ?? 'rejected', { reason: verdict?.reason ?? 'refused' });
}

/** The bytes left and nothing understandable came back. */
function lostAnswer({
  reason,
  isEffect,
  cause,
}: {
  reason: string;
  isEffect: boolean;
  cause?: unknown;
}): ConnectorError {
  return new ConnectorError(isEffect ? 'unknown' : 'retry', { reason, cause });
}

const beforeRequestCodes =
  /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL|ERR_(?:SSL|TLS)_\w+|\w*_?CERT\w*|UNABLE_TO_\w+)$/;
const beforeRequestSyscalls = new Set(['connect', 'getaddrinfo']);
/** A connection cut during the TLS handshake bears the code of any other reset; only its text tells. */
const handshakeText = /before secure TLS connection was established/i;
const maxCauses = 6;

type Interruption = { error: unknown; isEffect: boolean; hasTimedOut: boolean; token: string };

/** A call that ended without an answer: before the request left it may be repeated, afterwards nobody knows. */
export function readInterruption({ error, isEffect, hasTimedOut, token }: Interruption): ConnectorError {
  const causes = listCauses(error);
  const cause = describeCauses(causes, token);
  if (causes.some(isBeforeRequest)) return new ConnectorError('retry', { reason: 'network', cause });
  return lostAnswer({ reason: hasTimedOut ? 'no_answer' : 'connection_lost', isEffect, cause });
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < maxCauses; cause = cause.cause) causes.push(cause);
  return causes;
}

function isBeforeRequest(error: Error): boolean {
  // Several addresses of one host were tried, and none took the connection.
  if (error instanceof AggregateError) return true;
  if ('syscall' in error && typeof error.syscall === 'string' && beforeRequestSyscalls.has(error.syscall)) return true;
  return beforeRequestCodes.test(readCode(error)) || handshakeText.test(error.message);
}

function readCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Errors of fetch may quote the address, which holds the token: only cleaned words go on. */
function describeCauses(causes: Error[], token: string): Error | undefined {
  if (causes.length === 0) return undefined;
  const lines = causes.map((cause) =>
    [cause.name, readCode(cause), cause.message].filter((word) => word !== '').join(' '),
  );
  const cleaned = new Error(lines.join(' <- ').replaceAll(token, '[token]').replaceAll(encodeURI(token), '[token]'));
  cleaned.name = 'NetworkError';
  return cleaned;
}
