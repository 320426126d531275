import {
  type Attachment,
  cleanText,
  type DialogContext,
  dialogUniqueId,
  limits,
  type SilenceReason,
} from '@otvet/contract';
import type { PoolClient } from 'pg';
import type { CustomerProfile, InboundAttachment, InboundEvent } from '../../connectors/port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import { applyEdit, type Call, type EditDeps } from './apply-edit.ts';
import type { DialogChange, DialogDeps } from './deps.ts';
import { lockDialogOfChat } from './lock-store.ts';
import { previewOf } from './preview.ts';
import { showNewest } from './preview-store.ts';
import { type IncomingMessage, type StoredAttachment, type StoredMessage, storeIncoming } from './receive-store.ts';
import {
  cancelIncoming,
  findSending,
  forgetWords,
  matchEcho,
  moveChat,
  type ReopenedTurn,
  setReachable,
  storeOwnMessage,
} from './side-event-store.ts';
import { lineOf } from './speaker-line.ts';
import { endWaitOfDeleted, storeLine } from './speaker-store.ts';
import { isSpeech, waitingSpeech } from './speech/is-speech.ts';
import { reopenTurns, withdrawAnswers } from './withdraw-answers.ts';

export type InboundMessage = Extract<InboundEvent, { kind: 'message' }>;

/** Where an event came in. */
export type Origin = { accountId: string; channelId: string };

export type ReceiveInput = Origin & {
  message: InboundMessage;
  silence: SilenceReason | null;
  /** The same, unless the message opens the dialog. */
  laterSilence?: SilenceReason | null;
  /** The customer opened the chat: whatever was said before, the assistant may greet. */
  isOpening?: boolean;
  dueAt: Date;
  /** When the assistant comes back if a person has the dialog and does not answer; null: never. */
  comeBackAt: Date | null;
  /** The platform tells names only when asked: until then the dialog has none. */
  isNamedLater?: boolean;
  /** Its attachments lie in our storage already. */
  isMediaStored: boolean;
  /** Voice messages are turned into words. */
  isHeard?: boolean;
};

const NAME_LENGTH = 120;
const CONTEXT_TITLE_LENGTH = 300;
const CONTEXT_TEXT_LENGTH = 1000;

const clean = (value: string, max: number) => cleanText(value).slice(0, max).toWellFormed();
const cleanOrNull = (value: string | null, max: number) => (value === null || value === '' ? null : clean(value, max));

/** What a platform says of a customer, in the bounds of its columns. */
export function cleanProfile({
  name,
  firstName,
  userName,
  language,
  phone,
  email,
  profileUrl,
  context,
}: CustomerProfile) {
  return {
    name: clean(name, NAME_LENGTH).trim(),
    firstName: clean(firstName, NAME_LENGTH).trim(),
    userName: cleanOrNull(userName, NAME_LENGTH),
    language: cleanOrNull(language, 20),
    phone: cleanOrNull(phone, 40),
    email: cleanOrNull(email, 254),
    profileUrl: webLink(profileUrl ?? undefined),
    context: cleanContext(context),
  };
}

/** Whoever wrote it; null where it says nothing. */
function cleanContext(told: DialogContext | null | undefined): DialogContext | null {
  if (!told) return null;
  const title = clean(told.title, CONTEXT_TITLE_LENGTH).trim();
  const text = clean(told.text, CONTEXT_TEXT_LENGTH).trim();
  const url = webLink(told.url ?? undefined);
  return title === '' && text === '' && url === null ? null : { title, text, url };
}

/** Below every number of a platform. */
const TIMES_FROM = -1e15;

/**
 * Platform ids are text to us; where they are whole numbers their order is the order of writing. Else the time of writing
 * says it: one that was lost and found later by asking stands before what followed.
 */
function orderOf({ messageId, sentAt }: InboundMessage): number {
  return /^\d{1,15}$/.test(messageId) ? Number(messageId) : TIMES_FROM + sentAt.getTime();
}

/** People click on it: an address of the web or nothing. */
function webLink(link: string | undefined): string | null {
  return link !== undefined && link.length <= 2000 && /^https:\/\//i.test(link) && URL.canParse(link) ? link : null;
}

function toAttachment(input: {
  attachment: InboundAttachment;
  id: string;
  isStored: boolean;
  isHeard: boolean;
}): Attachment {
  const { attachment } = input;
  const isLoading = attachment.vendorRef !== null && !input.isStored;
  return {
    id: input.id,
    contentType:
      attachment.type === 'image' ? 'application/img' : (attachment.contentType ?? 'application/octet-stream'),
    type: attachment.type,
    url: input.isStored ? attachment.vendorRef : null,
    name: cleanOrNull(attachment.name, 200),
    size: attachment.size,
    state: isLoading ? 'loading' : 'ready',
    reason: null,
    caption: cleanOrNull(attachment.caption, 500),
    link: webLink(attachment.link),
    ...(input.isHeard && isLoading && isSpeech(attachment.type) && { speech: waitingSpeech }),
  };
}

