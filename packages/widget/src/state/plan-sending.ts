import { MAX_WAIT_MS, type OutboxItem, PATIENCE_MS, waitOf } from './outbox.ts';

/** What to send now, or after how long to ask again. */
export type Plan = { item?: OutboxItem; waitMs: number };

type Moment = {
  now: number;
  /** Messages in flight, by client id: since when. */
  sending: ReadonlyMap<string, { since: number }>;
  /** When the first of the pictures began that go one after the other. */
  since: number;
};

/**
 * Messages go in the order in which they were written, with one exception: a picture steps aside for what was written
 * after it while it would keep that for longer than `PATIENCE_MS`: its next try is further away, its upload takes
 * longer, or another picture is still on its way. When its time has come it is the first again. A text waits that long
 * for all pictures before it together, however many there are and however quickly each of them goes.
 *
 * So at most one text and one picture are in flight together. A text is never overtaken: what keeps a text back (no
 * connection, the visitor's own rate) keeps back everything, and answers depend on the order of questions.
 */
export function planSending(outbox: readonly OutboxItem[], { now, sending, since }: Moment): Plan {
  const waiting = outbox.filter((item) => item.state === 'waiting');
  const isUploading = waiting.some((item) => isPicture(item) && sending.has(item.clientId));
  let waitMs = MAX_WAIT_MS;
  for (const [index, item] of waiting.entries()) {
    const flight = sending.get(item.clientId);
    const untilTry = waitOf(item, now);
    const isFree = !flight && !(isUploading && isPicture(item));
    if (isFree && untilTry === 0) return { item, waitMs: 0 };
    if (isFree) waitMs = Math.min(waitMs, untilTry);
    if (!isPicture(item)) break;
    if (!flight && !(isFree && untilTry <= PATIENCE_MS)) continue;
    const text = waiting.find((later, place) => place > index && !isPicture(later));
    if (!text) break;
    const kept = Math.min(flight?.since ?? now, Math.max(since, text.at)) + PATIENCE_MS - now;
    if (kept > 0) return { waitMs: Math.min(waitMs, kept) };
  }
  return { waitMs };
}

function isPicture({ kind }: OutboxItem): boolean {
  return kind === 'image';
}
