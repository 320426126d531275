import type { PoolClient } from 'pg';
import type { DialogDeps } from './deps.ts';
import { previewOf } from './preview.ts';
import { showNewest } from './preview-store.ts';
import { CALL_PAUSE_MS } from './routine-lines.ts';
import type { Place } from './scope.ts';
import { editIncoming, forgetWords, type ReopenedTurn, sayCall } from './side-event-store.ts';
import { reopenTurns } from './withdraw-answers.ts';

export type EditDeps = Pick<DialogDeps, 'clock' | 'sharedClock' | 'events' | 'newId'>;

/** What is said to the customer when a person is called. */
export type Call = { text: string; isPushed: boolean };

type Edit = Place & { vendorId: string; text: string; editedAt: Date; call: Call | null };

/** `unsent`: the dialog in which words for the customer wait to be sent. */
type Edited = ReopenedTurn & { unsent: { accountId: string; dialogId: string } | null };

/** The customer's new words: an open question is answered by them; an answered one may call a person. */
export async function applyEdit(db: PoolClient, deps: EditDeps, { call, ...edit }: Edit): Promise<Edited | undefined> {
  const { accountId, channelId, chatId, vendorId, text, editedAt } = edit;
  const origin = { accountId, channelId, chatId };
  const now = deps.clock.now();
  await reopenTurns(db, deps, { ...origin, vendorIds: [vendorId], text, editedAt });
  const preview = previewOf({ text, attachments: [] });
  const edited = await editIncoming.first(db, { ...edit, preview, wantsPerson: call !== null, now });
  if (!edited) return undefined;
  await forgetWords.run(db, { accountId, ...edited });
  await showNewest(db, { ...origin, ...edited });
  const { dialogId, callsPerson, beginsWait } = edited;
  if (!callsPerson || !call) return { ...edited, unsent: null };
  await deps.events.publish(db, 'dialog.handed-over', { ...origin, dialogId, reason: 'customer_asked' });
  if (!beginsWait) return { ...edited, unsent: null };
  const said = await sayCall.first(db, {
    accountId,
    dialogId,
    messageId: deps.newId(),
    text: call.text,
    state: call.isPushed ? 'queued' : 'sent',
    now,
    sharedNow: deps.sharedClock.now(),
    calledBefore: new Date(now.getTime() - CALL_PAUSE_MS),
  });
  return { ...edited, ...said, unsent: said && call.isPushed ? { accountId, dialogId } : null };
}