/** Stands for the attachments beyond those that one message may have. */
const nameLeft = (id: string, count: number): StoredAttachment => ({
  id,
  contentType: 'application/octet-stream',
  type: 'document',
  url: null,
  name: `+${count}`,
  size: null,
  state: 'failed',
  reason: 'too_many_attachments',
  caption: null,
  link: null,
  vendorRef: null,
});

/** Something of a message to load, and where to load it from. */
export type MediaToLoad = { attachmentId: string; vendorRef: string; isHeard: boolean };

/** Turns what the platform said into a row; pure but for the ids. */
function toIncoming(
  deps: Pick<DialogDeps, 'clock' | 'newId'>,
  input: ReceiveInput,
): { row: IncomingMessage; media: MediaToLoad[] } {
  const { message } = input;
  const media: MediaToLoad[] = [];
  const kept = message.attachments.slice(0, limits.customerAttachments);
  const attachments: StoredAttachment[] = kept.map((attachment) => {
    const id = deps.newId();
    if (attachment.vendorRef !== null && !input.isMediaStored)
      media.push({
        ...{ attachmentId: id, vendorRef: attachment.vendorRef },
        isHeard: input.isHeard === true && isSpeech(attachment.type),
      });
    const { isMediaStored: isStored, isHeard = false } = input;
    return { ...toAttachment({ attachment, id, isStored, isHeard }), vendorRef: attachment.vendorRef };
  });
  const left = message.attachments.length - kept.length;
  if (left > 0) attachments.push(nameLeft(deps.newId(), left));
  const text = clean(message.text, limits.customerText);
  const now = deps.clock.now();
  const senderName = clean(message.sender.name, NAME_LENGTH) || message.sender.id;
  const shownName = input.isNamedLater ? clean(message.sender.name, NAME_LENGTH) : senderName;
  const row: IncomingMessage = {
    accountId: input.accountId,
    channelId: input.channelId,
    newDialogId: deps.newId(),
    messageId: deps.newId(),
    chatId: message.chat.id,
    dialogName: message.chat.isGroup ? clean(message.chat.title, NAME_LENGTH) || shownName : shownName,
    firstName: clean(message.sender.firstName, NAME_LENGTH),
    userName: cleanOrNull(message.sender.userName, NAME_LENGTH),
    language: cleanOrNull(message.sender.language, 20),
    phone: cleanOrNull(message.sender.phone, 40),
    isGroup: message.chat.isGroup,
    authorId: message.sender.id,
    authorName: senderName,
    text,
    preview: previewOf({ text, attachments }),
    attachments,
    vendorId: message.messageId,
    vendorOrder: orderOf(message),
    albumId: message.albumId,
    clientId: message.clientId,
    replyVendorId: message.replyTo?.messageId ?? null,
    context: cleanContext(message.context),
    replyText: message.replyTo === null ? null : clean(message.replyTo.text, 300),
    sentAt: message.sentAt,
    now,
    dueAt: input.dueAt,
    comeBackAt: input.comeBackAt,
    silence: input.silence,
    laterSilence: input.laterSilence ?? null,
    isOpening: input.isOpening ?? false,
  };
  return { row, media };
}

export function toChange(origin: Origin & { chatId: string; version: number; isNew?: boolean }): DialogChange {
  return {
    accountId: origin.accountId,
    channelId: origin.channelId,
    chatId: origin.chatId,
    uniqueId: dialogUniqueId(origin),
    version: origin.version,
    isNew: origin.isNew ?? false,
  };
}

/** A due answer: whose, and when. */
export type AnswerDue = { accountId: string; dialogId: string; dueAt: Date };

/** What a customer's event changed in a dialog; to be told after the commit. */
export type Changed = {
  change: DialogChange;
  due: AnswerDue | null;
  /** Something was said: the dialog in which it waits to be sent. */
  unsent?: { accountId: string; dialogId: string } | null;
};

/** Where a stored message is, and what of it is to be loaded. */
export type Received = Changed & { dialogId: string; seq: number; isNameless: boolean; media: MediaToLoad[] };

/** Stores the row of a message if it is to be stored; another domain guards it by a condition of its own. */
export type StoreMessage = (db: Queryable, row: IncomingMessage) => Promise<StoredMessage | undefined>;

/** Stores a customer's message; the media it names are for the caller to queue in the same transaction. */
export async function receiveMessage(
  db: Queryable,
  deps: Pick<DialogDeps, 'clock' | 'newId' | 'attachFiles'>,
  { input, store = storeIncoming.first }: { input: ReceiveInput; store?: StoreMessage | undefined },
): Promise<Received | undefined> {
  const { row, media } = toIncoming(deps, input);
  if (input.isMediaStored) row.attachments = await attachStored(deps, db, row);
  const stored = await store(db, row);
  if (!stored) return undefined;
  const { dialogId, seq, isNameless } = stored;
  return { ...toChanged(row, stored), change: toChange({ ...row, ...stored }), dialogId, seq, isNameless, media };
}

