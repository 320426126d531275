import type { Queryable } from '../../platform/database/queryable.ts';
import { giveBackMessages } from '../accounts/index.ts';
import type { DialogDeps } from './deps.ts';
import type { Place } from './scope.ts';
import { explainWithdrawn, lockDialog, reopenChanged, type WithdrawnAnswer, withdrawUnsent } from './withdraw-store.ts';

/** What a person did that keeps an answer from leaving. */
type WithdrawReason = 'taken_over' | 'banned';

/**
 * Before a person takes the word, in the same transaction: answers that have not left never leave. Gives the dialog,
 * locked, as it was.
 */
export async function withdrawAnswers(
  tx: Queryable,
  { accountId, channelId, chatId }: Place,
  reason: WithdrawReason,
): Promise<{ id: string; paused: boolean } | undefined> {
  const dialog = await lockDialog.first(tx, { accountId, channelId, chatId });
  if (!dialog) return undefined;
  const withdrawn = await withdrawUnsent.all(tx, { accountId, dialogId: dialog.id, reason });
  await giveBackAllowance(tx, accountId, withdrawn);
  return dialog;
}

/** A send that failed after a person had taken the dialog or banned the customer is not tried again: why its questions got no answer. */
export async function settleWithdrawn(
  tx: Queryable,
  answer: { accountId: string; dialogId: string; version: number; reason: WithdrawReason } & Pick<
    WithdrawnAnswer,
    'createdAt' | 'decision'
  >,
): Promise<void> {
  const { accountId, dialogId, version, reason } = answer;
  await explainWithdrawn.run(tx, { accountId, dialogId, version, reason });
  await giveBackAllowance(tx, accountId, [{ ...answer, isUnseen: true }]);
}

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
