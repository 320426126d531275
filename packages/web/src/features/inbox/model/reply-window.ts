import type { Chat } from '@otvet/contract';
import type { ChannelDescriptor } from '@otvet/contract/values';

const HOUR_MS = 3_600_000;
/** Nobody needs to hurry before. */
const SHOWN_MS = 3 * HOUR_MS;

/** Until when the platform takes what a person writes. `null`: nothing to say. */
export type ReplyWindow = { isClosed: true; hours: number } | { isClosed: false; until: Date };

export function readReplyWindow({
  chat,
  window,
  now,
}: {
  chat: Pick<Chat, 'customerAt'>;
  window: ChannelDescriptor['window'];
  now: Date;
}): ReplyWindow | null {
  if (window === null || chat.customerAt === null) return null;
  const hours = window.personHours ?? window.hours;
  const until = new Date(Date.parse(chat.customerAt) + hours * HOUR_MS);
  if (until <= now) return { isClosed: true, hours };
  return until.getTime() - now.getTime() <= SHOWN_MS ? { isClosed: false, until } : null;
}
