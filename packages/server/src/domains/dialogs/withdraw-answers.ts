import type { Queryable } from '../../platform/database/queryable.ts';
import { giveBackMessages } from '../accounts/index.ts';
import type { DialogDeps } from './deps.ts';
import { lockDialogOfChat } from './lock-store.ts';
import { showNewest } from './preview-store.ts';
import type { Place } from './scope.ts';
import { waitForPerson } from './speaker-store.ts';
import {
  explainWithdrawn,
  reopenChanged,
  reopenChangedMeanwhile,
  unsayHandOver,
  type WithdrawnAnswer,
  withdrawUnsent,
} from './withdraw-store.ts';

/** What a person did that keeps an answer from leaving. */
type WithdrawReason = 'taken_over' | 'banned';

/**
 * Before a person takes over, in the same transaction: answers that have not left never leave. Gives the dialog,
 * locked, as it was.
 */
export async function withdrawAnswers(
  tx: Queryable,
  { accountId, channelId, chatId }: Place,
  reason: WithdrawReason,
): Promise<{ id: string; paused: boolean } | undefined> {
  const dialog = await lockDialogOfChat.first(tx, { accountId, channelId, chatId });
  if (!dialog) return undefined;
  const withdrawn = await withdrawUnsent.all(tx, { accountId, dialogId: dialog.id, reason });
  await forgetAnswers(tx, { accountId, dialogId: dialog.id }, withdrawn);
  return dialog;
}

/** A send that failed after a person had taken the dialog or banned the customer is not tried again: why its questions got no answer. */
export async function settleWithdrawn(
  { clock }: Pick<DialogDeps, 'clock'>,
  tx: Queryable,
  answer: {
    accountId: string;
    dialogId: string;
    version: number;
    reason: WithdrawReason;
    /** When the assistant comes back to who was left without an answer; null: never. */
    comeBackAt: Date | null;
  } & Pick<WithdrawnAnswer, 'createdAt' | 'decision' | 'counted'>,
): Promise<void> {
  const { accountId, dialogId, version, reason } = answer;
  await explainWithdrawn.run(tx, { accountId, dialogId, version, reason });
  if (reason === 'taken_over') {
    await waitForPerson.run(tx, { accountId, dialogId, now: clock.now(), comeBackAt: answer.comeBackAt });
  }
  await forgetAnswers(tx, answer, [{ ...answer, isUnseen: true }]);
}

/** A send that failed is not tried again with an answer to what the customer has changed meanwhile. */
export async function reopenAfterFailure(
  tx: Queryable,
  { sharedClock }: Pick<DialogDeps, 'sharedClock'>,
  { accountId, dialogId }: { accountId: string; dialogId: string },
): Promise<void> {
  const input = { accountId, dialogId, reason: 'question_changed', sharedNow: sharedClock.now() };
  await forgetAnswers(tx, input, await reopenChangedMeanwhile.all(tx, input));
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
  const dialog = await lockDialogOfChat.first(tx, { accountId, channelId, chatId });
  if (!dialog) return;
  const input = { ...change, accountId, dialogId: dialog.id, reason: 'question_changed', sharedNow: sharedClock.now() };
  await forgetAnswers(tx, input, await reopenChanged.all(tx, input));
}

/** An answer that nobody saw does not count, stands in no list, and told nobody of a person. */
async function forgetAnswers(
  tx: Queryable,
  { accountId, dialogId }: { accountId: string; dialogId: string },
  withdrawn: WithdrawnAnswer[],
): Promise<void> {
  const unseen = withdrawn.filter(({ isUnseen }) => isUnseen);
  if (unseen.length === 0) return;
  for (const { createdAt, counted } of unseen)
    if (counted) await giveBackMessages.run(tx, { accountId, takenAt: createdAt });
  if (unseen.some(({ decision }) => decision === 'hand-over')) await unsayHandOver.run(tx, { accountId, dialogId });
  await showNewest(tx, { accountId, dialogId });
}
