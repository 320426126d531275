import { openedChat } from '../opened-chat.ts';
import type { ConnectorChannel, InboundAttachment, InboundChat, InboundEvent, InboundSender } from '../port.ts';
import {
  formatChatId,
  type TelegramChat,
  type TelegramDeletedMessages,
  type TelegramFile,
  type TelegramMemberChange,
  type TelegramMessage,
  type TelegramUser,
  updatePayload,
} from './payload.ts';

const ignored = (reason: string): InboundEvent[] => [{ kind: 'ignored', reason }];

/** Reads one stored update; what brings nothing to a dialog is ignored by name. */
export function parse(payload: unknown, channel: ConnectorChannel): InboundEvent[] {
  const result = updatePayload.safeParse(payload);
  if (!result.success) return ignored('unreadable');
  const update = result.data;
  const message = update.message ?? update.business_message;
  if (message) return readMessage(message, channel);
  const edited = update.edited_message ?? update.edited_business_message;
  if (edited) return readEdit(edited);
  if (update.my_chat_member) return readMemberChange(update.my_chat_member);
  if (update.deleted_business_messages) return readDeletion(update.deleted_business_messages);
  // We send no buttons: a press can only come from a message of an earlier program.
  if (update.callback_query !== undefined) return ignored('button');
  if (update.business_connection !== undefined) return ignored('business_connection');
  return ignored('update_unsupported');
}

function readMessage(message: TelegramMessage, channel: ConnectorChannel): InboundEvent[] {
  const moved = readMove(message);
  if (moved) return [moved];
  const chat = readChat(message);
  const sender = readSender(message);
  if (!chat || !sender) return ignored('channel_post');
  if (message.is_automatic_forward === true) return ignored('automatic_forward');
  const isOwn = isOwnMessage(message, channel);
  const isOtherBot = message.from?.is_bot === true && message.sender_chat === undefined;
  if (isOtherBot && !isOwn) return ignored('other_bot');
  const isOpening = !isOwn && isStart(message, channel);
  const start = isOpening ? readStartWord(message) : {};
  if (isOpening && chat.isGroup) return [{ kind: 'opened', chat, sender, ...start }];
  const text = isOpening ? '' : readText(message);
  const attachments = isOpening ? [openedChat] : readAttachments(message);
  if (text === '' && attachments.length === 0 && !hasUnsupportedContent(message)) return ignored('service_message');
  return [
    {
      kind: 'message',
      chat,
      sender,
      messageId: String(message.message_id),
      sentAt: new Date(message.date * 1000),
      text,
      attachments,
      replyTo: readReply(message),
      albumId: message.media_group_id ?? null,
      isOwn,
      isAddressed: !chat.isGroup || isAddressed(message, channel),
      clientId: null,
      ...start,
    },
  ];
}

/** The upgrade of a group is announced twice: in the old chat and in the new one. */
function readMove({
  chat,
  migrate_to_chat_id: to,
  migrate_from_chat_id: from,
}: TelegramMessage): InboundEvent | undefined {
  if (to !== undefined) return { kind: 'chat-moved', fromChatId: String(chat.id), toChatId: String(to) };
  if (from !== undefined) return { kind: 'chat-moved', fromChatId: String(from), toChatId: String(chat.id) };
  return undefined;
}

function readEdit(message: TelegramMessage): InboundEvent[] {
  const chat = readChat(message);
  if (!chat) return ignored('channel_post');
  // A moving location is "edited" every few seconds.
  if (message.location) return ignored('live_location');
  const editedAt = new Date((message.edit_date ?? message.date) * 1000);
  return [{ kind: 'edit', chat, messageId: String(message.message_id), text: readText(message), editedAt }];
}

function readDeletion(deletion: TelegramDeletedMessages): InboundEvent[] {
  const chat = readChat(deletion);
  return chat ? [{ kind: 'delete', chat, messageIds: deletion.message_ids.map(String) }] : ignored('channel_post');
}

const presentStatuses = new Set(['creator', 'administrator', 'member']);

/** In a private chat `kicked` means blocked; in a group the bot was added or removed. */
function readMemberChange({ chat: place, new_chat_member: member }: TelegramMemberChange): InboundEvent[] {
  const chat = readChat({ chat: place });
  if (!chat) return ignored('channel_post');
  const isReachable =
    presentStatuses.has(member.status) || (member.status === 'restricted' && member.is_member === true);
  const [yes, no] = chat.isGroup
    ? ['added_to_group', 'removed_from_group']
    : ['customer_unblocked', 'customer_blocked'];
  return [{ kind: 'reachable', chat, isReachable, reason: isReachable ? yes : no }];
}

type ChatPlace = { chat: TelegramChat; business_connection_id?: string | undefined };

function readChat({ chat, business_connection_id: connection }: ChatPlace): InboundChat | undefined {
  if (chat.type !== 'private' && chat.type !== 'group' && chat.type !== 'supergroup') return undefined;
  const id = formatChatId({ chatId: chat.id, businessConnectionId: connection ?? null });
  const isGroup = chat.type !== 'private';
  return { id, isGroup, title: isGroup ? (chat.title ?? '') : joinName(chat) };
}

function readSender(message: TelegramMessage): InboundSender | undefined {
  if (message.sender_chat) return describeChatAsSender(message.sender_chat);
  return message.from && describeUser(message.from, message);
}

/** An anonymous administrator, or a channel, writes in the name of a chat; `from` is a stand-in then. */
function describeChatAsSender(chat: TelegramChat): InboundSender {
  const name = chat.title ?? joinName(chat);
  return { id: String(chat.id), name, firstName: name, userName: chat.username ?? null, language: null, phone: null };
}

