import { limits } from '@otvet/contract';
import { expect, it } from 'vitest';
import { requireFewEvents } from './bound-events.ts';

const events = (count: number, payload: unknown) =>
  Array.from({ length: count }, (_, at) => ({ eventId: String(at), payload }));
const tooLarge = expect.objectContaining({ code: 'request.too_large' });

it('risk: a real batch is lost', () => {
  expect(() => requireFewEvents(events(1000, { text: 'x'.repeat(1500) }))).not.toThrow();
  expect(() => requireFewEvents(events(1, { text: 'x'.repeat(3 * limits.webhookBytes) }))).not.toThrow();
  expect(() => requireFewEvents([])).not.toThrow();
});

it('risk: one request is stored a thousand times over', () => {
  expect(() => requireFewEvents(events(2001, {}))).toThrow(tooLarge);
  expect(() => requireFewEvents(events(300, { junk: 'x'.repeat(1_000_000) }))).toThrow(tooLarge);
});
