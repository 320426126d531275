import { expect, it } from 'vitest';
import { givenUpAt } from './channel-trouble.ts';

it('what is written now is tried for twelve hours', () => {
  expect(givenUpAt(new Date('2026-11-20T20:00:00.000Z')).toISOString()).toBe('2026-11-21T08:00:00.000Z');
});
