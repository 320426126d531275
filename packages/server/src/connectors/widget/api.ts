import type { RawEvent } from '../port.ts';
import type { WidgetPayload, WidgetPicture, WidgetVisitor } from './payload.ts';

type Written = { visitor: WidgetVisitor; clientId: string; text: string; picture: WidgetPicture | null; at: Date };

/** The platform of this channel is our own endpoint: this is what it hands to the gateway. A repeat has the same event id. */
export function buildMessageEvent({ visitor, clientId, text, picture, at }: Written): RawEvent {
  const payload: WidgetPayload = { kind: 'message', visitor, clientId, text, picture, at: at.toISOString() };
  return { eventId: messageEventId({ visitorId: visitor.id, clientId }), payload };
}

/** What a message is known by: the visitor's browser gives each an id of its own. */
export function messageEventId({ visitorId, clientId }: { visitorId: string; clientId: string }): string {
  return `${visitorId}:${clientId}`;
}

/** First opening of the window by a visitor: once for ever. */
export function buildOpenedEvent({ visitor, at }: { visitor: WidgetVisitor; at: Date }): RawEvent {
  const payload: WidgetPayload = { kind: 'opened', visitor, at: at.toISOString() };
  return { eventId: `${visitor.id}:opened`, payload };
}
