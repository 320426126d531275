import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createTypingPasser } from './pass-typing.ts';

const CHANNEL = '00000000-0000-4000-8000-000000000001';
const real = (chat: number) => `${chat}_${CHANNEL}`;
const anna = { accountId: 'A', userId: 'anna', role: 'owner' } as const;

function start() {
  const clock = createTestClock();
  const seen = { looked: 0, noted: 0, left: 0 };
  const pass = createTypingPasser({
    clock,
    accounts: { nameOf: async () => 'Анна' },
    hasDialog: async ({ accountId, chatId }) => {
      seen.looked += 1;
      return accountId === 'A' && Number(chatId) < 100;
    },
    dialogs: {
      noteTyping: () => {
        seen.noted += 1;
      },
    },
    sendTyping: async () => {
      seen.left += 1;
    },
  });
  return { clock, seen, pass };
}

it('a person who may answer is seen typing, with one look at the dialog each five seconds', async () => {
  const { clock, seen, pass } = start();
  for (let signal = 0; signal < 20; signal += 1) {
    await pass({ user: anna, uniqueId: real(1) });
    clock.advance(600);
  }
  expect(seen).toEqual({ looked: 3, noted: 20, left: 20 });
});

it('2,960 signals for chats that do not exist, or of another account, leave nothing', async () => {
  const { clock, seen, pass } = start();
  for (let signal = 0; signal < 2960; signal += 1) {
    await pass({ user: anna, uniqueId: real(1000 + signal) });
    await pass({ user: { ...anna, userId: 'boris', accountId: 'B' }, uniqueId: real(1) });
    if (signal % 10 === 0) clock.advance(1);
  }
  expect(seen.noted + seen.left).toBe(0);
  expect(seen.looked).toBeLessThan(20);
});

it('who may not answer is not even looked up', async () => {
  const { seen, pass } = start();
  await pass({ user: { ...anna, role: 'manager_read_and_write' }, uniqueId: real(1) });
  await pass({ user: anna, uniqueId: 'no dialog' });
  expect(seen).toEqual({ looked: 0, noted: 0, left: 0 });
});

it('a flood for real chats is dropped beyond what one person can type', async () => {
  const { seen, pass } = start();
  for (let signal = 0; signal < 2960; signal += 1) await pass({ user: anna, uniqueId: real(signal % 100) });
  expect(seen.noted).toBe(10);
});
