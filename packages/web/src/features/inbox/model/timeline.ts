import type { Message } from '@otvet/contract';

/** A row of the conversation. */
export type TimelineRow =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: Message; isFirstOfAuthor: boolean };

const GROUP_GAP_MS = 5 * 60_000;

/** Rows of a conversation: days between messages, and the mark before the first message that was unread at opening. */
export function buildTimeline(messages: readonly Message[], firstUnreadId: string | null): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let previous: Message | undefined;
  for (const message of messages) {
    const at = new Date(message.createdAt);
    const day = at.toDateString();
    const isNewDay = previous === undefined || new Date(previous.createdAt).toDateString() !== day;
    if (isNewDay) rows.push({ kind: 'day', key: `day-${day}`, at });
    if (message.id === firstUnreadId) rows.push({ kind: 'new', key: 'new' });
    rows.push({
      kind: 'message',
      key: message.id,
      message,
      isFirstOfAuthor: isNewDay || !isSameRun(previous, message),
    });
    previous = message;
  }
  return rows;
}

function isSameRun(previous: Message | undefined, message: Message): boolean {
  if (previous === undefined || previous.author !== message.author) return false;
  if (previous.authorName !== message.authorName || message.author === 'assistant') return false;
  return new Date(message.createdAt).getTime() - new Date(previous.createdAt).getTime() < GROUP_GAP_MS;
}

/** The customer's message from which on everything was unread; null when all was read. */
export function findFirstUnread(messages: readonly Message[], unreadCount: number): string | null {
  if (unreadCount <= 0) return null;
  const incoming = messages.filter((message) => message.author === 'customer');
  return incoming.at(-Math.min(unreadCount, incoming.length))?.id ?? null;
}
