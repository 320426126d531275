import { z } from 'zod';
import { anyWords, type FailureTable, readFailedAnswer } from '../calls/failures.ts';
import { ConnectorError } from '../port.ts';

/** Failures of the Bot API: https://core.telegram.org/bots/api#making-requests, read 2026-11-20; wordings from tdlib/telegram-bot-api. */
const failureBody = z.object({
  ok: z.literal(false),
  description: z.string().catch(''),
  parameters: z
    .object({
      retry_after: z.unknown().optional(),
      migrate_to_chat_id: z.int().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const failures: FailureTable = {
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
  401: [{ pattern: anyWords, kind: 'unauthorized', reason: 'token_revoked' }],
  403: [
    { pattern: /blocked by the user/i, kind: 'chat-closed', reason: 'customer_blocked' },
    { pattern: /deactivated/i, kind: 'chat-closed', reason: 'customer_gone' },
    { pattern: /can't initiate/i, kind: 'chat-closed', reason: 'never_started' },
    { pattern: /kicked|not a member/i, kind: 'chat-closed', reason: 'removed_from_group' },
    { pattern: /was deleted/i, kind: 'chat-closed', reason: 'group_deleted' },
    { pattern: anyWords, kind: 'chat-closed', reason: 'chat_closed' },
  ],
  404: [
    { pattern: /method not found/i, kind: 'unsupported', reason: 'method_unsupported' },
    { pattern: anyWords, kind: 'unauthorized', reason: 'token_revoked' },
  ],
  409: [
    { pattern: /webhook is active/i, kind: 'retry', reason: 'webhook_conflict' },
    { pattern: anyWords, kind: 'retry', reason: 'poller_conflict' },
  ],
  413: [{ pattern: anyWords, kind: 'rejected', reason: 'file_too_large' }],
};

type Answer = {
  status: number;
  /** The parsed body; undefined where it was no JSON. */
  body: unknown;
  isEffect: boolean;
};

/** An answer that is not the expected result, in the port's kinds. A 429 says how long, not whether it is the limit of the chat, the group or the bot. */
export function readFailure({ status, body, isEffect }: Answer): ConnectorError {
  const failure = failureBody.safeParse(body).data;
  const { migrate_to_chat_id: movedTo, retry_after: retryAfter } = failure?.parameters ?? {};
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  if (isRefusal && movedTo !== undefined && status !== 401)
    return new ConnectorError('chat-moved', { reason: 'chat_moved', movedTo: String(movedTo) });
  return readFailedAnswer(
    { status, isEffect, failure: failure && { words: failure.description, retryAfter } },
    failures,
  );
}
