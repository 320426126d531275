import type { DialogContext } from '@otvet/contract';
import { openedChat } from '../../opened-chat.ts';
import type { InboundAttachment, InboundChat, InboundEvent, InboundSender } from '../../port.ts';
import { unsupportedContent } from '../../unsupported-content.ts';
import { readCode } from './failures.ts';
import { LOST_MEDIA } from './fetch-media.ts';
import {
  readPerson,
  type WhatsAppContact,
  type WhatsAppContent,
  type WhatsAppMedia,
  type WhatsAppMessage,
  type WhatsAppPerson,
  type WhatsAppStatus,
  whatsappChange,
} from './payload.ts';

const ignored = (reason: string): InboundEvent[] => [{ kind: 'ignored', reason }];

/** Reads one stored change; what brings nothing to a dialog is ignored by name. */
export function parseChange(payload: unknown): InboundEvent[] {
  const change = whatsappChange.safeParse(payload).data;
  if (!change) return ignored('unreadable');
  const events = read(change);
  return events.length === 0 ? ignored('unreadable') : events;
}

function read(change: ReturnType<typeof whatsappChange.parse>): InboundEvent[] {
  switch (change.field) {
    case 'messages': {
      const { messages, statuses, contacts } = change.value;
      return [...messages.flatMap((message) => readMessage(message, contacts)), ...statuses.flatMap(readStatus)];
    }
    case 'smb_message_echoes':
      return change.value.message_echoes.flatMap(readEcho);
    case 'account_update':
      return readAccount(change.value.event);
  }
}

const chatOf = ({ key }: WhatsAppPerson, title: string): InboundChat => ({ id: key, isGroup: false, title });

/** Who was known by number is known by the user id from the first event on that shows both. */
function followPerson({ userId, phone }: WhatsAppPerson): InboundEvent[] {
  return userId === null || phone === null ? [] : [{ kind: 'chat-moved', fromChatId: phone, toChatId: userId }];
}

function readMessage(message: WhatsAppMessage, contacts: WhatsAppContact[]): InboundEvent[] {
  if (message.group_id !== undefined) return ignored('group');
  const person = readPerson(message.from, message.from_user_id);
  if (!person) return ignored('sender_unknown');
  const contact = contacts.find((one) => isSame(person, readPerson(one.wa_id, one.user_id)));
  const known = readPerson(message.from ?? contact?.wa_id, message.from_user_id ?? contact?.user_id) ?? person;
  const sender = senderOf(known, contact);
  const chat = chatOf(known, sender.name);
  const { type, edit, revoke } = message;
  if (type === 'system') return readSystem(message, person);
  if (type === 'reaction') return ignored('reaction');
  if (edit) return readEdit({ edit, editedAt: message.timestamp, chat });
  if (revoke) return [{ kind: 'delete', chat, messageIds: [revoke.original_message_id] }];
  return [...followPerson(known), describe(message, { chat, sender, isOwn: false })];
}

function isSame(one: WhatsAppPerson, other: WhatsAppPerson | undefined): boolean {
  const isSameUser = one.userId !== null && one.userId === other?.userId;
  return isSameUser || (one.phone !== null && one.phone === other?.phone);
}

function senderOf({ key, phone }: WhatsAppPerson, contact: WhatsAppContact | undefined): InboundSender {
  const { name = '', username } = contact?.profile ?? {};
  return {
    id: key,
    name,
    firstName: name,
    userName: username ?? null,
    language: null,
    phone: phone === null ? null : `+${phone}`,
  };
}

function describe(
  message: WhatsAppMessage,
  { chat, sender, isOwn }: { chat: InboundChat; sender: InboundSender; isOwn: boolean },
): InboundEvent {
  const { id: messageId, timestamp: sentAt, context, referral } = message;
  return {
    kind: 'message',
    chat,
    sender,
    messageId,
    sentAt,
    text: readText(message),
    attachments: readAttachments(message),
    replyTo: context?.id === undefined ? null : { messageId: context.id, text: '' },
    ...(referral && { context: readReferral(referral) }),
    // Pictures that were chosen together come one by one, and nothing says that they belong together.
    albumId: message.type === 'image' ? `images:${messageId}` : null,
    isOwn,
    isAddressed: true,
    clientId: null,
  };
}

const readReferral = ({
  headline,
  body,
  source_url: url,
}: NonNullable<WhatsAppMessage['referral']>): DialogContext => ({
  ...{ title: headline ?? '', text: body ?? '', url: url ?? null },
});

/** What has no words and no file we know (a poll, what the platform itself cannot show) is a message without words. */
function readText({ text, button, interactive, image, video, document, order }: WhatsAppContent): string {
  const { button_reply: pressed, list_reply: chosen, nfm_reply: form } = interactive ?? {};
  const caption = (image ?? video ?? document)?.caption;
  const said = text?.body ?? button?.text ?? pressed?.title ?? chosen?.title ?? form?.body ?? caption;
  return said ?? (order ? readOrder(order) : '');
}

/** The customer's own words, then a line for each article: `A-17 × 2, 500 RUB` (the price of one). */
function readOrder({ text, product_items: items }: NonNullable<WhatsAppContent['order']>): string {
  const lines = items.map(({ product_retailer_id: article, quantity, item_price: price, currency = '' }) => {
    const cost = price === undefined ? '' : `, ${price} ${currency}`.trimEnd();
    return `${article} × ${quantity}${cost}`;
  });
  return [text ?? '', ...lines].filter((line) => line !== '').join('\n');
}

