import type { DialogContext, SharedType } from '@otvet/contract';
import { openedChat } from '../opened-chat.ts';
import type { ConnectorChannel, InboundAttachment, InboundChat, InboundEvent, InboundSender } from '../port.ts';
import { unsupportedContent } from '../unsupported-content.ts';
import {
  findAddress,
  isGroupChat,
  message as messageSchema,
  newMessage,
  permission,
  reading,
  storedEvent,
  type VkAttachment,
  type VkMessage,
  writeMediaRef,
} from './payload.ts';

const ignored = (reason: string): InboundEvent[] => [{ kind: 'ignored', reason }];

type Read = (object: unknown, channel: ConnectorChannel) => InboundEvent[];

const readers: Record<string, Read> = {
  message_new: (object, channel) => {
    // An API version of long ago, such as that of a server set up by hand, puts the message itself there.
    const read = newMessage.safeParse(object).data?.message ?? messageSchema.safeParse(object).data;
    return read ? readMessage(read, channel) : ignored('unreadable');
  },
  message_reply: (object, channel) => {
    const read = messageSchema.safeParse(object).data;
    return read ? readMessage(read, channel) : ignored('unreadable');
  },
  message_edit: (object, channel) => {
    const read = messageSchema.safeParse(object).data;
    return read ? readEdit(read, channel) : ignored('unreadable');
  },
  message_allow: (object) => readPermission(object, true),
  message_deny: (object) => readPermission(object, false),
  message_read: readReading,
  message_event: () => ignored('button'),
  message_typing_state: () => ignored('typing'),
};

/** Reads one stored event; what brings nothing to a dialog is ignored by name. */
export function parse(payload: unknown, channel: ConnectorChannel): InboundEvent[] {
  const event = storedEvent.safeParse(payload).data;
  if (!event) return ignored('unreadable');
  const read = Object.hasOwn(readers, event.type) ? readers[event.type] : undefined;
  return read ? read(event.object, channel) : ignored('event_unsupported');
}

function readMessage(message: VkMessage, channel: ConnectorChannel): InboundEvent[] {
  const isOwn = isOurs(message, channel);
  if (message.action !== undefined && message.action !== null) return ignored('service_message');
  // Other communities may sit in a chat of several people; they are programs as we are.
  if (message.from_id < 0 && !isOwn) return ignored('other_bot');
  const chat = readChat(message.peer_id);
  const sender = readSender(message.from_id);
  const isOpening = !isOwn && isStart(message);
  if (isOpening && chat.isGroup) return [{ kind: 'opened', chat, sender }];
  return [
    {
      kind: 'message',
      chat,
      sender,
      messageId: String(message.conversation_message_id),
      sentAt: new Date(message.date * 1000),
      text: isOpening ? '' : readText(message),
      attachments: isOpening ? [openedChat] : readAttachments(message),
      replyTo: readReply(message),
      ...readProduct(message),
      albumId: null,
      isOwn,
      isAddressed: !chat.isGroup || isAddressed(message, channel),
      clientId: null,
    },
  ];
}

function readEdit(message: VkMessage, channel: ConnectorChannel): InboundEvent[] {
  if (isOurs(message, channel)) return ignored('own_edit');
  const { peer_id, conversation_message_id: id, update_time, date } = message;
  const editedAt = new Date((update_time ?? date) * 1000);
  return [{ kind: 'edit', chat: readChat(peer_id), messageId: String(id), text: readText(message), editedAt }];
}

function readPermission(object: unknown, isReachable: boolean): InboundEvent[] {
  const read = permission.safeParse(object).data;
  if (!read) return ignored('unreadable');
  const reason = isReachable ? 'customer_unblocked' : 'messages_denied';
  return [{ kind: 'reachable', chat: readChat(read.user_id), isReachable, reason }];
}

/** All up to a message are read by it; in a chat of several people only one of them has read. */
function readReading(object: unknown): InboundEvent[] {
  const read = reading.safeParse(object).data;
  if (!read) return ignored('unreadable');
  if (read.from_id !== read.peer_id) return ignored('read_by_another');
  const of = { by: 'last' as const, messageId: String(read.conversation_message_id) };
  return [{ kind: 'receipt', chat: readChat(read.peer_id), of, state: 'read', reason: null }];
}

function readChat(peerId: number): InboundChat {
  return { id: String(peerId), isGroup: isGroupChat(peerId), title: '' };
}

/** Names are told only when asked. */
function readSender(fromId: number): InboundSender {
  return { id: String(fromId), name: '', firstName: '', userName: null, language: null, phone: null };
}

function isOurs({ out, from_id }: VkMessage, { identity }: ConnectorChannel): boolean {
  return out === 1 || String(-from_id) === identity;
}

/** The payload of a press is the client's word: it only opens a dialog. */
function isStart({ payload }: VkMessage): boolean {
  return /^\{\s*"command"\s*:\s*"start"\s*\}$/.test(payload ?? '');
}

