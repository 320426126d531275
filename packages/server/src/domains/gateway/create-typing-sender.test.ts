import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createTypingSender } from './create-typing-sender.ts';

describe('typing on a platform', () => {
  it('is shown once per chat and four seconds, however often our browsers repeat it', async () => {
    const clock = createTestClock();
    const shown: string[] = [];
    const send = createTypingSender({ clock, show: async ({ chatId }) => void shown.push(chatId) });
    for (let signal = 0; signal < 10; signal += 1) {
      await send({ channelId: 'a', chatId: '1' });
      await send({ channelId: 'a', chatId: '2' });
      clock.advance(700);
    }
    expect(shown).toEqual(['1', '2', '1', '2']);
  });
});
