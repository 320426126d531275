import type { z } from 'zod';
import type { Chat, User } from '../types.ts';
import { type Conversation, findConversation, openConversation, type World } from '../world.ts';
import type { chatSchema, personSchema } from './customer-input.ts';

/** The person as the platform describes them; a new name or username replaces the old one. */
export function rememberPerson(world: World, person: z.output<typeof personSchema>): User {
  const user: User = {
    id: person.id,
    is_bot: false,
    first_name: person.firstName,
    last_name: person.lastName,
    username: person.username,
    language_code: person.languageCode,
  };
  world.users.set(user.id, user);
  return user;
}

/** The private chat of a person and a bot. */
export function openPrivateChat(world: World, meeting: { token: string; user: User }): Conversation {
  const { id, first_name, last_name, username } = meeting.user;
  const chat: Chat = { id, type: 'private', first_name, last_name, username };
  const conversation = openConversation(world, { token: meeting.token, chat });
  conversation.chat = chat;
  return conversation;
}

/** The chat that an action names: a group the bot was added to, or the private one. */
export function findPlace(
  world: World,
  place: { token: string; user: User; chat: number | z.output<typeof chatSchema> | undefined },
): Conversation {
  const { token, user, chat } = place;
  const chatId = typeof chat === 'number' ? chat : chat?.id;
  if (chatId === undefined || chatId === user.id) return openPrivateChat(world, { token, user });
  const known = findConversation(world, { token, chatId });
  if (known !== undefined) return known;
  if (typeof chat === 'object' && chat.type !== 'private') return openConversation(world, { token, chat });
  throw new Error(`The bot is in no chat ${chatId}: add it to the group first.`);
}
