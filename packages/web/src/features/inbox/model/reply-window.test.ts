import { describeChannel, offeredChannelTypes } from '@otvet/contract/values';
import { expect, it } from 'vitest';
import { closedAfter, readReplyWindow, readWindowEnd, windowEndsKey, windowHours } from './reply-window.ts';

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

it('the window of a person ends when the longer of its times is over', () => {
  const chat = { customerAt: CUSTOMER_AT };
  expect(readWindowEnd(chat, { hours: 24, personHours: null })).toEqual(at(24));
  expect(readWindowEnd(chat, { hours: 24, personHours: 168 })).toEqual(at(168));
  expect(readWindowEnd(chat, null)).toBeNull();
});

it('without a window, or before the customer wrote, there is nothing to say', () => {
  expect(read(1000, null)).toBeNull();
  const never = { customerAt: null };
  expect(readReplyWindow({ chat: never, window: { hours: 24, personHours: null }, now: at(0) })).toBeNull();
});

it('the time is that of whoever wrote', () => {
  const window = { hours: 24, personHours: 168 };
  expect(windowHours({ author: 'operator' }, window)).toBe(168);
  expect(windowHours({ author: 'assistant' }, window)).toBe(24);
  expect(windowHours({ author: 'operator' }, null)).toBeNull();
});

it('an answer of the assistant that came too late says how long a person may write', () => {
  const { window } = describeChannel('instagram');
  expect(closedAfter({ author: 'assistant' }, window)).toEqual({ hours: 24, personHours: 168 });
  expect(closedAfter({ author: 'operator' }, window)).toEqual({ hours: 168, personHours: null });
  expect(closedAfter({ author: 'assistant' }, describeChannel('whatsapp').window)).toEqual({
    hours: 24,
    personHours: null,
  });
  expect(closedAfter({ author: 'assistant' }, null)).toBeNull();
});

it('both official ways to WhatsApp tell of templates while the time runs out', () => {
  const telling = offeredChannelTypes.filter(
    (type) => windowEndsKey(describeChannel(type)) === 'dialogs.window_ends_template',
  );
  expect(telling).toEqual(['whatsapp', 'whatsapp-360dialog']);
});
