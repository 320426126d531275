import { expect, it } from 'vitest';
import { formatHours, readReplyWindow, windowHours } from './reply-window.ts';

const CUSTOMER_AT = '2026-11-20T12:00:00.000Z';
const at = (hours: number) => new Date(Date.parse(CUSTOMER_AT) + hours * 3_600_000);
const read = (hours: number, window: Parameters<typeof readReplyWindow>[0]['window']) =>
  readReplyWindow({ chat: { customerAt: CUSTOMER_AT }, window, now: at(hours) });

it.each([
  { hours: 1, shown: null },
  { hours: 21, shown: { isClosed: false, until: at(24) } },
  { hours: 24, shown: { isClosed: true, hours: 24 } },
])('a day after the customer wrote nobody may write: $hours h', ({ hours, shown }) => {
  expect(read(hours, { hours: 24, personHours: null })).toEqual(shown);
});

it('a person may write for longer, where the platform lets him', () => {
  expect(read(30, { hours: 24, personHours: 168 })).toBeNull();
  expect(read(168, { hours: 24, personHours: 168 })).toEqual({ isClosed: true, hours: 168 });
});

it('without a window, or before the customer wrote, there is nothing to say', () => {
  expect(read(1000, null)).toBeNull();
  const never = { customerAt: null };
  expect(readReplyWindow({ chat: never, window: { hours: 24, personHours: null }, now: at(0) })).toBeNull();
});

it('a week is seven days, a day is its hours', () => {
  expect([168, 24, 48].map((hours) => formatHours(hours, 'ru'))).toEqual(['7 дней', '24 часа', '2 дня']);
  expect(formatHours(168, 'en')).toBe('7 days');
});

it('the time is that of whoever wrote', () => {
  const window = { hours: 24, personHours: 168 };
  expect(windowHours({ author: 'operator' }, window)).toBe(168);
  expect(windowHours({ author: 'assistant' }, window)).toBe(24);
  expect(windowHours({ author: 'operator' }, null)).toBeNull();
});
