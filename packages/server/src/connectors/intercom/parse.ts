import { htmlToText } from '../../platform/text/html-to-text.ts';
import type { ConnectorChannel, InboundAttachment, InboundEvent } from '../port.ts';
import {
  type Conversation,
  listMediaOf,
  type Notification,
  type Part,
  readNotification,
  sourceMessageId,
  writeMediaRef,
} from './payload.ts';

const customers = new Set(['user', 'lead', 'contact']);
/** What people see of a conversation; the other parts are notes and news of its state. */
const visible = new Set(['comment', 'quick_reply', 'open']);

/** Pure: what one notification says. */
export function parse(payload: unknown, channel: ConnectorChannel): InboundEvent[] {
  const notification = readNotification(payload);
  if (!notification) return [{ kind: 'ignored', reason: 'unreadable' }];
  const { topic, conversation, deletedId } = notification;
  if (topic === 'conversation.deleted') return [readDeleted(deletedId)];
  if (!conversation) return [{ kind: 'ignored', reason: 'unreadable' }];
  const scene = { notification, conversation, channel };
  if (topic === 'conversation_part.redacted') return readRedacted(conversation);
  const events = [...(topic === 'conversation.user.created' ? readSource(scene) : []), ...readParts(scene)];
  const messages = events.filter(({ kind }) => kind !== 'ignored');
  if (messages.length > 0) return messages;
  return [events[0] ?? { kind: 'ignored', reason: 'no_message' }];
}

type Scene = { notification: Notification; conversation: Conversation; channel: ConnectorChannel };

function readDeleted(id: string | undefined): InboundEvent {
  if (id === undefined) return { kind: 'ignored', reason: 'unreadable' };
  return { kind: 'reachable', chat: chatOf(id), isReachable: false, reason: 'chat_closed' };
}

const chatOf = (id: string) => ({ id, isGroup: false, title: '' });

function readRedacted({ id, source, conversation_parts: parts }: Conversation): InboundEvent[] {
  const messageIds = parts.filter(({ redacted }) => redacted === true).map((part) => part.id);
  if (source?.redacted === true) messageIds.push(sourceMessageId(source.id));
  if (messageIds.length === 0) return [{ kind: 'ignored', reason: 'nothing_redacted' }];
  return [{ kind: 'delete', chat: chatOf(id), messageIds }];
}

/** The first message of a conversation; that of an e-mail has a subject. */
function readSource(scene: Scene): InboundEvent[] {
  const { source } = scene.conversation;
  if (!source) return [];
  const subject = source.type === 'email' ? htmlToText(source.subject ?? '').text.trim() : '';
  const message = { ...source, id: sourceMessageId(source.id), part_type: 'comment' };
  return [toEvent(scene, { part: message, subject, sentAt: source.created_at ?? scene.conversation.created_at })];
}

const readParts = (scene: Scene): InboundEvent[] =>
  scene.conversation.conversation_parts.map((part) => toEvent(scene, { part, subject: '', sentAt: part.created_at }));

type Written = { part: Part; subject: string; sentAt: number | undefined };

function toEvent(scene: Scene, { part, subject, sentAt }: Written): InboundEvent {
  const { author, part_type: kind } = part;
  const isCustomer = customers.has(author?.type ?? '');
  if (!author || author.id === '' || (!isCustomer && author.type !== 'admin'))
    return { kind: 'ignored', reason: 'other_author' };
  // A part that opens a conversation again may hold what the customer wrote.
  if (!visible.has(kind) || (kind === 'open' && !isCustomer)) return { kind: 'ignored', reason: 'no_message' };
  if (part.redacted === true) return { kind: 'ignored', reason: 'redacted' };
  const { channel, conversation, notification } = scene;
  if (!isCustomer && author.id === channel.credentials.adminId) return { kind: 'ignored', reason: 'own_reply' };
  const body = htmlToText(part.body ?? '');
  const text = [subject, body.text].filter((line) => line.trim() !== '').join('\n');
  const attachments = toAttachments(conversation.id, part, body.images);
  if (text === '' && attachments.length === 0) return { kind: 'ignored', reason: 'empty' };
  const name = nameOf(conversation, part);
  return {
    kind: 'message',
    chat: chatOf(conversation.id),
    sender: { id: author.id, name, firstName: name, userName: null, language: null, phone: null },
    messageId: part.id,
    sentAt: new Date((sentAt ?? notification.at) * 1000),
    text,
    attachments,
    replyTo: null,
    albumId: null,
    isOwn: !isCustomer,
    isAddressed: isOurs(conversation, channel),
    clientId: null,
  };
}

/** A conversation of our own teammate, or of nobody where the owner wants those answered too. */
function isOurs(
  { admin_assignee_id: assignee, team_assignee_id: team }: Conversation,
  { credentials }: ConnectorChannel,
): boolean {
  if (assignee !== null) return assignee === credentials.adminId;
  return team === null && credentials.answersUnassigned !== 'no';
}

/** Later parts name nobody: the first message of the same person may. */
function nameOf({ source }: Conversation, { author }: Part): string {
  const first = source?.author?.id === author?.id ? source?.author?.name : undefined;
  return (author?.name ?? first ?? '').trim();
}

function toAttachments(chatId: string, part: Part, pictures: string[]): InboundAttachment[] {
  return listMediaOf(part, pictures).map(({ url, contentType, name, size }, place) => ({
    type: typeOf(contentType ?? ''),
    vendorRef: writeMediaRef({ chatId, messageId: part.id, place, url, isPage: contentType === 'text/html' }),
    contentType: contentType?.includes('*') ? null : contentType,
    name,
    size,
    caption: null,
  }));
}

function typeOf(contentType: string): InboundAttachment['type'] {
  const [kind] = contentType.toLowerCase().split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
}
