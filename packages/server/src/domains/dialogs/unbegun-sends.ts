import type { Clock } from '../../platform/time/clock.ts';

/** Longer than a claim lasts that nobody renews, and the database may take to commit it. */
const REMEMBER_MS = 600_000;
/** Of the statement that stores an answer, or of who takes it from the queue for the first time. */
const FIRST_ATTEMPT = 1;

type Claim = { messageId: string; attempt: number };

/**
 * Answers that this process stores, whose reply it has not got (yet). The statement may have claimed the answer for a
 * send that only its reply begins, or it may have left it in the queue, where this process finds it: so that both can be
 * told to be unsent, no send of a first attempt begins here while its answer stands in this list (`claimDelivery`). What
 * another process claims is its own to judge.
 */
export function createUnbegunSends({ nodeId, sharedClock }: { nodeId: string; sharedClock: Pick<Clock, 'now'> }) {
  const since = new Map<string, number>();
  const has = ({ messageId, attempt }: Claim): boolean => attempt === FIRST_ATTEMPT && since.has(messageId);
  return {
    /** Before the statement. What was never replied to is forgotten when the database can no longer commit it. */
    add(messageId: string): void {
      const now = sharedClock.now().getTime();
      for (const [id, addedAt] of since) {
        if (now - addedAt <= REMEMBER_MS) break;
        since.delete(id);
      }
      since.set(messageId, now);
    },
    /** Its reply came. */
    delete: (messageId: string): boolean => since.delete(messageId),
    has,
    /** Says of each claim whether its send may have begun. */
    mark: <Lost extends Claim & { claimedBy: string | null }>(claims: Lost[]): (Lost & { hasBegun: boolean })[] =>
      claims.map((claim) => ({ ...claim, hasBegun: claim.claimedBy !== nodeId || !has(claim) })),
  };
}
