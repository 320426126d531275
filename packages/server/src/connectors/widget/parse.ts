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

/** A guest has no name until he tells it: who looks at the dialog calls him in his own language. */
function describeSender(visitor: WidgetVisitor): InboundSender {
  return { id: visitor.id, name: '', firstName: '', userName: null, language: visitor.locale, phone: null };
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
