import { z } from 'zod';
import { type BotApiError, badRequest, forbidden } from '../errors.ts';
import type { ChatMessage } from '../ledger.ts';
import type { Message, MessageContent } from '../types.ts';
import { type Conversation, findConversation, nowSeconds } from '../world.ts';
import type { MethodContext } from './method.ts';

const CALLBACK_DATA_BYTES = 64;

type SendParams = {
  chat_id: number | string;
  reply_parameters?: { message_id: number; allow_sending_without_reply?: boolean | undefined } | undefined;
  reply_markup?: Record<string, unknown> | undefined;
};

/** Puts a message of the bot into a chat and returns what the API answers. */
export function postMessage(context: MethodContext, post: { params: SendParams; content: MessageContent }): Message {
  const { world, bot } = context;
  const conversation = openConversation(context, post.params.chat_id);
  const reply = findReply(conversation, post.params.reply_parameters);
  checkButtons(post.params.reply_markup);
  const keyboard = readKeyboard(post.params.reply_markup);
  const message: Message = {
    message_id: bot.nextMessageId,
    from: bot.user,
    chat: conversation.chat,
    date: nowSeconds(world),
    ...post.content,
  };
  if (reply !== undefined) message.reply_to_message = { ...reply.message, reply_to_message: undefined };
  if (post.params.reply_markup?.inline_keyboard !== undefined) message.reply_markup = post.params.reply_markup;
  bot.nextMessageId += 1;
  recordMessage(context, { conversation, message, keyboard });
  return message;
}

/** The chat, if the bot may write into it now. */
export function openConversation(context: MethodContext, chatId: number | string): Conversation {
  const conversation =
    typeof chatId === 'number' ? findConversation(context.world, { token: context.bot.token, chatId }) : undefined;
  if (conversation === undefined) throw refuseStranger(context, chatId);
  switch (conversation.state) {
    case 'open':
      return conversation;
    case 'not-started':
      throw forbidden("bot can't initiate conversation with a user");
    case 'blocked':
      throw forbidden('bot was blocked by the user');
    case 'deactivated':
      throw forbidden('user is deactivated');
    case 'kicked':
      throw forbidden(`bot was kicked from the ${conversation.chat.type} chat`);
    case 'left':
      throw forbidden(`bot is not a member of the ${conversation.chat.type} chat`);
    case 'migrated':
      throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: conversation.migratedTo });
  }
}

/** A message of the chat that was not deleted. */
export function findMessage(conversation: Conversation, messageId: number): ChatMessage | undefined {
  return conversation.messages.find((entry) => entry.message.message_id === messageId && !entry.isDeleted);
}

/** A person the platform knows, but who never wrote to this bot, cannot be written to first. */
function refuseStranger(context: MethodContext, chatId: number | string): BotApiError {
  const isKnownPerson = typeof chatId === 'number' && context.world.users.has(chatId);
  return isKnownPerson ? forbidden("bot can't initiate conversation with a user") : badRequest('chat not found');
}

function recordMessage(
  context: MethodContext,
  news: { conversation: Conversation; message: Message; keyboard: string[][] | undefined },
): void {
  const entry: ChatMessage = { token: context.bot.token, author: 'bot', message: news.message, isDeleted: false };
  if (news.keyboard !== undefined) entry.keyboard = news.keyboard;
  news.conversation.messages.push(entry);
  context.world.ledger.messages.push(entry);
  context.world.events.emit({ type: 'message', message: entry });
}

function findReply(conversation: Conversation, reply: SendParams['reply_parameters']): ChatMessage | undefined {
  if (reply === undefined) return undefined;
  const original = findMessage(conversation, reply.message_id);
  if (original === undefined && reply.allow_sending_without_reply !== true)
    throw badRequest('message to be replied not found');
  return original;
}

const MAX_KEYS = 300;
const replyKeyboard = z.array(z.array(z.union([z.string(), z.looseObject({ text: z.string() })])).min(1)).min(1);

/** What the keys of a reply keyboard say: a wrong one fails the whole message. */
function readKeyboard(markup: Record<string, unknown> | undefined): string[][] | undefined {
  if (markup?.keyboard === undefined) return undefined;
  const rows = replyKeyboard.safeParse(markup.keyboard);
  if (!rows.success) throw badRequest("can't parse keyboard button");
  const keys = rows.data.map((row) => row.map((key) => (typeof key === 'string' ? key : key.text)));
  if (keys.flat().some((text) => text.trim() === '')) throw badRequest('keyboard button text must be non-empty');
  if (keys.flat().length > MAX_KEYS) throw badRequest('reply markup is too long');
  return keys;
}

const inlineKeyboard = z.array(
  z.array(z.looseObject({ text: z.string(), url: z.string().optional(), callback_data: z.string().optional() })),
);

/** One wrong button fails the whole message. */
export function checkButtons(markup: Record<string, unknown> | undefined): void {
  if (markup?.inline_keyboard === undefined) return;
  const rows = inlineKeyboard.safeParse(markup.inline_keyboard);
  if (!rows.success) throw badRequest("can't parse inline keyboard button");
  for (const button of rows.data.flat()) {
    if (button.text.trim() === '') throw badRequest('inline keyboard button text must be non-empty');
    if (button.callback_data !== undefined && Buffer.byteLength(button.callback_data) > CALLBACK_DATA_BYTES) {
      throw badRequest('BUTTON_DATA_INVALID');
    }
    if (button.url !== undefined && !/^(https?|tg):\/\/\S+$/i.test(button.url)) {
      throw badRequest(`inline keyboard button URL '${button.url}' is invalid: Wrong HTTP URL`);
    }
  }
}
