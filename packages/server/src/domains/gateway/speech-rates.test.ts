import { beforeEach, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { speechQueue } from './hear-speech.ts';

const MINUTE_MS = 60_000;
const clock = createTestClock();
/** Why there are no words, recording by recording; `not_loaded` is said of what was let through. */
let reasons: string[] = [];
let isDown = false;
beforeEach(() => {
  reasons = [];
  isDown = false;
});

function startHearing() {
  const { handler } = speechQueue({
    clock,
    channels: { live: async () => undefined },
    files: {
      read: async () => {
        if (isDown) throw new Error('the store of files does not answer');
        return undefined;
      },
    },
    dialogs: {
      keepWords: async () => undefined,
      failWords: async (_spoken, reason) => {
        reasons.push(reason);
      },
    },
    log: { warn: () => undefined },
    transcribe: async () => ({ kind: 'failed', reason: 'unavailable', isLasting: false }),
  });
  return async (dialogId: string, attempt = 1) => {
    const place = { accountId: 'shop', channelId: 'c', chatId: dialogId, dialogId, seq: 1, attachmentId: 'a' };
    const job = { id: 'job', attempt, isLastTry: attempt === 3, signal: new AbortController().signal };
    await handler({ ...place, fileId: 'f', contentType: 'audio/ogg' }, job);
  };
}
const heard = () => reasons.filter((reason) => reason === 'not_loaded').length;

it('risk: many dialogs of one account have the host pay for any number of recordings', async () => {
  const hear = startHearing();
  for (let number = 0; number < 310; number += 1) await hear(`dialog ${number}`);
  expect([heard(), reasons.at(300)]).toEqual([300, 'too_often']);
});

it('risk: a recording counts at each try, and who asks again after a failure of the server is refused', async () => {
  const hear = startHearing();
  isDown = true;
  for (let number = 0; number < 14; number += 1)
    for (const attempt of [1, 2, 3]) await expect(hear('dialog', attempt)).rejects.toThrow('does not answer');
  isDown = false;
  for (let number = 0; number < 2; number += 1) await hear('dialog');
  expect(reasons).toEqual(['not_loaded', 'too_often']);
});

it('risk: what is refused for its account is counted in its dialog', async () => {
  const hear = startHearing();
  for (let number = 0; number < 300; number += 1) await hear(`dialog ${number}`);
  for (let number = 0; number < 20; number += 1) await hear('late');
  expect(heard()).toBe(300);
  clock.advance(MINUTE_MS);
  for (let number = 0; number < 10; number += 1) await hear('late');
  expect(heard()).toBe(310);
});
