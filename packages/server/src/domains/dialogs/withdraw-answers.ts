import type { Queryable } from '../../platform/database/queryable.ts';
import { giveBackMessages } from '../accounts/index.ts';
import type { DialogDeps } from './deps.ts';
import type { Place } from './scope.ts';
import { lockDialog, reopenChanged, type WithdrawnAnswer } from './withdraw-store.ts';

/** Before a change of the customer's messages is applied, in the same transaction: their unsent answers are made again. */
export async function reopenTurns(
  tx: Queryable,
  { sharedClock }: Pick<DialogDeps, 'sharedClock'>,
  {
    accountId,
    channelId,
    chatId,
    ...change
  }: Place & { vendorIds: string[]; text: string | null; editedAt: Date | null },
): Promise<void> {
  const dialog = await lockDialog.first(tx, { accountId, channelId, chatId });
  if (!dialog) return;
  const input = { ...change, accountId, dialogId: dialog.id, reason: 'question_changed', sharedNow: sharedClock.now() };
  await giveBackAllowance(tx, accountId, await reopenChanged.all(tx, input));
}

/** An answer that nobody saw does not count. */
async function giveBackAllowance(tx: Queryable, accountId: string, withdrawn: WithdrawnAnswer[]): Promise<void> {
  const counted = withdrawn.filter(({ decision, isUnseen }) => isUnseen && decision !== 'hand-over');
  for (const { createdAt } of counted) await giveBackMessages.run(tx, { accountId, takenAt: createdAt });
}
