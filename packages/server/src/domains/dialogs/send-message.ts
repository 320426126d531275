import { type Attachment, type Chat, id, limits, type Message } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { isUniqueViolation } from '../../platform/database/queryable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { DialogDeps } from './deps.ts';
import { findByClientId, type OperatorMessage, type SentTemplate, storeOperatorMessage } from './operator-store.ts';
import { previewOf } from './preview.ts';
import { findDialog, findMessage } from './read-dialogs.ts';
import type { Scope } from './scope.ts';
import { lineOf } from './speaker-line.ts';
import { storeLine } from './speaker-store.ts';
import { withdrawAnswers } from './withdraw-answers.ts';

export type SendInput = {
  accountId: string;
  channelId: string;
  chatId: string;
  userId: string;
  userName: string;
  text: string;
  urls: string[];
  clientId: string | null;
  replyToId: string | null;
  state: 'queued' | 'sent';
  /** The text says the same in words. */
  template?: SentTemplate | null;
};

/** Ids of our own uploads only: a foreign address is refused, so that nothing outside is ever fetched or linked. */
async function toAttachments(deps: DialogDeps, accountId: string, urls: string[]): Promise<Attachment[]> {
  return await Promise.all(
    urls.map(async (fileId): Promise<Attachment> => {
      const file = id.safeParse(fileId).success ? await deps.describeFile({ accountId, fileId }) : undefined;
      if (!file?.contentType.startsWith('image/')) throw foreignFile();
      return {
        id: fileId,
        contentType: 'application/img',
        type: 'image',
        url: fileId,
        name: file.name,
        size: file.size,
        state: 'ready',
        reason: null,
        caption: null,
        link: null,
      };
    }),
  );
}

const foreignFile = () => new AppError('dialogs.foreign_file', { details: { urls: 'foreign' } });

async function readMessage(
  deps: DialogDeps,
  input: { accountId: string; dialogId: string; messageId: string },
): Promise<Message> {
  const found = await findMessage(deps, input);
  if (!found) throw new AppError('dialogs.message_not_found');
  return found.message;
}

async function findReplyTarget(
  deps: DialogDeps,
  input: { accountId: string; dialogId: string; messageId: string | null },
) {
  if (input.messageId === null) return { replyVendorId: null, replyText: null };
  const found = await findMessage(deps, { ...input, messageId: input.messageId });
  if (!found) throw new AppError('dialogs.message_not_found');
  const { message } = found;
  return { replyVendorId: found.vendorId, replyText: previewOf(message) || '…' };
}

export type SentMessage = { dialogId: string; message: Message; chat: Chat; isRepeat: boolean };

/** A text alone is one statement. */
async function storeWithFiles(deps: DialogDeps, message: OperatorMessage) {
  if (message.attachments.length === 0) return await storeOperatorMessage.first(deps.pool, message);
  return await withTransaction(deps.pool, (tx) => storeAndAttach(deps, tx, message));
}

/** A file that was removed meanwhile is refused: no message points to nothing. */
async function storeAndAttach(deps: DialogDeps, tx: PoolClient, message: OperatorMessage) {
  const stored = await storeOperatorMessage.first(tx, message);
  const fileIds = new Set(message.attachments.map((attachment) => attachment.id));
  if (!stored || fileIds.size === 0) return stored;
  const found = await deps.attachFiles({ accountId: message.accountId, fileIds: [...fileIds] }, tx);
  if (found.length < fileIds.size) throw foreignFile();
  return stored;
}

/** The one way out for an operator's message: stored, and the dialog taken over, in one statement. */
export async function sendMessage(
  deps: DialogDeps,
  input: SendInput,
  { publishing }: Pick<Scope, 'publishing'>,
): Promise<SentMessage> {
  const text = input.text.trim() === '' ? '' : input.text;
  if (text === '' && input.urls.length === 0) throw new AppError('dialogs.empty_message');
  if (text.length > limits.messageText)
    throw new AppError('dialogs.too_long', { details: { text: String(limits.messageText) } });
  const dialog = await findDialog(deps, input);
  if (!dialog) throw new AppError('dialogs.not_found');
  const scope = { accountId: input.accountId, dialogId: dialog.id };
  const attachments = await toAttachments(deps, input.accountId, input.urls);
  const reply = await findReplyTarget(deps, { ...scope, messageId: input.replyToId });
  const messageId = deps.newId();
  try {
    const message = {
      ...scope,
      ...reply,
      messageId,
      userId: input.userId,
      userName: input.userName,
      text,
      preview: previewOf({ text, attachments }),
      attachments,
      clientId: input.clientId,
      template: input.template ?? null,
      state: input.state,
      now: deps.clock.now(),
      sharedNow: deps.sharedClock.now(),
    };
    // Only the first message of a person takes the dialog over.
    const stored = dialog.chat.paused
      ? await storeWithFiles(deps, message)
      : await publishing({ ...input, dialogId: dialog.id }, 'dialog.taken-over', async (tx) => {
          const before = await withdrawAnswers(tx, input, 'taken_over');
          const line = lineOf(deps, { line: 'taken_over', by: input, now: message.now });
          if (before?.paused === false) await storeLine.run(tx, { ...line, ...scope });
          return await storeAndAttach(deps, tx, message);
        });
    if (!stored) throw new AppError('dialogs.banned');
  } catch (error) {
    const repeated =
      isUniqueViolation(error) && input.clientId !== null
        ? (await findByClientId.first(deps.pool, { ...scope, clientId: input.clientId }))?.id
        : undefined;
    if (repeated === undefined) throw error;
    return {
      dialogId: dialog.id,
      message: await readMessage(deps, { ...scope, messageId: repeated }),
      chat: dialog.chat,
      isRepeat: true,
    };
  }
  return {
    dialogId: dialog.id,
    message: await readMessage(deps, { ...scope, messageId }),
    chat: dialog.chat,
    isRepeat: false,
  };
}
