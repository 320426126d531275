import { createHash } from 'node:crypto';
import type { RawEvent } from '../../../port.ts';
import type { MetaEntry, MetaItem } from '../envelope.ts';
import { itemParts, messageEdit, metaItem, metaMessage, postback, reaction } from './payload.ts';

/** What one entry brings, each thing under an id of its own: the same for every delivery of it. */
export const toRawEvents = ({ items }: MetaEntry): RawEvent[] => items.map(toRawEvent);

function toRawEvent({ from, payload }: MetaItem): RawEvent {
  switch (from) {
    case 'messaging':
      return { eventId: idOf(payload), payload };
    case 'standby':
      // Whoever has the conversation: one message is one event.
      return { eventId: idOf(payload), payload: { standby: payload } };
    case 'changes':
      return { eventId: hashOf('change', payload), payload: { change: payload } };
  }
}

/** Few events have an id; the others are named by all that they say. */
function idOf(item: unknown): string {
  const parts = itemParts.safeParse(item).data;
  const message = metaMessage.safeParse(parts?.message).data;
  if (message) return `${message.is_deleted ? 'deleted' : 'message'}:${message.mid}`;
  const edit = messageEdit.safeParse(parts?.message_edit).data;
  if (edit) return edit.num_edit === undefined ? hashOf('edit', item) : `edit:${edit.num_edit}:${edit.mid}`;
  const press = postback.safeParse(parts?.postback).data;
  if (press?.mid !== undefined) return `postback:${press.mid}`;
  const reacted = reaction.safeParse(parts?.reaction).data;
  const { sender, timestamp } = metaItem.safeParse(item).data ?? {};
  if (reacted) return `reaction:${reacted.action}:${timestamp ?? ''}:${sender?.id ?? ''}:${reacted.mid}`;
  return hashOf('event', item);
}

const hashOf = (kind: string, value: unknown): string =>
  `${kind}:${createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')}`;
