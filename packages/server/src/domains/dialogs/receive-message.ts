import { type Attachment, cleanText, dialogUniqueId, limits, type SilenceReason } from '@otvet/contract';
import type { InboundAttachment, InboundEvent } from '../../connectors/port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { DialogChange, DialogDeps } from './deps.ts';
import { previewOf } from './preview.ts';
import {
  cancelIncoming,
  editIncoming,
  type IncomingMessage,
  matchEcho,
  moveChat,
  type StoredMessage,
  setReachable,
  storeIncoming,
  storeOwnMessage,
} from './receive-store.ts';

export type InboundMessage = Extract<InboundEvent, { kind: 'message' }>;

/** Where an event came in. */
export type Origin = { accountId: string; channelId: string };

export type ReceiveInput = Origin & {
  message: InboundMessage;
  eventId: string | null;
  silence: SilenceReason | null;
  dueAt: Date;
};

const nameLength = 120;

const clean = (value: string, max: number) => cleanText(value).slice(0, max).toWellFormed();
const cleanOrNull = (value: string | null, max: number) => (value === null || value === '' ? null : clean(value, max));

/** Platform ids are text to us; where they are whole numbers their order is the order of writing. */
function orderOf(messageId: string): number | null {
  return /^\d{1,15}$/.test(messageId) ? Number(messageId) : null;
}

function toAttachment(input: { attachment: InboundAttachment; id: string; isStored: boolean }): Attachment {
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
  };
}

/** The row keeps the platform's reference, so that a failed load can be tried again; readers never get it. */
type StoredAttachment = Attachment & { vendorRef: string | null };

/** A message with something to load, and where to load it from. */
export type MediaToLoad = { attachmentId: string; vendorRef: string };

/** Turns what the platform said into a row; pure but for the ids. */
export function toIncoming(
  deps: Pick<DialogDeps, 'clock' | 'newId'>,
  input: ReceiveInput & { isMediaStored: boolean },
): { row: IncomingMessage; media: MediaToLoad[] } {
  const { message } = input;
  const media: MediaToLoad[] = [];
  const attachments: StoredAttachment[] = message.attachments.map((attachment) => {
    const id = deps.newId();
    if (attachment.vendorRef !== null && !input.isMediaStored)
      media.push({ attachmentId: id, vendorRef: attachment.vendorRef });
    return { ...toAttachment({ attachment, id, isStored: input.isMediaStored }), vendorRef: attachment.vendorRef };
  });
  const text = clean(message.text, limits.customerText);
  const now = deps.clock.now();
  const senderName = clean(message.sender.name, nameLength) || message.sender.id;
  const row: IncomingMessage = {
    accountId: input.accountId,
    channelId: input.channelId,
    eventId: input.eventId,
    newDialogId: deps.newId(),
    messageId: deps.newId(),
    chatId: message.chat.id,
    dialogName: message.chat.isGroup ? clean(message.chat.title, nameLength) || senderName : senderName,
    firstName: clean(message.sender.firstName, nameLength),
    userName: cleanOrNull(message.sender.userName, nameLength),
    language: cleanOrNull(message.sender.language, 20),
    phone: cleanOrNull(message.sender.phone, 40),
    isGroup: message.chat.isGroup,
    authorId: message.sender.id,
    authorName: senderName,
    text,
    preview: previewOf({ text, attachments }),
    attachments,
    vendorId: message.messageId,
    vendorOrder: orderOf(message.messageId),
    albumId: message.albumId,
    clientId: message.clientId,
    replyVendorId: message.replyTo?.messageId ?? null,
    replyText: message.replyTo === null ? null : clean(message.replyTo.text, 300),
    sentAt: message.sentAt,
    now,
    dueAt: input.dueAt,
    silence: input.silence,
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

/** Stores a customer's message; the media it names are for the caller to queue in the same transaction. */
export async function receiveMessage(
  db: Queryable,
  row: IncomingMessage,
): Promise<{ stored: StoredMessage; change: DialogChange } | undefined> {
  const stored = await storeIncoming(db, row);
  return stored && { stored, change: toChange({ ...row, version: stored.version, isNew: stored.isNew }) };
}

export type SideEvent = Exclude<InboundEvent, { kind: 'message' | 'opened' | 'ignored' | 'receipt' }>;

/** Applies what is not a message. `false`: it speaks of something that is not here yet. */
export async function applySideEvent(
  db: Queryable,
  input: Origin & { event: SideEvent },
): Promise<DialogChange | false | undefined> {
  const { event } = input;
  const origin = { accountId: input.accountId, channelId: input.channelId };
  switch (event.kind) {
    case 'edit': {
      const text = clean(event.text, limits.customerText);
      const edited = await editIncoming(db, {
        ...origin,
        chatId: event.chat.id,
        vendorId: event.messageId,
        text,
        preview: previewOf({ text, attachments: [] }),
        editedAt: event.editedAt,
      });
      return edited ? toChange({ ...origin, chatId: event.chat.id, version: edited.version }) : false;
    }
    case 'delete': {
      const canceled = await cancelIncoming(db, { ...origin, chatId: event.chat.id, vendorIds: event.messageIds });
      return canceled ? toChange({ ...origin, chatId: event.chat.id, version: canceled.version }) : false;
    }
    case 'reachable': {
      const changed = await setReachable(db, {
        ...origin,
        chatId: event.chat.id,
        reason: event.isReachable ? null : event.reason,
      });
      return changed && toChange({ ...origin, chatId: event.chat.id, version: changed.version });
    }
    case 'chat-moved': {
      const moved = await moveChat(db, { ...origin, fromChatId: event.fromChatId, toChatId: event.toChatId });
      return moved && toChange({ ...origin, chatId: event.toChatId, version: moved.version });
    }
  }
}

/** A message of our own side seen on the platform: our echo, or a person who answered there. */
export async function receiveOwnMessage(
  db: Queryable,
  deps: Pick<DialogDeps, 'clock' | 'newId'>,
  input: Origin & { message: InboundMessage },
): Promise<DialogChange | undefined> {
  const { message } = input;
  const origin = { accountId: input.accountId, channelId: input.channelId, chatId: message.chat.id };
  const text = clean(message.text, limits.customerText);
  const echo = await matchEcho(db, { ...origin, vendorId: message.messageId, text });
  if (echo) return toChange({ ...origin, version: echo.version });
  const stored = await storeOwnMessage(db, {
    ...origin,
    messageId: deps.newId(),
    text,
    preview: previewOf({ text, attachments: [] }),
    vendorId: message.messageId,
    now: deps.clock.now(),
    sentAt: message.sentAt,
  });
  return stored && toChange({ ...origin, version: stored.version });
}