/** A file that was removed before its message came shows as one that did not load. */
async function attachStored(
  deps: Pick<DialogDeps, 'attachFiles'>,
  db: Queryable,
  { accountId, attachments }: Pick<IncomingMessage, 'accountId' | 'attachments'>,
): Promise<StoredAttachment[]> {
  const fileIds = attachments.flatMap(({ url }) => url ?? []);
  if (fileIds.length === 0) return attachments;
  const found = new Set(await deps.attachFiles({ accountId, fileIds }, db));
  return attachments.map((attachment) =>
    attachment.url === null || found.has(attachment.url)
      ? attachment
      : { ...attachment, url: null, state: 'failed', reason: 'files.not_found' },
  );
}

function toChanged(origin: Origin & { chatId: string }, turn: ReopenedTurn): Changed {
  const { dialogId, answerDueAt } = turn;
  return {
    change: toChange({ ...origin, version: turn.version }),
    due: answerDueAt === null ? null : { accountId: origin.accountId, dialogId, dueAt: answerDueAt },
  };
}

/** `call`: what is said where an edit asks for a person. */
export type SideEventInput = Origin & { event: SideEvent; call?: Call | null };

export type SideEvent = Exclude<InboundEvent, { kind: 'message' | 'opened' | 'ignored' | 'receipt' | 'account' }>;

/** Applies what is not a message; undefined when it changes nothing that is here. */
export async function applySideEvent(
  db: PoolClient,
  deps: EditDeps,
  { event, call = null, ...from }: SideEventInput,
): Promise<Changed | undefined> {
  const chatId = event.kind === 'chat-moved' ? event.fromChatId : event.chat.id;
  const origin = { accountId: from.accountId, channelId: from.channelId, chatId };
  const now = deps.clock.now();
  switch (event.kind) {
    case 'edit': {
      const text = clean(event.text, limits.customerText);
      const { messageId: vendorId, editedAt } = event;
      const edited = await applyEdit(db, deps, { ...origin, vendorId, text, editedAt, call });
      return edited && { ...toChanged(origin, edited), unsent: edited.unsent };
    }
    case 'delete': {
      const { messageIds: vendorIds } = event;
      await reopenTurns(db, deps, { ...origin, vendorIds, text: null, editedAt: null });
      const canceled = await cancelIncoming.first(db, { ...origin, vendorIds, now });
      if (canceled) {
        await forgetWords.run(db, { accountId: origin.accountId, ...canceled });
        await endWaitOfDeleted.run(db, { ...origin, ...canceled });
        await showNewest(db, { ...origin, ...canceled });
      }
      return canceled && toChanged(origin, canceled);
    }
    case 'reachable': {
      const changed = await setReachable.first(db, { ...origin, reason: event.isReachable ? null : event.reason });
      return changed && toChanged(origin, { ...changed, answerDueAt: null });
    }
    case 'chat-moved': {
      const { toChatId } = event;
      const moved = await moveChat.first(db, { ...origin, toChatId });
      return moved && toChanged({ ...origin, chatId: toChatId }, { ...moved, answerDueAt: null });
    }
  }
}

/**
 * A message of our own side seen on the platform: our echo, or a person who answered there. 'early': one of ours is under
 * way there, and only its answer tells whether it is that one.
 */
export async function receiveOwnMessage(
  db: PoolClient,
  deps: Pick<DialogDeps, 'clock' | 'newId' | 'events'>,
  input: Origin & { message: InboundMessage },
): Promise<Changed | 'early' | undefined> {
  const { message } = input;
  const origin = { accountId: input.accountId, channelId: input.channelId, chatId: message.chat.id };
  const text = clean(message.text, limits.customerText);
  const { messageId: vendorId, attachments, sentAt } = message;
  const isOneUnderWay = async () => (await findSending.first(db, origin)) !== undefined;
  await lockDialogOfChat.first(db, origin);
  if (await isOneUnderWay()) return 'early';
  const echo = await matchEcho.first(db, { ...origin, vendorId, text, hasAttachments: attachments.length > 0 });
  // The one that it is an echo of may have been claimed meanwhile, which no lock of the dialog keeps.
  if (!echo && (await isOneUnderWay())) return 'early';
  if (echo) return toChanged(origin, { ...echo, answerDueAt: null });
  const before = await withdrawAnswers(db, origin, 'taken_over');
  const preview = previewOf({ text, attachments });
  const now = deps.clock.now();
  if (before?.paused === false)
    await storeLine.run(db, { ...lineOf(deps, { line: 'taken_over', by: null, now }), ...origin, dialogId: before.id });
  const row = { ...origin, messageId: deps.newId(), text, preview, vendorId, now, sentAt };
  const stored = await storeOwnMessage.first(db, row);
  // Only the first message of a person takes the dialog over.
  if (before?.paused === false) await deps.events.publish(db, 'dialog.taken-over', { ...origin, dialogId: before.id });
  return stored && toChanged(origin, { ...stored, answerDueAt: null });
}
