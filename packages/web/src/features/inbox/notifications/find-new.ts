import type { Chat } from '@otvet/contract';

/** How far the messages of each dialog have been told of: the time of the last one, and how many were unread. */
export type Told = Record<string, { at: string; unread: number }>;

const MAX_KEPT = 100;

export type Fresh = { fresh: Chat[]; told: Told };

/** Dialogs in which customers wrote something that nobody was told of, and what is told of then. Dialogs come newest first. */
export function findNew({ chats, told, since }: { chats: readonly Chat[]; told: Told; since: Told }): Fresh {
  const isNew = ({ uniqueId, unreadCount, lastMessageDate, lastAuthor, banned }: Chat) => {
    if (unreadCount === 0 || banned) return false;
    const known = [told[uniqueId], since[uniqueId]].filter((one) => one !== undefined);
    return known.every(({ at, unread }) => lastMessageDate > at && (unreadCount > unread || lastAuthor === 'customer'));
  };
  const seen = Object.fromEntries(chats.map((chat) => [chat.uniqueId, markOf(chat)]));
  const older = Object.entries(told).filter(([id]) => seen[id] === undefined);
  const kept = [...Object.entries(seen), ...older].slice(0, MAX_KEPT);
  return { fresh: chats.filter(isNew), told: Object.fromEntries(kept) };
}

const markOf = ({ lastMessageDate, unreadCount }: Chat) => ({ at: lastMessageDate, unread: unreadCount });

/** What stands when the window opens: told of already. */
export function toldOf(chats: readonly Chat[]): Told {
  return Object.fromEntries(chats.map((chat) => [chat.uniqueId, markOf(chat)]));
}
