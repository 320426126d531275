import type { Chat } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { createSignal } from '../../platform/signal/signal.ts';
import type { DialogChange, DialogDeps, DialogTyping } from './deps.ts';
import { findDialog } from './read-dialogs.ts';
import { toChange } from './receive-message.ts';
import { createUnbegunSends } from './unbegun-sends.ts';

/** Where a dialog is, as the outside names it. */
export type Place = { accountId: string; channelId: string; chatId: string };

/** Events that say no more than where they happened. */
type DialogFact = 'dialog.taken-over' | 'dialog.handed-back' | 'dialog.banned' | 'dialog.unbanned';

/** What the parts of the door share: the news, and the way to change one dialog. */
export function createScope(deps: DialogDeps) {
  const changes = createSignal<DialogChange>();

  async function requireDialog(place: Place): Promise<{ id: string; chat: Chat }> {
    const dialog = await findDialog(deps, place);
    if (!dialog) throw new AppError('dialogs.not_found');
    return dialog;
  }

  return {
    changes,
    /** What this process works on now: messages that it sends, dialogs that it answers. Only their claims are renewed. */
    held: { messages: new Set<string>(), dialogs: new Set<string>() },
    /** Messages that customers have from this process, with their dialogs, while that is being recorded. */
    recording: new Map<string, string>(),
    unbegun: createUnbegunSends(deps),
    typings: createSignal<DialogTyping>(),
    requireDialog,
    /** Runs a change of one dialog, publishes it, and gives the dialog as it is now. */
    async change(place: Place, work: (dialogId: string) => Promise<{ version: number } | undefined>): Promise<Chat> {
      const dialog = await requireDialog(place);
      const changed = await work(dialog.id);
      if (!changed) return dialog.chat;
      changes.emit(toChange({ ...place, version: changed.version }));
      return (await requireDialog(place)).chat;
    },
    /** Runs what changes a dialog; where it did, other domains learn of it by `event`, in the same transaction. */
    publishing<Result>(
      place: Place & { dialogId: string },
      event: DialogFact,
      work: (tx: PoolClient) => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const { accountId, dialogId, channelId, chatId } = place;
      return withTransaction(deps.pool, async (tx) => {
        const result = await work(tx);
        if (result !== undefined) await deps.events.publish(tx, event, { accountId, dialogId, channelId, chatId });
        return result;
      });
    },
  };
}

export type Scope = ReturnType<typeof createScope>;
