import type { Chat } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { type Audit, createAudit } from '../../platform/audit/index.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { comeBackTime } from './come-back-time.ts';
import type { DialogDeps } from './deps.ts';
import { lockDialogOfChat } from './lock-store.ts';
import { type AttachmentPatch, saveContact, setBanned, setRead, updateAttachment } from './operator-store.ts';
import { createReading } from './read-dialogs.ts';
import { toChange } from './receive-message.ts';
import type { Place, Scope } from './scope.ts';
import { type SendInput, sendMessage } from './send-message.ts';
import { lineOf, type Speaker } from './speaker-line.ts';
import { pauseDialog, resumeDialog } from './speaker-store.ts';
import { withdrawAnswers } from './withdraw-answers.ts';

/** What the customer wrote before is not answered as if it were new. */
const REOPENED_MS = 60 * 60_000;

/** A person hands the dialog back: nobody waits any more, and what is open is due now. */
function handBack(deps: DialogDeps, { accountId, dialogId, by }: Place & { dialogId: string; by: Speaker | null }) {
  const now = deps.clock.now();
  const openSince = new Date(now.getTime() - REOPENED_MS);
  const line = lineOf(deps, { line: 'handed_back', by, now });
  return { ...line, accountId, dialogId, openSince, sharedNow: deps.sharedClock.now(), keepsWait: false };
}

type Ban = { accountId: string; dialogId: string; banned: boolean; tx: PoolClient };

async function changeBan(audit: Audit, { accountId, dialogId, banned, tx }: Ban) {
  const changed = await setBanned.first(tx, { accountId, dialogId, banned });
  const action = banned ? 'dialog.banned' : 'dialog.unbanned';
  if (changed) await audit.record({ accountId, action, object: `dialog:${dialogId}` }, tx);
  return changed;
}

/** The part of the door that people use: reading, answering, taking over and handing back. */
export function createOperatorActions(deps: DialogDeps, scope: Scope) {
  const { change, changes, publishing } = scope;
  const audit = createAudit(deps);
  return {
    ...createReading(deps, scope),
    async send(input: SendInput) {
      const sent = await sendMessage(deps, input, scope);
      if (!sent.isRepeat) changes.emit(toChange({ ...input, version: sent.message.version }));
      return sent;
    },
    /** `by` null: nobody of the account, for tests and other domains. */
    pause: (place: Place, by: Speaker | null = null) =>
      change(place, async (dialogId) => {
        const comeBackAt = await comeBackTime(deps, place.channelId);
        return await publishing({ ...place, dialogId }, 'dialog.taken-over', async (tx) => {
          await withdrawAnswers(tx, place, 'taken_over');
          const line = lineOf(deps, { line: 'taken_over', by, now: deps.clock.now() });
          return await pauseDialog.first(tx, { ...line, accountId: place.accountId, dialogId, comeBackAt });
        });
      }),
    async resume(
      place: Place,
      by: Speaker | null = null,
    ): Promise<{ chat: Chat; dialogId: string; answerDueAt: Date | null }> {
      const dialog = await scope.requireDialog(place);
      const resumed = await publishing({ ...place, dialogId: dialog.id }, 'dialog.handed-back', async (tx) => {
        await lockDialogOfChat.first(tx, place);
        return await resumeDialog.first(tx, handBack(deps, { ...place, dialogId: dialog.id, by }));
      });
      if (resumed) changes.emit(toChange({ ...place, version: resumed.version }));
      return {
        chat: (await scope.requireDialog(place)).chat,
        dialogId: dialog.id,
        answerDueAt: resumed?.answerDueAt ?? null,
      };
    },
    setBanned: (place: Place, banned: boolean) =>
      change(place, (dialogId) =>
        publishing({ ...place, dialogId }, banned ? 'dialog.banned' : 'dialog.unbanned', async (tx) => {
          if (banned) await withdrawAnswers(tx, place, 'banned');
          return await changeBan(audit, { accountId: place.accountId, dialogId, banned, tx });
        }),
      ),
    markRead: (place: Place) =>
      change(place, (dialogId) =>
        setRead.first(deps.pool, { accountId: place.accountId, dialogId, customUnread: false }),
      ),
    markUnread: (place: Place) =>
      change(place, (dialogId) =>
        setRead.first(deps.pool, { accountId: place.accountId, dialogId, customUnread: true }),
      ),
    async saveContact(input: Place & { name?: string; email?: string; phone?: string }): Promise<void> {
      const saved = await saveContact.first(deps.pool, {
        ...{ email: null, phone: null, name: null, ...input },
        newDialogId: deps.newId(),
        now: deps.clock.now(),
      });
      if (saved) changes.emit(toChange({ ...input, version: saved.version }));
    },
    async updateAttachment(input: AttachmentUpdate): Promise<void> {
      const changed = await changeAttachment(deps, input);
      if (changed) changes.emit(toChange({ ...input, version: changed.version }));
    },
  };
}

type AttachmentUpdate = Place & {
  dialogId: string;
  seq: number;
  attachmentId: string;
  isLoadingOnly?: boolean;
  patch: AttachmentPatch;
};

/** The file that it shows from now on is used from now on. */
async function changeAttachment(deps: DialogDeps, input: AttachmentUpdate): Promise<{ version: number } | undefined> {
  const { accountId, patch, isLoadingOnly = false } = input;
  const { url: fileId } = patch;
  const update = { ...input, onlyFrom: isLoadingOnly ? ('loading' as const) : null };
  if (typeof fileId !== 'string') return await updateAttachment.first(deps.pool, update);
  return await withTransaction(deps.pool, async (tx) => {
    const updated = await updateAttachment.first(tx, update);
    const found = updated && (await deps.attachFiles({ accountId, fileIds: [fileId] }, tx));
    if (found?.length === 0) throw new Error(`The file ${fileId} was removed before the attachment could show it`);
    return updated;
  });
}
