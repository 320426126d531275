import type { z } from 'zod';
import { tell } from './deliver.ts';
import { sendRefusal, VkError, wrongParameter } from './errors.ts';
import { forwardSchema, keyboardSchema, type Request } from './schemas.ts';
import {
  type Conversation,
  GROUP_CHATS_FROM,
  nowSeconds,
  type VkAttachment,
  type VkMessage,
  type World,
} from './world.ts';

const MAX_TEXT = 4096;
const MAX_ATTACHMENTS = 10;
const REMEMBERED_MS = 3_600_000;
const REMEMBERED_MESSAGES = 100;

export const messageMethods = {
  'messages.send': (world: World, request: Request<'messages.send'>) => {
    requireMessages(world);
    const peerId = Number(request.peer_ids);
    const content = readContent(world, request);
    const conversation = world.conversations.get(peerId);
    const refusal = conversation ? conversation.refusal : 901;
    const nothing = { peer_id: peerId, message_id: 0, conversation_message_id: 0 };
    if (!conversation || refusal !== undefined) return [{ ...nothing, error: sendRefusal(refusal ?? 901) }];
    const sent = findRepeat(world, conversation, request.random_id) ?? post(world, { conversation, request, content });
    return [{ peer_id: peerId, message_id: sent.id, conversation_message_id: sent.conversation_message_id }];
  },
  'messages.setActivity': (world: World, { peer_id }: Request<'messages.setActivity'>) => {
    requireMessages(world);
    if (!world.conversations.has(peer_id)) throw new VkError(1021, 'No conversation with this user');
    return 1;
  },
  'messages.getByConversationMessageId': (
    world: World,
    { peer_id, conversation_message_ids: cmid }: Request<'messages.getByConversationMessageId'>,
  ) => {
    requireMessages(world);
    const items = world.conversations
      .get(peer_id)
      ?.messages.filter(({ conversation_message_id }) => conversation_message_id === Number(cmid));
    return { count: items?.length ?? 0, items: signAnew(world, items ?? []) };
  },
  'messages.getConversationsById': (world: World, { peer_ids }: Request<'messages.getConversationsById'>) => {
    requireMessages(world);
    const found = world.conversations.get(Number(peer_ids));
    const items = found ? [{ peer: { id: found.peerId }, chat_settings: { title: found.title } }] : [];
    return { count: items.length, items, profiles: [], groups: [] };
  },
};

/** Addresses of files are signed whenever a message is shown. */
function signAnew(world: World, items: VkMessage[]): unknown {
  const links = new RegExp(`(?<="${world.url}/media/[^"?]*)(?:\\?[^"]*)?(?=")`, 'g');
  return JSON.parse(JSON.stringify(items).replace(links, () => `?signature=${world.newId()}`));
}

function requireMessages({ permissions }: World): void {
  if (!permissions.has('messages')) throw new VkError(15, 'Access denied: no access to messages');
}

type Content = { attachments: VkAttachment[]; reply: VkMessage | undefined; keyboard: unknown };

function readContent(world: World, request: Request<'messages.send'>): Content {
  const { message = '', attachment = '' } = request;
  if (message.length > MAX_TEXT) throw new VkError(914, 'Message is too long');
  if (message === '' && attachment === '') throw wrongParameter('message is empty or invalid');
  const keyboard = readJson(request.keyboard, keyboardSchema, new VkError(911, 'Keyboard format is invalid'));
  const forward = readJson(request.forward, forwardSchema, wrongParameter('forward'));
  const reply = forward && findMessage(world, forward);
  const names = attachment === '' ? [] : attachment.split(',');
  if (names.length > MAX_ATTACHMENTS) throw wrongParameter('too many attachments');
  const attachments = names.map((name) => {
    const saved = world.uploads.saved.get(name);
    if (!saved) throw wrongParameter(`attachment ${name}`);
    return saved;
  });
  return { attachments, reply, keyboard };
}

function readJson<Schema extends z.ZodType>(
  text: string | undefined,
  schema: Schema,
  refusal: VkError,
): z.output<Schema> | undefined {
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw refusal;
  }
}

function findMessage(world: World, forward: z.output<typeof forwardSchema>): VkMessage {
  const [cmid] = forward.conversation_message_ids;
  const found = world.conversations
    .get(forward.peer_id)
    ?.messages.find(({ conversation_message_id }) => conversation_message_id === cmid);
  if (!found) throw new VkError(921, "Can't forward these messages");
  return found;
}

/** The same number within an hour, among the last hundred messages of the dialog, is the same message; 0 is none. */
function findRepeat(world: World, { messages }: Conversation, randomId: number): VkMessage | undefined {
  if (randomId === 0) return undefined;
  const since = (world.now() - REMEMBERED_MS) / 1000;
  return messages
    .slice(-REMEMBERED_MESSAGES)
    .find(({ out, random_id, date }) => out === 1 && random_id === randomId && date >= since);
}

type Posted = { conversation: Conversation; request: Request<'messages.send'>; content: Content };

function post(world: World, { conversation, request, content }: Posted): VkMessage {
  const message = addMessage(world, conversation, {
    from_id: -world.groupId,
    out: 1,
    random_id: request.random_id,
    text: request.message ?? '',
    attachments: content.attachments,
    ...(content.reply && { reply_message: content.reply }),
    ...(content.keyboard !== undefined && { keyboard: content.keyboard }),
  });
  tell(world, 'message_reply', message);
  return message;
}

type Written = Pick<VkMessage, 'from_id' | 'out' | 'text'> & Partial<VkMessage>;

/** Puts a message at the end of a conversation; in a chat of several people it has no id of its own. */
export function addMessage(world: World, conversation: Conversation, written: Written): VkMessage {
  const message: VkMessage = {
    id: conversation.peerId > GROUP_CHATS_FROM ? 0 : world.newId(),
    conversation_message_id: conversation.messages.length + 1,
    date: nowSeconds(world),
    peer_id: conversation.peerId,
    random_id: 0,
    version: 10_003,
    attachments: [],
    fwd_messages: [],
    ...written,
  };
  conversation.messages.push(message);
  world.news.emit('message');
  return message;
}
