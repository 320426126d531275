import type { Chat, Message } from '@otvet/contract';
import type { ChannelDescriptor } from '@otvet/contract/values';

const HOUR_MS = 3_600_000;
/** Nobody needs to hurry before. */
const SHOWN_MS = 3 * HOUR_MS;

/** Until when the platform takes what a person writes. `null`: nothing to say. */
export type ReplyWindow = { isClosed: true; hours: number } | { isClosed: false; until: Date };

type OwnMessage = Pick<Message, 'author'>;

/** For how long after the customer wrote the platform takes what this author writes; null: for ever. */
export function windowHours({ author }: OwnMessage, window: ChannelDescriptor['window']): number | null {
  return window && (author === 'operator' ? (window.personHours ?? window.hours) : window.hours);
}

/**
 * For how long the platform would have taken a message that came too late; `personHours`: a person may write for longer
 * than its author. Null: for ever.
 */
export function closedAfter(
  message: OwnMessage,
  window: ChannelDescriptor['window'],
): { hours: number; personHours: number | null } | null {
  const hours = windowHours(message, window);
  if (window === null || hours === null) return null;
  return { hours, personHours: message.author === 'operator' ? null : window.personHours };
}

/** What is left once free words are over: approved templates, where the platform has them. */
export function windowEndsKey({ hasTemplates }: Pick<ChannelDescriptor, 'hasTemplates'>) {
  return hasTemplates === true ? ('dialogs.window_ends_template' as const) : ('dialogs.window_ends' as const);
}

type CustomerTime = Pick<Chat, 'customerAt'>;

const personTime = ({ hours, personHours }: NonNullable<ChannelDescriptor['window']>) => personHours ?? hours;

/** Until when the platform takes what a person writes in this dialog; null: for ever. */
export function readWindowEnd({ customerAt }: CustomerTime, window: ChannelDescriptor['window']): Date | null {
  if (window === null || customerAt === null) return null;
  return new Date(Date.parse(customerAt) + personTime(window) * HOUR_MS);
}

export function readReplyWindow({
  chat,
  window,
  now,
}: {
  chat: CustomerTime;
  window: ChannelDescriptor['window'];
  now: Date;
}): ReplyWindow | null {
  const until = readWindowEnd(chat, window);
  if (window === null || until === null) return null;
  if (until <= now) return { isClosed: true, hours: personTime(window) };
  return until.getTime() - now.getTime() <= SHOWN_MS ? { isClosed: false, until } : null;
}
