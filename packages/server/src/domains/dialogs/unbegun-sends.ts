import type { Clock } from '../../platform/time/clock.ts';

/** Longer than a claim lasts that nobody renews, and the database may take to commit it. */
const REMEMBER_MS = 600_000;
/** The attempt of the statement that stores an answer. A later one was claimed by somebody who sends it. */
const FIRST_ATTEMPT = 1;

/**
 * Answers that this process claimed for sending by the statement that stored them, whose reply it never got: only that
 * reply begins the send, so the first attempt of none of them was begun, whenever the database commits it.
 */
export function createUnbegunSends(clock: Pick<Clock, 'now'>) {
  const since = new Map<string, number>();
  return {
    add(messageId: string): void {
      const now = clock.now().getTime();
      for (const [id, addedAt] of since) if (now - addedAt > REMEMBER_MS) since.delete(id);
      since.set(messageId, now);
    },
    /** Says of each claim whether its send may have begun. */
    mark: <Claim extends { messageId: string; attempt: number }>(claims: Claim[]): (Claim & { hasBegun: boolean })[] =>
      claims.map((claim) => ({ ...claim, hasBegun: claim.attempt !== FIRST_ATTEMPT || !since.has(claim.messageId) })),
  };
}
