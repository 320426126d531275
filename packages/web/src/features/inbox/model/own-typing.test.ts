import { expect, it } from 'vitest';
import { isOwnTyping } from './own-typing.ts';

it.each([
  { userId: 'anna', me: 'anna', isOwn: true },
  { userId: 'oleg', me: 'anna', isOwn: false },
  { userId: null, me: 'anna', isOwn: false },
  { userId: 'anna', me: undefined, isOwn: false },
])('$userId types, $me reads: own $isOwn', ({ userId, me, isOwn }) => {
  expect(isOwnTyping({ userId }, me)).toBe(isOwn);
});
