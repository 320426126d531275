import { withTransaction } from '../../platform/database/with-transaction.ts';
import { comeBackMinutes } from './come-back-time.ts';
import type { DialogDeps } from './deps.ts';
import { toChange } from './receive-message.ts';
import type { Scope } from './scope.ts';
import { lineOf } from './speaker-line.ts';
import { findLeft, type LeftDialog, lockLeft, resumeDialog, stayAway } from './speaker-store.ts';

const BATCH = 100;
const MINUTE_MS = 60_000;
/** What is older than its wait and this is not answered as if it were new: it waits for a person. */
const LATE_MS = 60 * MINUTE_MS;

/** Lets the assistant speak again where a person took a dialog and left its customer without an answer. */
async function comeBack(deps: DialogDeps, scope: Scope, left: LeftDialog): Promise<void> {
  const { accountId, dialogId, channelId, chatId } = left;
  const minutes = await comeBackMinutes(deps, channelId);
  // The settings count as they are now.
  if (minutes === 0 || left.isUnreachable) {
    await stayAway.run(deps.pool, { accountId, dialogId });
    return;
  }
  const now = deps.clock.now();
  const sharedNow = deps.sharedClock.now();
  const openSince = new Date(now.getTime() - minutes * MINUTE_MS - LATE_MS);
  const resumed = await withTransaction(deps.pool, async (tx) => {
    if (!(await lockLeft.first(tx, { accountId, dialogId, sharedNow }))) return undefined;
    const line = lineOf(deps, { line: 'came_back', by: null, now });
    const done = await resumeDialog.first(tx, { ...line, accountId, dialogId, openSince, sharedNow, keepsWait: true });
    await deps.events.publish(tx, 'dialog.handed-back', { accountId, dialogId, channelId, chatId });
    return done;
  });
  if (resumed) scope.changes.emit(toChange({ ...left, version: resumed.version }));
}

/** The part of the door that brings the assistant back; what is due by it the assistant's own sweep takes up. */
export function createComeBack(deps: DialogDeps, scope: Scope) {
  return {
    async comeBack(): Promise<void> {
      for (const left of await findLeft.all(deps.pool, { sharedNow: deps.sharedClock.now(), limit: BATCH })) {
        try {
          await comeBack(deps, scope, left);
        } catch (error) {
          deps.log.error(
            { err: error, dialogId: left.dialogId },
            'the assistant could not come back; it is tried again',
          );
        }
      }
    },
  };
}
