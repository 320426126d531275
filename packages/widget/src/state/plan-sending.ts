import { MAX_WAIT_MS, type OutboxItem, PATIENCE_MS, waitOf } from './outbox.ts';

/** What to send now, or after how long to ask again. */
export type Plan = { item?: OutboxItem; waitMs: number };

type Moment = {
  now: number;
  /** Messages in flight, by client id: since when. */
  sending: ReadonlyMap<string, number>;
};

/**
 * Messages go in the order in which they were written, with one exception: a picture steps aside for what was written
 * after it while it would keep that for longer than `PATIENCE_MS`: its next try is further away, its upload takes
 * longer, or another picture is still on its way. When its time has come it is the first again.
 *
 * So at most one text and one picture are in flight together. A text is never overtaken: what keeps a text back (no
 * connection, the visitor's own rate) keeps back everything, and answers depend on the order of questions.
 */
export function planSending(outbox: readonly OutboxItem[], { now, sending }: Moment): Plan {
  const waiting = outbox.filter((item) => item.state === 'waiting');
  const isUploading = waiting.some((item) => isPicture(item) && sending.has(item.clientId));
  let waitMs = MAX_WAIT_MS;
  for (const item of waiting) {
    const since = sending.get(item.clientId);
    const untilTry = waitOf(item, now);
    const isFree = since === undefined && !(isUploading && isPicture(item));
    if (isFree && untilTry === 0) return { item, waitMs: 0 };
    if (isFree) waitMs = Math.min(waitMs, untilTry);
    if (!isPicture(item)) break;
    const patience = since === undefined ? 0 : since + PATIENCE_MS - now;
    if (patience > 0) waitMs = Math.min(waitMs, patience);
    if (patience > 0 || (isFree && untilTry <= PATIENCE_MS)) break;
  }
  return { waitMs };
}

function isPicture({ kind }: OutboxItem): boolean {
  return kind === 'image';
}
