import type { InboundAttachment, InboundChat, InboundEvent, InboundSender } from '../port.ts';
import {
  isForeignEvent,
  mediaRef,
  type ViberEvent,
  type ViberMessage,
  type ViberUser,
  viberPayload,
} from './payload.ts';

/** Reads one stored event; what brings nothing to a dialog is ignored by name. */
export function parse(payload: unknown): InboundEvent[] {
  const result = viberPayload.safeParse(payload);
  if (result.success) return read(result.data);
  return [{ kind: 'ignored', reason: isForeignEvent(payload) ? 'event_unsupported' : 'unreadable' }];
}

function read(payload: ReturnType<typeof viberPayload.parse>): InboundEvent[] {
  switch (payload.event) {
    case 'message':
      return readMessage(payload);
    case 'conversation_started':
      return [{ kind: 'opened', chat: chatOf(payload.user), sender: senderOf(payload.user) }];
    case 'subscribed':
      return [{ kind: 'reachable', chat: chatOf(payload.user), isReachable: true, reason: 'customer_unblocked' }];
    case 'unsubscribed': {
      const chat = chatOf({ id: payload.user_id, name: '' });
      return [{ kind: 'reachable', chat, isReachable: false, reason: 'customer_blocked' }];
    }
    case 'delivered':
    case 'seen':
    case 'failed':
      return [readReceipt(payload)];
    case 'webhook':
      return [{ kind: 'ignored', reason: 'webhook_check' }];
  }
}

/** The bot is in no groups: a chat is a person, whose id is that of this person at this bot. */
const chatOf = ({ id, name }: Pick<ViberUser, 'id' | 'name'>): InboundChat => ({ id, isGroup: false, title: name });

const senderOf = ({ id, name, language }: ViberUser): InboundSender => ({
  id,
  name,
  firstName: name,
  userName: null,
  language: language ?? null,
  phone: null,
});

function readMessage({ sender, message, message_token, timestamp }: ViberEvent<'message'>): InboundEvent[] {
  const chat = chatOf(sender);
  const attachments = readAttachments(message);
  return [
    ...readTracking(message, chat),
    {
      kind: 'message',
      chat,
      sender: senderOf(sender),
      messageId: message_token,
      sentAt: new Date(timestamp),
      text: readText(message),
      attachments,
      replyTo: null,
      // Pictures that were chosen together come one by one, and nothing says that they belong together.
      albumId: message.type === 'picture' ? `pictures:${message_token}` : null,
      isOwn: false,
      isAddressed: true,
      clientId: null,
    },
  ];
}

/** Our own number comes back with the customer's next message: what bore it has arrived, whatever was answered to its send. */
function readTracking({ tracking_data: ownKey }: ViberMessage, chat: InboundChat): InboundEvent[] {
  if (ownKey === undefined || ownKey === '') return [];
  return [{ kind: 'receipt', chat, of: { by: 'ids', messageIds: [], ownKey }, state: 'delivered', reason: null }];
}

function readText({ type, text = '', media = '' }: ViberMessage): string {
  return type === 'url' ? [text, media].filter((words) => words !== '').join('\n') : text;
}

const receiptStates = { delivered: 'delivered', seen: 'read', failed: 'failed' } as const;

function readReceipt({ event, message_token, user_id }: ViberEvent<'delivered' | 'seen' | 'failed'>): InboundEvent {
  const state = receiptStates[event];
  return {
    kind: 'receipt',
    chat: chatOf({ id: user_id, name: '' }),
    of: { by: 'ids', messageIds: [message_token], ownKey: null },
    state,
    // Its words are the platform's own, for developers.
    reason: state === 'failed' ? 'device_refused' : null,
  };
}

const AUDIO_NAME = /\.(?:mp3|m4a|aac|ogg|oga|opus|wav|amr)$/i;

/** Voice has no type of its own: where it comes at all it is a file. */
function readAttachments(message: ViberMessage): InboundAttachment[] {
  const { type, media, file_name: name = null, size = null, location, contact, sticker_id: sticker } = message;
  const file = (kind: InboundAttachment['type'], asked: 'media' | 'file'): InboundAttachment => ({
    type: kind,
    vendorRef: media === undefined ? null : mediaRef.write({ kind: asked, place: media }),
    contentType: null,
    name,
    size,
    caption: null,
  });
  const card = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
  switch (type) {
    case 'picture':
      return [file('image', 'media')];
    case 'video':
      return [file('video', 'media')];
    case 'file':
      return [file(AUDIO_NAME.test(name ?? '') ? 'audio' : 'document', 'file')];
    case 'sticker': {
      const vendorRef = sticker === undefined ? null : mediaRef.write({ kind: 'sticker', place: String(sticker) });
      return [{ ...card, type: 'sticker', vendorRef }];
    }
    case 'location':
      return location ? [{ ...card, type: 'location', caption: `${location.lat}, ${location.lon}` }] : [];
    case 'contact':
      return contact ? [{ ...card, type: 'contact', name: contact.name, caption: contact.phone_number }] : [];
    default:
      return [];
  }
}
