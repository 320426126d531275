import type { DialogContext } from '@otvet/contract';
import type { InboundEvent, ReceiptOf } from '../../../port.ts';
import {
  delivery,
  itemParts,
  type MetaMessage,
  type MetaReferral,
  messageEdit,
  metaItem,
  metaMessage,
  postback,
  reading,
  storedChange,
  storedStandby,
} from './payload.ts';
import { readAttachments } from './read-attachments.ts';

/** Whose events these are: of the account, through an application. */
export type MetaSelf = {
  identity: string;
  appId: string | undefined;
};

type Item = Record<string, unknown>;
type Scene = {
  self: MetaSelf;
  item: Item;
  chatId: string;
  sentAt: Date;
  isByBusiness: boolean;
  /** Another application has the conversation: we only hear of it. */
  isStandby: boolean;
};

/** What is not said to us, or says nothing of a dialog. */
const known = ['reaction', 'referral', 'optin', 'pass_thread_control', 'take_thread_control', 'request_thread_control'];

/** Pure: what one stored item says. */
export function parseItem(payload: unknown, self: MetaSelf): InboundEvent[] {
  const standby = storedStandby.safeParse(payload).data?.standby;
  if (standby) return readItem(standby, { self, isStandby: true });
  const change = storedChange.safeParse(payload).data?.change;
  // One dashboard shows a message in this frame; comments and the like are another API's.
  if (change) {
    const value = change.field === 'messages' ? itemParts.safeParse(change.value).data : undefined;
    return value ? readItem(value, { self, isStandby: false }) : ignored('change_unsupported');
  }
  const item = itemParts.safeParse(payload).data;
  return item ? readItem(item, { self, isStandby: false }) : ignored('unreadable');
}

const ignored = (reason: string): InboundEvent[] => [{ kind: 'ignored', reason }];

function readItem(item: Item, { self, isStandby }: Pick<Scene, 'self' | 'isStandby'>): InboundEvent[] {
  const { sender, recipient, timestamp } = metaItem.safeParse(item).data ?? {};
  const reader = readers.find(({ name }) => item[name] !== undefined && item[name] !== null);
  if (!reader) {
    const name = known.find((one) => item[one] !== undefined);
    return ignored(name ?? 'unreadable');
  }
  if (!sender || !recipient) return ignored('no_person');
  const isByBusiness = sender.id === self.identity;
  const chatId = isByBusiness ? recipient.id : sender.id;
  if (chatId === self.identity) return ignored('own_account');
  return reader.read({ self, item, chatId, sentAt: new Date(timestamp ?? 0), isByBusiness, isStandby });
}

const readers: { name: string; read: (scene: Scene) => InboundEvent[] }[] = [
  { name: 'message', read: readMessage },
  { name: 'postback', read: readPostback },
  { name: 'message_edit', read: readEdit },
  { name: 'delivery', read: readDelivery },
  { name: 'read', read: readReading },
];

const chatOf = ({ chatId }: Pick<Scene, 'chatId'>) => ({ id: chatId, isGroup: false, title: '' });

function readMessage(scene: Scene): InboundEvent[] {
  const message = metaMessage.safeParse(scene.item.message).data;
  if (!message) return ignored('unreadable');
  const isOwn = scene.isByBusiness || message.is_echo === true;
  if (message.is_deleted) return [{ kind: 'delete', chat: chatOf(scene), messageIds: [message.mid] }];
  if (isOwn && isByUs(scene, message)) return readOwnEcho(scene, message);
  const { text, attachments } = readAttachments(message);
  const replyTo = message.reply_to?.mid;
  return [
    {
      ...baseOf(scene),
      messageId: message.mid,
      text,
      attachments,
      replyTo: replyTo === undefined ? null : { messageId: replyTo, text: '' },
      ...readReferral(message.referral),
      isOwn,
    },
  ];
}

/** Names are told only when asked. */
function baseOf(scene: Scene) {
  const { chatId, sentAt, isStandby } = scene;
  const sender = { id: chatId, name: '', firstName: '', userName: null, language: null, phone: null };
  return {
    kind: 'message',
    chat: chatOf(scene),
    sender,
    sentAt,
    albumId: null,
    isAddressed: !isStandby,
    clientId: null,
  } as const;
}

/** Only the title is told in words. */
function readReferral(referral: MetaReferral): { context?: DialogContext } {
  const title = referral?.ads_context_data?.ad_title;
  return title === undefined || title === '' ? {} : { context: { title, text: '', url: null } };
}

/** Our own key, with the place of a part that is not the last one. */
const OWN_MARK = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(:\d{1,3})?$/;

const isByUs = ({ self }: Scene, { app_id: appId, metadata = '' }: MetaMessage): boolean =>
  OWN_MARK.test(metadata) || (appId !== undefined && appId === self.appId);

/** Our own message comes back: also where the answer to its send was lost. What is marked as the last part settles all. */
function readOwnEcho(scene: Scene, { mid, metadata = '' }: MetaMessage): InboundEvent[] {
  const [, key, part] = OWN_MARK.exec(metadata) ?? [];
  const ownKey = part === undefined ? (key ?? null) : null;
  const of: ReceiptOf = { by: 'ids', messageIds: [mid], ownKey };
  return [{ kind: 'receipt', chat: chatOf(scene), of, state: 'sent', reason: null }];
}

/** A pressed button says what stands on it. */
function readPostback(scene: Scene): InboundEvent[] {
  const press = postback.safeParse(scene.item.postback).data;
  if (!press) return ignored('unreadable');
  const messageId = press.mid ?? `postback:${scene.sentAt.getTime()}`;
  return [
    {
      ...baseOf(scene),
      messageId,
      text: press.title,
      attachments: [],
      replyTo: null,
      isOwn: false,
      ...readReferral(press.referral),
    },
  ];
}

function readEdit(scene: Scene): InboundEvent[] {
  const edit = messageEdit.safeParse(scene.item.message_edit).data;
  if (!edit) return ignored('unreadable');
  const { mid: messageId, text } = edit;
  return [{ kind: 'edit', chat: chatOf(scene), messageId, text, editedAt: scene.sentAt }];
}

function readDelivery(scene: Scene): InboundEvent[] {
  const { mids, watermark } = delivery.safeParse(scene.item.delivery).data ?? { mids: [] };
  if (mids.length > 0) return receipt(scene, 'delivered', { by: 'ids', messageIds: mids, ownKey: null });
  if (watermark === undefined) return ignored('unreadable');
  return receipt(scene, 'delivered', { by: 'time', until: new Date(watermark) });
}

function readReading(scene: Scene): InboundEvent[] {
  const { mid, watermark } = reading.safeParse(scene.item.read).data ?? {};
  if (mid !== undefined) return receipt(scene, 'read', { by: 'last', messageId: mid });
  if (watermark === undefined) return ignored('unreadable');
  return receipt(scene, 'read', { by: 'time', until: new Date(watermark) });
}

const receipt = (scene: Scene, state: 'delivered' | 'read', of: ReceiptOf): InboundEvent[] => [
  { kind: 'receipt', chat: chatOf(scene), of, state, reason: null },
];
