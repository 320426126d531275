import { SECRETS_DAMAGED } from '../channels/index.ts';
import type { GatewayDeps } from './deps.ts';
import { deleteSettled, deleteUnreadable } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const KEEP_SETTLED_MS = 7 * DAY_MS;
const KEEP_FAILED_MS = 28 * DAY_MS;
/** Who has not repaired a channel by then waits for nobody's question of a month ago. */
const KEEP_UNREADABLE_MS = 30 * DAY_MS;
const BATCH = 5000;

/** Raw events do not stay for ever: those that were read go first, those that nobody could read last. */
export async function deleteOldEvents({ pool, log, sharedClock }: GatewayDeps): Promise<void> {
  const ago = (ms: number) => new Date(sharedClock.now().getTime() - ms);
  const settled = { before: ago(KEEP_SETTLED_MS), failedBefore: ago(KEEP_FAILED_MS), limit: BATCH };
  while ((await deleteSettled.run(pool, settled)) === BATCH);
  const unreadable = { note: SECRETS_DAMAGED, before: ago(KEEP_UNREADABLE_MS), limit: BATCH };
  for (let deleted = BATCH; deleted === BATCH; ) {
    deleted = 0;
    for (const { channelId, count } of await deleteUnreadable.all(pool, unreadable)) {
      deleted += count;
      log.warn(
        { channelId, count },
        'events were deleted unread: the secrets of their channel have not opened for a month',
      );
    }
  }
}
