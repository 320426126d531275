import type { InboundAttachment, InboundChat, InboundEvent, InboundSender } from '../port.ts';
import { type WidgetPayload, type WidgetPicture, type WidgetVisitor, widgetPayload } from './payload.ts';

/** Reads one stored payload; what is not ours is ignored by name. */
export function parse(payload: unknown): InboundEvent[] {
  const result = widgetPayload.safeParse(payload);
  return [result.success ? toEvent(result.data) : { kind: 'ignored', reason: 'widget_payload_unknown' }];
}

function toEvent(payload: WidgetPayload): InboundEvent {
  const sender = describeSender(payload.visitor);
  const chat: InboundChat = { id: payload.visitor.id, isGroup: false, title: sender.name };
  if (payload.kind === 'opened') return { kind: 'opened', chat, sender };
  return {
    kind: 'message',
    chat,
    sender,
    messageId: payload.clientId,
    sentAt: new Date(payload.at),
    text: payload.text,
    attachments: payload.picture === null ? [] : [toAttachment(payload.picture)],
    replyTo: null,
    albumId: null,
    isOwn: false,
    isAddressed: true,
    clientId: payload.clientId,
  };
}

const guestNames = { ru: 'Гость сайта', en: 'Site visitor' };

/** Four digits tell guests apart in the list; they come from the random end of the id and mean nothing. */
function describeSender(visitor: WidgetVisitor): InboundSender {
  const digits = String(Number.parseInt(visitor.id.slice(-6), 16) % 10_000).padStart(4, '0');
  const name = `${guestNames[visitor.locale]} ${digits}`;
  return { id: visitor.id, name, firstName: '', userName: null, language: visitor.locale, phone: null };
}

/** The picture already lies in our storage: its reference is the file's id there. */
function toAttachment(picture: WidgetPicture): InboundAttachment {
  return {
    type: 'image',
    vendorRef: picture.fileId,
    contentType: picture.contentType,
    name: picture.name,
    size: picture.size,
    caption: null,
  };
}
