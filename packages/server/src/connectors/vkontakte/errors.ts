import { RATE_LIMITED } from '@otvet/contract';
import { z } from 'zod';
import { anyWords, type FailureTable, readFailedAnswer, readVerdict } from '../calls/failures.ts';
import { ConnectorError, type LimitScope } from '../port.ts';

/** Refusals come with HTTP 200: https://dev.vk.com/ru/api/api-requests; codes of VKCOM/vk-api-schema `errors.json`, read 2026-11-23. */
const failureBody = z.object({
  error: z.object({ error_code: z.int(), error_msg: z.string().catch('') }),
});

const one = (kind: 'retry' | 'rejected' | 'unauthorized' | 'chat-closed', reason: string) => [
  { pattern: anyWords, kind, reason },
];

const failures: FailureTable = {
  1: one('retry', 'vendor_error'),
  5: one('unauthorized', 'token_revoked'),
  7: one('unauthorized', 'no_rights'),
  10: one('retry', 'vendor_error'),
  14: one('rejected', 'captcha_needed'),
  15: one('unauthorized', 'no_rights'),
  17: one('rejected', 'captcha_needed'),
  18: one('chat-closed', 'customer_gone'),
  22: one('rejected', 'file_refused'),
  27: [
    { pattern: /unavailable with group auth/i, kind: 'unsupported', reason: 'method_unsupported' },
    ...one('unauthorized', 'token_revoked'),
  ],
  28: one('unauthorized', 'no_rights'),
  36: one('retry', 'vendor_error'),
  105: one('rejected', 'file_refused'),
  // An address for uploads that has gone stale: the next try asks for another one.
  118: one('retry', 'vendor_error'),
  121: one('retry', 'vendor_error'),
  122: one('rejected', 'photo_refused'),
  129: one('rejected', 'photo_refused'),
  203: one('unauthorized', 'no_rights'),
  900: one('chat-closed', 'customer_banned'),
  901: one('chat-closed', 'messages_denied'),
  902: one('chat-closed', 'messages_denied'),
  910: one('rejected', 'text_too_long'),
  911: one('rejected', 'keyboard_refused'),
  912: one('chat-closed', 'bots_switched_off'),
  914: one('rejected', 'text_too_long'),
  917: one('chat-closed', 'chat_closed'),
  921: one('rejected', 'reply_not_found'),
  922: one('chat-closed', 'removed_from_group'),
  927: one('chat-closed', 'chat_closed'),
  932: one('chat-closed', 'chat_closed'),
  945: one('chat-closed', 'chat_closed'),
  946: one('chat-closed', 'chat_closed'),
  1021: one('chat-closed', 'never_started'),
  2000: one('rejected', 'webhook_limit'),
};

/** Too many calls in a second; a flood in one dialog; quantity and spam limits, whose size is not published. */
const limits: Record<number, { limitScope: LimitScope; retryAfterMs?: number }> = {
  6: { limitScope: 'channel', retryAfterMs: 1000 },
  9: { limitScope: 'chat' },
  29: { limitScope: 'channel' },
  984: { limitScope: 'channel' },
};

/** A refusal by its code, of a call or of one recipient. */
export function readCode({ code, words }: { code: number; words: string }): ConnectorError {
  const limit = limits[code];
  if (limit) return new ConnectorError('rate-limited', { reason: RATE_LIMITED, ...limit });
  return readVerdict({ status: code, words }, failures);
}

type Answer = {
  status: number;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  retryAfter: string | undefined;
  /** The call puts a message in front of the customer. */
  isEffect: boolean;
};

/** An answer that is not the expected result. */
export function readFailure({ status, body, retryAfter, isEffect }: Answer): ConnectorError {
  const error = failureBody.safeParse(body).data?.error;
  if (status === 200 && error) return readCode({ code: error.error_code, words: error.error_msg });
  const failure = error && { words: error.error_msg, retryAfter };
  return readFailedAnswer({ status, isEffect, failure }, {});
}
