import { expect, it } from 'vitest';
import { askForProfile, askingFew, type ProfileJob } from './load-profile.ts';

const personOf = (at: number): ProfileJob => ({
  accountId: 'account',
  channelId: 'channel',
  chatId: `${at}`,
  senderId: `${at}`,
});

it('risk: fifty nameless customers write at once, and asking for their names takes all connections', async () => {
  const seen = { now: 0, most: 0, asked: new Set<string>() };
  const waiting: (() => void)[] = [];
  const jobs = askingFew({
    enqueue: async ({ chatId }) => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      await new Promise<void>((resolve) => waiting.push(resolve));
      seen.now -= 1;
      seen.asked.add(chatId);
      return chatId;
    },
  });
  const all = Promise.all(Array.from({ length: 50 }, (_, at) => askForProfile(jobs, personOf(at))));
  while (seen.asked.size < 50) {
    await new Promise((resolve) => setImmediate(resolve));
    waiting.shift()?.();
  }
  await all;
  expect(seen.most).toBe(2);
});