function describeUser(user: TelegramUser, { contact }: TelegramMessage): InboundSender {
  return {
    id: String(user.id),
    name: joinName(user),
    firstName: user.first_name,
    userName: user.username ?? null,
    language: user.language_code ?? null,
    phone: contact?.user_id === user.id ? contact.phone_number : null,
  };
}

function joinName({
  first_name,
  last_name,
}: {
  first_name?: string | undefined;
  last_name?: string | undefined;
}): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** In a business account's private chat, whose id is the customer's, both sides are named: the other one is the business. */
function isOwnMessage(message: TelegramMessage, channel: ConnectorChannel): boolean {
  if (String(message.from?.id) === channel.identity) return true;
  if (message.business_connection_id === undefined) return false;
  return message.sender_business_bot !== undefined || message.from?.id !== message.chat.id;
}

function readText(message: TelegramMessage): string {
  return message.text ?? message.caption ?? message.dice?.emoji ?? message.poll?.question ?? '';
}

function hasUnsupportedContent(message: TelegramMessage): boolean {
  const { story, paid_media, checklist, rich_message, game, invoice } = message;
  return [story, paid_media, checklist, rich_message, game, invoice].some((content) => content !== undefined);
}

/** The first message of a chat, or a deep link `https://t.me/<bot>?start=…`: the customer pressed a button. */
function isStart(message: TelegramMessage, channel: ConnectorChannel): boolean {
  const command = /^\/start(?:@(\w+))?(?:\s|$)/i.exec(message.text ?? '');
  return command !== null && isOurName(command[1] ?? '', channel);
}

/** What stands in `?start=` of a link to the bot: https://core.telegram.org/bots/features#deep-linking, read 2026-11-23. */
function readStartWord({ text = '' }: TelegramMessage): { startWord?: string } {
  const startWord = /^\S+\s+([\w-]{1,64})$/.exec(text.trim())?.[1];
  return startWord === undefined ? {} : { startWord };
}

function isOurName(name: string, channel: ConnectorChannel): boolean {
  return name === '' || name.toLowerCase() === channel.credentials.username?.toLowerCase();
}

/** In a group: named by @username or by a link to the bot, spoken to by a command, or replied to. */
function isAddressed(message: TelegramMessage, channel: ConnectorChannel): boolean {
  const reply = message.reply_to_message;
  const isReplyToBot = String(reply?.from?.id) === channel.identity && reply?.forum_topic_created === undefined;
  if (isReplyToBot) return true;
  const text = message.text ?? message.caption ?? '';
  return [...message.entities, ...message.caption_entities].some(({ type, offset, length, user }) => {
    const words = text.slice(offset, offset + length);
    if (type === 'mention') return words.length > 1 && isOurName(words.slice(1), channel);
    if (type === 'bot_command') return isOurName(words.split('@')[1] ?? '', channel);
    return type === 'text_mention' && String(user?.id) === channel.identity;
  });
}

function readReply({ reply_to_message: reply, quote }: TelegramMessage): { messageId: string; text: string } | null {
  if (!reply || reply.forum_topic_created !== undefined) return null;
  return { messageId: String(reply.message_id), text: quote?.text ?? reply.text ?? reply.caption ?? '' };
}

function readAttachments(message: TelegramMessage): InboundAttachment[] {
  const { photo, voice, audio, video, video_note, animation, document, sticker } = message;
  const largest = photo?.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
  if (largest) return [describeFile('image', largest)];
  if (voice) return [describeFile('voice', voice)];
  if (audio) return [describeFile('audio', audio)];
  // An animation comes with the same file as its document.
  const film = video ?? video_note ?? animation;
  if (film) return [describeFile('video', film)];
  if (document) return [describeFile('document', document)];
  if (sticker) return [describeSticker(sticker)];
  return readCards(message);
}

function describeFile(type: InboundAttachment['type'], file: TelegramFile): InboundAttachment {
  return {
    type,
    vendorRef: file.file_id,
    contentType: file.mime_type ?? null,
    name: file.file_name ?? null,
    size: file.file_size ?? null,
    caption: null,
  };
}

/** A moving sticker has a format of the platform's own: its still picture is shown, or the emoji alone. */
function describeSticker(sticker: NonNullable<TelegramMessage['sticker']>): InboundAttachment {
  const isMoving = sticker.is_animated === true || sticker.is_video === true;
  const picture = isMoving ? sticker.thumbnail : sticker;
  return {
    type: 'sticker',
    vendorRef: picture?.file_id ?? null,
    contentType: null,
    name: null,
    size: picture?.file_size ?? null,
    caption: sticker.emoji ?? null,
  };
}

function readCards({ venue, location, contact }: TelegramMessage): InboundAttachment[] {
  const place = venue?.location ?? location;
  const noFile = { vendorRef: null, contentType: null, size: null };
  if (place) {
    const name = [venue?.title, venue?.address].filter(Boolean).join(', ');
    return [{ ...noFile, type: 'location', name: name || null, caption: `${place.latitude}, ${place.longitude}` }];
  }
  return contact ? [{ ...noFile, type: 'contact', name: joinName(contact), caption: contact.phone_number }] : [];
}

/** https://core.telegram.org/bots/features#deep-linking, read 2026-11-23. A group sees commands alone unless told otherwise. */
export function startWith(word: string, { credentials: { username } }: ConnectorChannel) {
  if (username === undefined) return { link: null, message: `/start ${word}` };
  return { link: `https://t.me/${username}?start=${word}`, message: `/start@${username} ${word}` };
}
