import type { Chat, Locale, Message } from '@otvet/contract';
import type { ChannelDescriptor } from '@otvet/contract/values';

const HOUR_MS = 3_600_000;
/** Nobody needs to hurry before. */
const SHOWN_MS = 3 * HOUR_MS;

/** Until when the platform takes what a person writes. `null`: nothing to say. */
export type ReplyWindow = { isClosed: true; hours: number } | { isClosed: false; until: Date };

/** Whole days as days, else hours, in words: `7 days`, `24 hours`. */
export function formatHours(hours: number, locale: Locale): string {
  const isDays = hours > 24 && hours % 24 === 0;
  const value = isDays ? hours / 24 : hours;
  return value.toLocaleString(locale, { style: 'unit', unit: isDays ? 'day' : 'hour', unitDisplay: 'long' });
}

type OwnMessage = Pick<Message, 'author'>;

/** For how long after the customer wrote the platform takes what this author writes; null: for ever. */
export function windowHours({ author }: OwnMessage, window: ChannelDescriptor['window']): number | null {
  return window && (author === 'operator' ? (window.personHours ?? window.hours) : window.hours);
}

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
