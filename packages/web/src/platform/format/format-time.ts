import type { Locale } from '@otvet/contract';
import { translate } from '../texts/texts.ts';

const DAY_MS = 86_400_000;

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Whole days between two dates of the reader's calendar. */
export function daysBetween(earlier: Date, later: Date): number {
  return Math.round((startOfDay(later) - startOfDay(earlier)) / DAY_MS);
}

/** `14:32`. */
export function formatClock(at: Date, locale: Locale): string {
  return at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `14:32` today, `вчера`, `12 мая`, `12.05.2024`. */
export function formatMoment({ at, now, locale }: { at: Date; now: Date; locale: Locale }): string {
  const days = daysBetween(at, now);
  if (days <= 0) return formatClock(at, locale);
  if (days === 1) return translate('shell.yesterday');
  if (at.getFullYear() === now.getFullYear()) return at.toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  return at.toLocaleDateString(locale, { day: '2-digit', month: '2-digit', year: 'numeric' });
}

/** A point in time after a word such as "since": `14:32` today, `20 нояб., 14:32`. */
export function formatPoint({ at, now, locale }: { at: Date; now: Date; locale: Locale }): string {
  if (daysBetween(at, now) === 0) return formatClock(at, locale);
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return at.toLocaleString(locale, parts);
}

/** `сегодня в 14:32`, `вчера в 14:32`, `20 нояб. в 14:32`, `20 нояб. 2025 г. в 14:32`. */
export function formatDayAndClock({ at, now, locale }: { at: Date; now: Date; locale: Locale }): string {
  const days = daysBetween(at, now);
  const isThisYear = at.getFullYear() === now.getFullYear();
  const day =
    days === 0 || days === 1
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
      : at.toLocaleDateString(locale, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
  return translate('shell.day_at', { day, time: formatClock(at, locale) });
}

/** Title of a day in a conversation. */
export function formatDay({ at, now, locale }: { at: Date; now: Date; locale: Locale }): string {
  const days = daysBetween(at, now);
  if (days === 0) return translate('shell.today');
  if (days === 1) return translate('shell.yesterday_title');
  return formatDate({ at, now, locale });
}

/** `5 марта`, `5 марта 2020 г.`. */
export function formatDate({ at, now, locale }: { at: Date; now: Date; locale: Locale }): string {
  const isThisYear = at.getFullYear() === now.getFullYear();
  return at.toLocaleDateString(locale, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** How long somebody waits: `6 мин`, `2 ч`, `3 дн`. */
export function formatWait(since: Date, now: Date): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 60) return translate('shell.minutes', { value: minutes });
  if (minutes < 60 * 24) return translate('shell.hours', { value: Math.floor(minutes / 60) });
  return translate('shell.days', { value: Math.floor(minutes / 60 / 24) });
}

/** How long until then: `20 с` in the last minute, `5 мин` before it; null when it is there. */
export function formatUntil(at: Date, now: Date): string | null {
  const seconds = Math.ceil((at.getTime() - now.getTime()) / 1000);
  if (seconds <= 0) return null;
  if (seconds < 60) return translate('shell.seconds', { value: seconds });
  return translate('shell.minutes', { value: Math.ceil(seconds / 60) });
}

/** `0,4 с`, `12 с`, `< 0,1 с`. */
export function formatSeconds(ms: number, locale: Locale): string {
  const digits = ms < 10_000 ? 1 : 0;
  const value = (Math.max(ms, 100) / 1000).toLocaleString(locale, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  });
  return translate(ms < 100 ? 'shell.seconds_less' : 'shell.seconds', { value });
}

/** `1,2 МБ`. */
export function formatSize(bytes: number, locale: Locale): string {
  if (bytes >= 1_000_000_000) {
    const value = (bytes / 1_000_000_000).toLocaleString(locale, { maximumFractionDigits: 1 });
    return translate('shell.gigabytes', { value });
  }
  const isMega = bytes >= 1_000_000;
  const value = (isMega ? bytes / 1_000_000 : Math.max(Math.min(bytes, 1), bytes / 1000)).toLocaleString(locale, {
    maximumFractionDigits: isMega ? 1 : 0,
  });
  return translate(isMega ? 'shell.megabytes' : 'shell.kilobytes', { value });
}
