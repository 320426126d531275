import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createWaitingWords, sayWait } from './waiting-words.ts';

it.each([
  [undefined, 'Сотрудник прочитает и ответит здесь, в чате'],
  [0, 'Сотрудник обычно отвечает в течение минуты'],
  [60, 'Сотрудник обычно отвечает в течение минуты'],
  [61, 'Сотрудник обычно отвечает в течение 2 минут'],
  [6 * 60, 'Сотрудник обычно отвечает в течение 10 минут'],
  [46 * 60, 'Сотрудник обычно отвечает в течение часа'],
  [61 * 60, 'Сотрудник обычно отвечает в течение 2 часов'],
  [13 * 3600, 'Сотрудник обычно отвечает в течение дня'],
  [25 * 3600, 'Сотрудник прочитает и ответит здесь, в чате'],
])('%s seconds are never said to be less', (seconds, said) => {
  expect(sayWait(seconds, 'ru')).toBe(said);
});

it('in the language of the visitor', () => {
  expect(sayWait(6 * 60, 'en')).toBe('A colleague usually answers within 10 minutes');
});

it('a channel is asked once in a minute, each on its own, and a database that is away costs only the figure', async () => {
  const clock = createTestClock();
  const asked: string[] = [];
  const warned: unknown[] = [];
  const log = { warn: (line: unknown) => warned.push(line) };
  const state = { isDown: false };
  const typicalWaitSeconds = async ({ accountId, channelId }: { accountId: string; channelId: string }) => {
    asked.push(`${accountId}/${channelId}`);
    if (state.isDown) throw new Error('down');
    return channelId === 'slow' ? 3000 : 30;
  };
  const words = createWaitingWords({ clock, log, dialogs: { typicalWaitSeconds } });
  const ask = (accountId: string, channelId: string) => words({ accountId, channelId, locale: 'en' });
  expect(await Promise.all([ask('a', 'slow'), ask('a', 'fast'), ask('b', 'slow'), ask('a', 'slow')])).toEqual([
    'A colleague usually answers within an hour',
    'A colleague usually answers within a minute',
    'A colleague usually answers within an hour',
    'A colleague usually answers within an hour',
  ]);
  expect(asked).toEqual(['a/slow', 'a/fast', 'b/slow']);
  clock.advance(60_000);
  state.isDown = true;
  expect(await ask('a', 'slow')).toBe('A colleague will read this and answer here, in the chat');
  expect(warned).toHaveLength(1);
  state.isDown = false;
  expect(await ask('a', 'slow')).toBe('A colleague usually answers within an hour');
});