function readAttachments(content: WhatsAppContent): InboundAttachment[] {
  const { type, location, contacts = [] } = content;
  const none = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
  switch (type) {
    case 'image':
    case 'video':
    case 'document':
    case 'sticker':
      return [fileOf(type, content[type])];
    case 'audio':
      return [fileOf(content.audio?.voice === true ? 'voice' : 'audio', content.audio)];
    case 'location': {
      if (!location) return [];
      const { latitude, longitude, name, address } = location;
      const place = [name, address].filter((line) => line !== undefined && line !== '').join(', ');
      return [{ ...none, type, name: place || null, caption: `${latitude}, ${longitude}` }];
    }
    case 'contacts':
      return contacts.map(({ name, phones: [first] }) => ({
        ...none,
        type: 'contact',
        name: name?.formatted_name ?? null,
        caption: first?.phone ?? first?.wa_id ?? null,
      }));
    case 'text':
    case 'button':
    case 'interactive':
      return [];
    case 'request_welcome':
      return [openedChat];
    default:
      return [unsupportedContent];
  }
}

const fileOf = (type: InboundAttachment['type'], media: WhatsAppMedia | undefined): InboundAttachment => ({
  type,
  vendorRef: media?.id ?? LOST_MEDIA,
  contentType: media?.mime_type ?? null,
  name: media?.filename ?? null,
  size: null,
  caption: null,
});

type Edit = { edit: NonNullable<WhatsAppMessage['edit']>; editedAt: Date; chat: InboundChat };

function readEdit({ edit, editedAt, chat }: Edit): InboundEvent[] {
  if (!edit.message) return ignored('edit_empty');
  return [{ kind: 'edit', chat, messageId: edit.original_message_id, text: readText(edit.message), editedAt }];
}

/** A new number, or a new user id, of the same person. */
function readSystem({ system }: WhatsAppMessage, { key }: WhatsAppPerson): InboundEvent[] {
  const isMove = system?.type === 'user_changed_number' || system?.type === 'user_changed_user_id';
  const to = isMove ? readPerson(system?.wa_id ?? system?.new_wa_id, system?.user_id) : undefined;
  if (!to || to.key === key) return ignored('system_message');
  return [{ kind: 'chat-moved', fromChatId: key, toChatId: to.key }];
}

/** Typed in the phone's own application of a number that both share; what the API sends is not echoed. */
function readEcho(echo: WhatsAppMessage): InboundEvent[] {
  const person = readPerson(echo.to, echo.to_user_id);
  if (!person) return ignored('sender_unknown');
  if (echo.type === 'edit' || echo.type === 'revoke' || echo.type === 'reaction') return ignored('own_change');
  const id = echo.from ?? '';
  const sender = { id, name: '', firstName: '', userName: null, language: null, phone: null };
  return [...followPerson(person), describe(echo, { chat: chatOf(person, ''), sender, isOwn: true })];
}

const receiptStates = { sent: 'sent', delivered: 'delivered', read: 'read', played: 'read', failed: 'failed' } as const;
const isReceiptState = (name: string): name is keyof typeof receiptStates => Object.hasOwn(receiptStates, name);

function readStatus(status: WhatsAppStatus): InboundEvent[] {
  if (status.recipient_type === 'group') return ignored('group');
  const person = readPerson(status.recipient_id, status.recipient_user_id);
  if (!person) return ignored('sender_unknown');
  if (!isReceiptState(status.status)) return ignored('status_unknown');
  const state = receiptStates[status.status];
  const verdict = state === 'failed' ? readCode(status.errors[0]?.code) : null;
  const receipt: InboundEvent = {
    kind: 'receipt',
    chat: chatOf(person, ''),
    of: { by: 'ids', messageIds: [status.id], ownKey: status.biz_opaque_callback_data ?? null },
    state,
    reason: verdict?.reason ?? null,
  };
  // A bill that is not paid, or a name that was refused, is told with the message alone.
  const isBroken = verdict?.kind === 'unauthorized';
  return [
    ...followPerson(person),
    receipt,
    ...(isBroken ? [{ kind: 'account', isWorking: false, reason: verdict.reason } as const] : []),
  ];
}

const accountNews: Record<string, { isWorking: boolean; reason: string }> = {
  PARTNER_REMOVED: { isWorking: false, reason: 'access_removed' },
  ACCOUNT_OFFBOARDED: { isWorking: false, reason: 'access_removed' },
  ACCOUNT_DELETED: { isWorking: false, reason: 'access_removed' },
  DISABLED_UPDATE: { isWorking: false, reason: 'account_blocked' },
  ACCOUNT_RESTRICTION: { isWorking: false, reason: 'account_blocked' },
  ACCOUNT_VIOLATION: { isWorking: false, reason: 'account_blocked' },
  ACCOUNT_RECONNECTED: { isWorking: true, reason: '' },
};

function readAccount(event: string): InboundEvent[] {
  const news = Object.hasOwn(accountNews, event) ? accountNews[event] : undefined;
  return news ? [{ kind: 'account', ...news }] : ignored('account_news');
}
