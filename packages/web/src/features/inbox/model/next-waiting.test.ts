import { expect, it } from 'vitest';
import { buildChat } from '../testing/build-dialog.ts';
import { findNextWaiting } from './next-waiting.ts';

const [first, second] = [buildChat({ chatId: '1' }), buildChat({ chatId: '2' })];

it('goes to who waits longest, then down the list, and round', () => {
  const go = (selected?: string) => findNextWaiting([first, second], selected);
  expect([go(), go('elsewhere'), go(first.uniqueId), go(second.uniqueId)]).toEqual([first, first, second, first]);
  expect(findNextWaiting([], first.uniqueId)).toBeUndefined();
});
