import type { Chat, Message } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { DialogDeps } from './deps.ts';
import {
  countUnread,
  type DialogFilter,
  findAttachmentFile,
  findDialog,
  findMessage,
  listDialogs,
  listMessages,
} from './list-store.ts';
import {
  type AttachmentPatch,
  pauseDialog,
  resumeDialog,
  saveContact,
  setBanned,
  setRead,
  updateAttachment,
} from './operator-store.ts';
import { toChange } from './receive-message.ts';
import type { Place, Scope } from './scope.ts';
import { type SendInput, sendMessage } from './send-message.ts';

type Page = Place & { limit: number; offset: number; before?: number | undefined; after?: number | undefined };

function createReading(deps: DialogDeps, scope: Scope) {
  return {
    find: (place: Place) => findDialog(deps.pool, place),
    list: (input: { accountId: string; limit: number; offset: number; filter: DialogFilter }) =>
      listDialogs(deps.pool, input),
    countUnread: (accountId: string) => countUnread(deps.pool, accountId),
    async messages(input: Page): Promise<{ messages: Message[]; chat: Chat; hasMore: boolean }> {
      const dialog = await scope.requireDialog(input);
      const { accountId, limit, offset, before, after } = input;
      const page = await listMessages(
        deps.pool,
        { accountId, dialogId: dialog.id, limit, offset, before, after },
        scope.signer(accountId),
      );
      return { ...page, chat: dialog.chat };
    },
    async message(input: Place & { messageId: string }): Promise<Message> {
      const dialog = await scope.requireDialog(input);
      const key = { accountId: input.accountId, dialogId: dialog.id, messageId: input.messageId };
      const found = await findMessage(deps.pool, key, scope.signer(input.accountId));
      if (!found) throw new AppError('dialogs.message_not_found');
      return found.message;
    },
    /** What a visitor of our own client may catch up on; version 0 where there is no dialog yet. */
    async readForVisitor(input: Place & { afterVersion: number; limit: number }) {
      const dialog = await findDialog(deps.pool, input);
      if (!dialog) return { version: 0, messages: [], isTriggered: false, hasCustomerMessage: false };
      const after = input.afterVersion > 0 ? input.afterVersion : undefined;
      const page = {
        accountId: input.accountId,
        dialogId: dialog.id,
        limit: input.limit,
        offset: 0,
        before: undefined,
        after,
      };
      const { messages, hasMore } = await listMessages(deps.pool, page, scope.signer(input.accountId));
      const last = Math.max(input.afterVersion, ...messages.map((message) => message.version));
      // A cut page of changes ends at its last version, so that the next one begins there.
      const version = hasMore && after !== undefined ? last : Math.max(last, dialog.chat.version);
      return { version, messages, isTriggered: dialog.chat.isTriggered, hasCustomerMessage: dialog.chat.lastSeq > 0 };
    },
    /** The stored file of an attachment that belongs to this very dialog. */
    findVisitorFile: (input: Place & { attachmentId: string }): Promise<string | undefined> =>
      findAttachmentFile(deps.pool, input),
  };
}

/** The part of the door that people use: reading, answering, taking over and handing back. */
export function createDesk(deps: DialogDeps, scope: Scope) {
  const { change, changes, publishing } = scope;
  return {
    ...createReading(deps, scope),
    async send(input: SendInput) {
      const sent = await sendMessage(deps, input, scope);
      if (!sent.isRepeat) changes.emit(toChange({ ...input, version: sent.message.version }));
      return sent;
    },
    pause: (place: Place) =>
      change(place, (dialogId) =>
        publishing({ ...place, dialogId }, 'dialog.taken-over', (tx) =>
          pauseDialog.first(tx, { accountId: place.accountId, dialogId }),
        ),
      ),
    async resume(place: Place): Promise<{ chat: Chat; dialogId: string; answerDueAt: Date | null }> {
      const dialog = await scope.requireDialog(place);
      const { accountId } = place;
      const resumed = await publishing({ ...place, dialogId: dialog.id }, 'dialog.handed-back', (tx) =>
        resumeDialog.first(tx, {
          accountId,
          dialogId: dialog.id,
          now: deps.clock.now(),
          sharedNow: deps.sharedClock.now(),
        }),
      );
      if (resumed) changes.emit(toChange({ ...place, version: resumed.version }));
      return {
        chat: (await scope.requireDialog(place)).chat,
        dialogId: dialog.id,
        answerDueAt: resumed?.answerDueAt ?? null,
      };
    },
    setBanned: (place: Place, banned: boolean) =>
      change(place, (dialogId) =>
        publishing({ ...place, dialogId }, banned ? 'dialog.banned' : 'dialog.unbanned', (tx) =>
          setBanned.first(tx, { accountId: place.accountId, dialogId, banned }),
        ),
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
    async updateAttachment(
      input: Place & {
        dialogId: string;
        seq: number;
        attachmentId: string;
        isLoadingOnly?: boolean;
        patch: AttachmentPatch;
      },
    ): Promise<void> {
      const changed = await updateAttachment.first(deps.pool, { isLoadingOnly: false, ...input });
      if (changed) changes.emit(toChange({ ...input, version: changed.version }));
    },
  };
}
