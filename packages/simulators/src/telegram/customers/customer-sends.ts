import type { ChatMessage } from '../ledger.ts';
import { findMessage } from '../methods/post-message.ts';
import type { Message, MessageContent, UpdateContent, User } from '../types.ts';
import { emitUpdate } from '../updates.ts';
import { type Bot, type Conversation, nowSeconds, requireBot, type World } from '../world.ts';
import { buildCustomerContents } from './customer-content.ts';
import { type CustomerActionInput, customerActionSchema } from './customer-input.ts';
import { setBlocked } from './membership.ts';
import { findPlace, rememberPerson } from './people.ts';

/** Update ids are empty where the bot is not told: privacy mode of groups, unwanted kinds. */
export type CustomerSent = { updateIds: number[]; messages: Message[]; callbackId?: string };
type Scene = { bot: Bot; conversation: Conversation; user: User };

/** A customer writes, edits or presses a button; the bot is told through its webhook or queue. */
export function customerSends(world: World, input: CustomerActionInput): CustomerSent {
  const action = customerActionSchema.parse(input);
  const bot = requireBot(world, action.token);
  const user = rememberPerson(world, action.from);
  const conversation = findPlace(world, { token: action.token, user, chat: action.chat });
  const scene = { bot, conversation, user };
  if (conversation.state === 'blocked') setBlocked(world, { token: bot.token, userId: user.id, isBlocked: false });
  if (conversation.state === 'not-started') conversation.state = 'open';
  if (action.edited !== undefined) return editMessage(world, { ...scene, edit: action.edited });
  if (action.callback !== undefined) return pressButton(world, { ...scene, press: action.callback });
  const replied = action.replyTo === undefined ? undefined : requireMessage(conversation, action.replyTo);
  const sent: CustomerSent = { updateIds: [], messages: [] };
  for (const content of buildCustomerContents(world, action)) {
    const message = writeMessage(world, { ...scene, content, replied });
    sent.messages.push(message);
    if (!isVisibleToBot(scene, message)) continue;
    const update = sendUpdate(world, { ...scene, content: { message } });
    if (update !== undefined) sent.updateIds.push(update);
  }
  return sent;
}

function sendUpdate(world: World, news: Scene & { content: UpdateContent }): number | undefined {
  const lane = String(news.conversation.chat.id);
  return emitUpdate(world, { bot: news.bot, lane, content: news.content })?.update_id;
}

function writeMessage(
  world: World,
  news: Scene & { content: MessageContent; replied: ChatMessage | undefined },
): Message {
  const { bot, conversation, user } = news;
  const message: Message = {
    message_id: bot.nextMessageId,
    from: user,
    chat: conversation.chat,
    date: nowSeconds(world),
    ...news.content,
  };
  if (news.replied !== undefined) message.reply_to_message = { ...news.replied.message, reply_to_message: undefined };
  bot.nextMessageId += 1;
  const entry: ChatMessage = { token: bot.token, author: 'customer', message, isDeleted: false };
  conversation.messages.push(entry);
  world.ledger.messages.push(entry);
  world.events.emit({ type: 'message', message: entry });
  return message;
}

function editMessage(world: World, news: Scene & { edit: { messageId: number; text: string } }): CustomerSent {
  const entry = requireMessage(news.conversation, news.edit.messageId);
  const field = entry.message.text === undefined ? 'caption' : 'text';
  Object.assign(entry.message, { [field]: news.edit.text, edit_date: nowSeconds(world) });
  world.events.emit({ type: 'edited', message: entry });
  const updateId = sendUpdate(world, { ...news, content: { edited_message: entry.message } });
  return { updateIds: updateId === undefined ? [] : [updateId], messages: [entry.message] };
}

function pressButton(world: World, news: Scene & { press: { messageId: number; data: string } }): CustomerSent {
  const { message } = requireMessage(news.conversation, news.press.messageId);
  const id = `${news.user.id}${news.bot.callbacks.size + 1}`;
  news.bot.callbacks.set(id, { at: world.now(), isAnswered: false });
  const updateId = sendUpdate(world, {
    ...news,
    content: {
      callback_query: {
        id,
        from: news.user,
        message,
        chat_instance: String(news.conversation.chat.id),
        data: news.press.data,
      },
    },
  });
  return { updateIds: updateId === undefined ? [] : [updateId], messages: [message], callbackId: id };
}

function requireMessage(conversation: Conversation, messageId: number): ChatMessage {
  const entry = findMessage(conversation, messageId);
  if (entry === undefined) throw new Error(`The chat ${conversation.chat.id} has no message ${messageId}.`);
  return entry;
}

/** Privacy mode: in groups a bot sees commands, replies to it and mentions of it, unless it may read all. */
function isVisibleToBot({ bot, conversation }: Scene, message: Message): boolean {
  if (conversation.chat.type === 'private') return true;
  if (conversation.state !== 'open') return false;
  if (bot.canReadAllGroupMessages) return true;
  const words = message.text ?? message.caption ?? '';
  const isReply = message.reply_to_message?.from?.id === bot.user.id;
  return isReply || words.startsWith('/') || words.includes(`@${bot.user.username}`);
}
