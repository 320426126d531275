import type { GraphTable } from '../vendors/meta/graph-failures.ts';

const OUT_OF_REACH = { kind: 'chat-closed', reason: 'messages_denied' } as const;
const NO_RIGHTS = { kind: 'unauthorized', reason: 'no_rights' } as const;

/** What the codes of messages mean: https://developers.facebook.com/docs/messenger-platform/error-codes, read 2026-11-23. */
export const pageFailures: GraphTable = {
  '1/99': NO_RIGHTS,
  '1/1357046': OUT_OF_REACH,
  '2/2018344': OUT_OF_REACH,
  '10/1893063': { kind: 'unauthorized', reason: 'account_blocked' },
  '10/2018278': { kind: 'rejected', reason: 'window_closed' },
  '100/2018001': { kind: 'rejected', reason: 'chat_not_found' },
  // The limit of one page.
  32: { kind: 'rate-limited', reason: 'rate_limited', limitScope: 'channel' },
  551: OUT_OF_REACH,
};
