import type { ConnectorChannel, InboundAttachment, InboundChat, InboundEvent } from '../port.ts';
import { type AvitoContent, type AvitoMessage, largestImage, storedEvent, writeMediaRef } from './payload.ts';

/** Adverts of Avito itself and notices of its services are nobody's questions. */
const SERVICE_AUTHORS = new Set(['0', '1']);
const PLATFORM_CHAT = 'a2u';

/** Reads one stored event; what brings nothing to a dialog is ignored by name. */
export function parse(payload: unknown, _channel: ConnectorChannel): InboundEvent[] {
  const read = storedEvent.safeParse(payload).data?.payload;
  if (!read) return ignored('unreadable');
  if (read.type === 'message') return readMessage(read.value);
  const { chat_id: chatId, id: messageId } = read.value;
  return [{ kind: 'receipt', chat: chatOf(chatId), of: { by: 'last', messageId }, state: 'read', reason: null }];
}

const ignored = (reason: string): InboundEvent[] => [{ kind: 'ignored', reason }];

/** A chat is with one person; who that is only asking tells. */
const chatOf = (id: string): InboundChat => ({ id, isGroup: false, title: '' });

function readMessage(message: AvitoMessage): InboundEvent[] {
  const { id: messageId, chat_id: chatId, author_id: authorId, type, content, quote } = message;
  const chat = chatOf(chatId);
  if (type === 'deleted') return [{ kind: 'delete', chat, messageIds: [messageId] }];
  if (message.chat_type === PLATFORM_CHAT) return ignored('platform_chat');
  if (type === 'system' || SERVICE_AUTHORS.has(authorId)) return ignored('service_message');
  // Nobody has said anything: the platform tells that somebody rang.
  if (type === 'call') return ignored('call_missed');
  return [
    {
      kind: 'message',
      chat,
      sender: { id: authorId, name: '', firstName: '', userName: null, language: null, phone: null },
      messageId,
      sentAt: new Date(message.created * 1000),
      text: readText(content),
      attachments: readAttachments(message),
      replyTo: quote ? { messageId: quote.id, text: quote.content.text ?? '' } : null,
      // One picture in each message, and nothing says which belong together.
      albumId: type === 'image' ? `pictures:${messageId}` : null,
      isOwn: authorId === message.user_id || message.direction === 'out',
      isAddressed: true,
      clientId: null,
    },
  ];
}

function readText({ text, link, item }: AvitoContent): string {
  if (link) return link.text.includes(link.url) ? link.text : join([link.text, link.url]);
  if (item) return join([item.title, item.price_string ?? '', item.item_url]);
  return text ?? '';
}

const join = (lines: string[]): string => lines.filter((line) => line !== '').join('\n');

function readAttachments({ id: messageId, chat_id: chatId, type, content }: AvitoMessage): InboundAttachment[] {
  const nothing = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
  const url = largestImage(content);
  if (type === 'image') {
    const vendorRef = url === undefined ? null : writeMediaRef({ kind: 'image', url, chatId, messageId });
    return [{ ...nothing, type: 'image', vendorRef }];
  }
  if (type === 'voice') {
    const voiceId = content.voice?.voice_id;
    const vendorRef = voiceId === undefined ? null : writeMediaRef({ kind: 'voice', voiceId });
    return [{ ...nothing, type: 'voice', vendorRef, contentType: 'audio/mp4' }];
  }
  // The API gives neither the bytes nor an address of them: they are seen in Avito alone.
  if (type === 'video') return [{ ...nothing, type: 'video' }];
  if (type === 'file') return [{ ...nothing, type: 'document' }];
  const { location } = content;
  if (!location) return [];
  const place = location.title || location.text;
  return [{ ...nothing, type: 'location', name: place || null, caption: `${location.lat}, ${location.lon}` }];
}
