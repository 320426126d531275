import type { ChatMessage } from '../ledger.ts';
import type { Chat, ChatMember, Message, MessageContent, User } from '../types.ts';
import { emitUpdate } from '../updates.ts';
import {
  type Bot,
  type Conversation,
  findConversation,
  nowSeconds,
  openConversation,
  requireBot,
  type World,
} from '../world.ts';
import type { ChatInput } from './customer-input.ts';
import { chatSchema } from './customer-input.ts';
import { openPrivateChat } from './people.ts';

/** A person blocks or unblocks the bot: `my_chat_member` tells the bot. Returns the update's id. */
export function setBlocked(
  world: World,
  change: { token: string; userId: number; isBlocked: boolean },
): number | undefined {
  const bot = requireBot(world, change.token);
  const user = world.users.get(change.userId);
  if (user === undefined) throw new Error(`Nobody with the id ${change.userId} has written yet.`);
  const conversation = openPrivateChat(world, { token: change.token, user });
  conversation.state = change.isBlocked ? 'blocked' : 'open';
  const [before, after] = change.isBlocked ? (['member', 'kicked'] as const) : (['kicked', 'member'] as const);
  return sendMembershipUpdate(world, { bot, conversation, by: user, before, after });
}

/** Somebody adds the bot to a group. */
export function addToGroup(world: World, change: { token: string; chat: ChatInput; by: User }): number[] {
  const bot = requireBot(world, change.token);
  const chat: Chat = chatSchema.parse(change.chat);
  if (chat.id >= 0 || chat.type === 'private')
    throw new Error('A group has a negative id and the type group or supergroup.');
  const conversation = openConversation(world, { token: bot.token, chat });
  conversation.state = 'open';
  const membership = sendMembershipUpdate(world, { bot, conversation, by: change.by, before: 'left', after: 'member' });
  const service = sendServiceMessage(world, {
    bot,
    conversation,
    by: change.by,
    content: { new_chat_members: [bot.user] },
  });
  return [membership, service].filter((id) => id !== undefined);
}

/** Somebody throws the bot out of a group. */
export function removeFromGroup(world: World, change: { token: string; chatId: number; by: User }): number | undefined {
  const bot = requireBot(world, change.token);
  const conversation = requireConversation(world, change);
  conversation.state = 'kicked';
  return sendMembershipUpdate(world, { bot, conversation, by: change.by, before: 'member', after: 'kicked' });
}

/** A group becomes a supergroup with another id; both chats announce it. Returns the new id. */
export function upgradeGroup(world: World, change: { token: string; chatId: number; by: User }): number {
  const bot = requireBot(world, change.token);
  const old = requireConversation(world, change);
  const newId = change.chatId - 1_000_000_000_000;
  const chat: Chat = { ...old.chat, id: newId, type: 'supergroup' };
  const upgraded = openConversation(world, { token: bot.token, chat });
  upgraded.state = 'open';
  sendServiceMessage(world, { bot, conversation: old, by: change.by, content: { migrate_to_chat_id: newId } });
  sendServiceMessage(world, {
    bot,
    conversation: upgraded,
    by: change.by,
    content: { migrate_from_chat_id: change.chatId },
  });
  old.state = 'migrated';
  old.migratedTo = newId;
  return newId;
}

function requireConversation(world: World, key: { token: string; chatId: number }): Conversation {
  const conversation = findConversation(world, key);
  if (conversation === undefined) throw new Error(`The bot is in no chat ${key.chatId}.`);
  return conversation;
}

function sendMembershipUpdate(
  world: World,
  change: {
    bot: Bot;
    conversation: Conversation;
    by: User;
    before: ChatMember['status'];
    after: ChatMember['status'];
  },
): number | undefined {
  const { bot, conversation, by } = change;
  const update = emitUpdate(world, {
    bot,
    lane: String(conversation.chat.id),
    content: {
      my_chat_member: {
        chat: conversation.chat,
        from: by,
        date: nowSeconds(world),
        old_chat_member: describeMember(bot.user, change.before),
        new_chat_member: describeMember(bot.user, change.after),
      },
    },
  });
  return update?.update_id;
}

function describeMember(user: User, status: ChatMember['status']): ChatMember {
  return status === 'kicked' ? { status, user, until_date: 0 } : { status, user };
}

function sendServiceMessage(
  world: World,
  news: { bot: Bot; conversation: Conversation; by: User; content: MessageContent },
): number | undefined {
  const { bot, conversation, by } = news;
  const message: Message = {
    message_id: bot.nextMessageId,
    from: by,
    chat: conversation.chat,
    date: nowSeconds(world),
    ...news.content,
  };
  bot.nextMessageId += 1;
  const entry: ChatMessage = { token: bot.token, author: 'service', message, isDeleted: false };
  conversation.messages.push(entry);
  world.ledger.messages.push(entry);
  world.events.emit({ type: 'message', message: entry });
  return emitUpdate(world, { bot, lane: String(conversation.chat.id), content: { message } })?.update_id;
}