const MENTION = /\[(id|club|public)(\d{1,16})\|([^[\]|]{1,200})\]/g;

/** A mention `[club1|@shop]` is read as what people see of it. What was passed on stands below the words. */
function readText({ text, fwd_messages: passedOn }: VkMessage): string {
  const own = text.replace(MENTION, (_whole, _kind, _id, shown: string) => shown);
  const lines = passedOn.flatMap((one) => (one.text === '' ? [] : [`> ${one.text}`]));
  return [own, ...lines].filter((line) => line !== '').join('\n');
}

/** In a chat of several people: named, or replied to. */
function isAddressed({ text, reply_message: reply }: VkMessage, { identity }: ConnectorChannel): boolean {
  if (reply?.from_id !== undefined && String(-reply.from_id) === identity) return true;
  return [...text.matchAll(MENTION)].some(([, kind, id]) => kind !== 'id' && id === identity);
}

function readReply({ reply_message: reply }: VkMessage): { messageId: string; text: string } | null {
  if (reply?.conversation_message_id === undefined) return null;
  return { messageId: String(reply.conversation_message_id), text: reply.text };
}

function readAttachments(message: VkMessage): InboundAttachment[] {
  const own = message.attachments.map((attachment, index) => describe(attachment, { message, index }));
  return message.geo ? [...own, describePlace(message.geo)] : own;
}

const TITLE_LENGTH = 200;
const NOTHING = { vendorRef: null, contentType: null, name: null, size: null, caption: null };

function describePlace({ coordinates, place }: NonNullable<VkMessage['geo']>): InboundAttachment {
  const name = [place?.title, place?.city].filter(Boolean).join(', ');
  return {
    ...NOTHING,
    type: 'location',
    name: name || null,
    caption: `${coordinates.latitude}, ${coordinates.longitude}`,
  };
}

type Place = { message: VkMessage; index: number };

function describe(attachment: VkAttachment, { message, index }: Place): InboundAttachment {
  const { photo, audio_message: voice, audio, doc, sticker, graffiti } = attachment;
  const url = findAddress(attachment);
  const ref = { peer: message.peer_id, cmid: message.conversation_message_id, index };
  const mayBePage = /^html?$/i.test(doc?.ext ?? '');
  const vendorRef = url === undefined ? null : writeMediaRef({ url, ...ref, mayBePage });
  const file = { ...NOTHING, vendorRef };
  if (photo || graffiti) return { ...file, type: 'image' };
  if (voice) return { ...file, type: 'voice', contentType: 'audio/ogg', caption: voice.transcript ?? null };
  if (audio) return { ...file, type: 'audio', name: [audio.artist, audio.title].filter(Boolean).join(' – ') || null };
  if (sticker) return { ...file, type: 'sticker' };
  if (doc) return { ...file, type: 'document', name: doc.title ?? null, size: doc.size ?? null };
  return describeLink(attachment);
}

const pageOf = (kind: string, { owner_id: owner, id }: { owner_id?: number | undefined; id: number }): string =>
  `https://vk.com/${kind}${owner}_${id}`;

/** What has no bytes for a community is named, with the page that shows it: its form is not documented. */
function describeLink(attachment: VkAttachment): InboundAttachment {
  const { type, video, link, wall, market, poll, story, article } = attachment;
  const named = (kind: InboundAttachment['type'], name?: string, url?: string): InboundAttachment => {
    return { ...NOTHING, type: kind, name: name || null, ...(url && { link: url }) };
  };
  if (video) return named('video', video.title, pageOf('video', video));
  if (wall) {
    const page = pageOf('wall', { id: wall.id, owner_id: wall.owner_id ?? wall.from_id });
    return named('post', wall.text?.slice(0, TITLE_LENGTH), page);
  }
  if (market) return named('product', market.title, pageOf('product', market));
  if (story) return named('story', story.title, pageOf('story', story));
  if (poll) return named('poll', poll.question);
  if (link) return named('link', link.title, link.url);
  if (article) return named('article', article.title, article.url);
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  return kind === undefined ? unsupportedContent : named(kind);
}

/** Types of which only their kind is told: VKCOM/vk-api-schema 5.199 `messages_message_attachment_type`. */
const kinds: Record<string, SharedType> = {
  wall: 'post',
  wall_reply: 'comment',
  market: 'product',
  market_album: 'collection',
  market_market_album: 'collection',
  video_playlist: 'playlist',
  podcast: 'podcast',
  podcasts: 'podcast',
  poll: 'poll',
  story: 'story',
  link: 'link',
  article: 'article',
  call: 'call',
  gift: 'gift',
};

/** The article of the community that the customer writes about. */
function readProduct({ attachments }: VkMessage): { context?: DialogContext } {
  const product = attachments.find(({ market }) => market !== undefined)?.market;
  if (!product?.title) return {};
  return { context: { title: product.title, text: '', url: pageOf('product', product) } };
}
