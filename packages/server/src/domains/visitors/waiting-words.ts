import type { Locale } from '@otvet/contract';
import { serverTexts } from '../../platform/texts/texts.ts';
import type { VisitorDeps } from './deps.ts';
import { keepForMinute } from './keep-for-minute.ts';

/** How soon a person answers a visitor who was promised one. */
export type WaitingWords = (visitor: { accountId: string; channelId: string; locale: Locale }) => Promise<string>;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const minutes = [2, 3, 5, 10, 15, 20, 30, 45];
const hours = [2, 3, 4, 6, 8, 12];

/** The figure of a channel is read once in a minute, however many visitors wait. */
export function createWaitingWords(
  deps: Pick<VisitorDeps, 'clock'> & {
    log: Pick<VisitorDeps['log'], 'warn'>;
    dialogs: Pick<VisitorDeps['dialogs'], 'typicalWaitSeconds'>;
  },
): WaitingWords {
  const read = keepForMinute({
    clock: deps.clock,
    keyOf: ({ accountId, channelId }: { accountId: string; channelId: string }) => `${accountId}/${channelId}`,
    read: ({ accountId, channelId }) => deps.dialogs.typicalWaitSeconds({ accountId, channelId }),
    onFailure: (error, { channelId }) => {
      // The message itself is worth more than the words about the wait.
      deps.log.warn({ err: error, channelId }, 'the usual wait of a channel could not be read');
      return undefined;
    },
  });

  return async (visitor) => sayWait(await read(visitor), visitor.locale);
}

/** Pure: rounded up to what people say; more than a day, or nothing known, is no promise of a time. */
export function sayWait(seconds: number | undefined, locale: Locale): string {
  if (seconds === undefined || seconds > DAY_SECONDS) return serverTexts(locale, 'assistant.wait.unknown');
  if (seconds <= MINUTE_SECONDS) return serverTexts(locale, 'assistant.wait.minute');
  const minute = minutes.find((count) => seconds <= count * MINUTE_SECONDS);
  if (minute !== undefined) return serverTexts(locale, 'assistant.wait.minutes', { count: String(minute) });
  if (seconds <= HOUR_SECONDS) return serverTexts(locale, 'assistant.wait.hour');
  const hour = hours.find((count) => seconds <= count * HOUR_SECONDS);
  if (hour !== undefined) return serverTexts(locale, 'assistant.wait.hours', { count: String(hour) });
  return serverTexts(locale, 'assistant.wait.day');
}
