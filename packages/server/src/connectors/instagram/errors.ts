import type { GraphTable } from '../vendors/meta/graph-failures.ts';

const WINDOW_CLOSED = { kind: 'rejected', reason: 'window_closed' } as const;
const UNKNOWN_PERSON = { kind: 'rejected', reason: 'chat_not_found' } as const;

/** What the codes of messages mean: https://developers.facebook.com/docs/instagram-platform/reference/error-codes, read 2026-11-23. */
export const instagramFailures: GraphTable = {
  '10/2018278': WINDOW_CLOSED,
  '10/2534022': WINDOW_CLOSED,
  1545041: WINDOW_CLOSED,
  '100/2018001': UNKNOWN_PERSON,
  9010: UNKNOWN_PERSON,
  551: { kind: 'chat-closed', reason: 'messages_denied' },
  // The limit of one account.
  80006: { kind: 'rate-limited', reason: 'rate_limited', limitScope: 'channel' },
};
