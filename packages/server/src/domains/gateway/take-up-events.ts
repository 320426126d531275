import { LONGEST_GRACE_MS } from './accept-events.ts';
import type { GatewayDeps } from './deps.ts';
import type { EventReader } from './read-events.ts';
import { takeWaitingEvents } from './store.ts';

const SWEEP_AGAIN_MS = 10_000;
const EVENT_BATCH = 2000;
const RECOVER_BATCH = 10_000;

type Reader = Pick<EventReader, 'ingest' | 'isBehind' | 'hasRoom' | 'catchUp' | 'fallBehind'>;

type Deps = Pick<GatewayDeps, 'pool' | 'sharedClock'>;

async function takeUp(
  { pool, sharedClock }: Deps,
  reader: Reader,
  { graceMs, limit }: { graceMs: number; limit: number },
): Promise<{ isAll: boolean }> {
  const now = sharedClock.now();
  const untriedUntil = new Date(now.getTime() + graceMs);
  const nextAt = new Date(now.getTime() + SWEEP_AGAIN_MS);
  const taken = await takeWaitingEvents(pool, { now, untriedUntil, nextAt, limit });
  for (const event of taken) reader.ingest(event);
  return { isAll: taken.length < limit };
}

/**
 * Takes up all events that were accepted and not read: by an earlier process, or by this one without its database or with
 * too much in hand. The order within a chat does not depend on it: see `ingestEvent`.
 */
export async function takeUpAll(deps: Deps, reader: Reader): Promise<void> {
  reader.catchUp();
  const all = { graceMs: LONGEST_GRACE_MS, limit: RECOVER_BATCH };
  const { isAll } = await takeUp(deps, reader, all).catch((error: unknown) => {
    reader.fallBehind();
    throw error;
  });
  if (!isAll) reader.fallBehind();
}

/** Those that are due; all, as soon as there is room, where some were left unread. */
export async function takeUpWaiting(deps: Deps, reader: Reader): Promise<void> {
  if (!reader.isBehind()) await takeUp(deps, reader, { graceMs: 0, limit: EVENT_BATCH });
  else if (reader.hasRoom()) await takeUpAll(deps, reader);
}
