import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { sleep } from '../../../platform/time/clock.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import type { Embedder } from './port.ts';
import { createQueryVectors } from './query-vectors.ts';

const SLOW_MS = 1000;
const QUERY_MS = 700;
const FIRST_PAUSE_MS = 5000;

function open() {
  const clock = createTestClock();
  const vectors = createQueryVectors({ clock, log: createLog({ level: 'silent' }) });
  let calls = 0;
  let answerMs = SLOW_MS;
  const embedder: Embedder = {
    name: 'slow',
    async embed() {
      calls += 1;
      await sleep({ clock, ms: answerMs });
      return [Float32Array.of(1)];
    },
  };
  return {
    calls: () => calls,
    answerAfter(ms: number) {
      answerMs = ms;
    },
    ask: (question: string) => vectors.of(embedder, question),
    /** All that was waiting goes on. */
    async pass(ms: number) {
      clock.advance(ms);
      await nextTurn();
    },
  };
}

it('risk: an embedder that answers too late costs every question the whole wait', async () => {
  const { ask, calls, pass } = open();
  const first = ask('где вы');
  await pass(QUERY_MS);
  expect(await first).toBeUndefined();
  await pass(SLOW_MS - QUERY_MS);
  const next = ask('когда вы работаете');
  expect(calls()).toBe(1);
  expect(await next).toBeUndefined();
});

it('risk: questions that wait at the same time lengthen the pause, each once more', async () => {
  const { ask, calls, pass } = open();
  const asked = ['где', 'когда', 'почём'].map(ask);
  await pass(QUERY_MS);
  expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined]);
  await pass(FIRST_PAUSE_MS - 1);
  expect(await ask('кто')).toBeUndefined();
  expect(calls()).toBe(3);
  await pass(1);
  const again = ask('кто');
  expect(calls()).toBe(4);
  await pass(QUERY_MS);
  expect(await again).toBeUndefined();
  // The second failure in a row doubles it.
  await pass(2 * FIRST_PAUSE_MS - 1);
  expect(await ask('что')).toBeUndefined();
  expect(calls()).toBe(4);
});

it('a vector that comes in time ends the row of failures; one that is kept does not', async () => {
  const { ask, answerAfter, calls, pass } = open();
  const failed = ask('где');
  await pass(SLOW_MS);
  expect(await failed).toBeUndefined();
  await pass(FIRST_PAUSE_MS);
  // It came late, and is there for whoever asks the same: that says nothing of the next question.
  expect(await ask('где')).toBeDefined();
  const slow = ask('кто');
  await pass(SLOW_MS);
  expect(await slow).toBeUndefined();
  await pass(FIRST_PAUSE_MS);
  expect(await ask('почём')).toBeUndefined();
  await pass(FIRST_PAUSE_MS);
  answerAfter(QUERY_MS - 1);
  const quick = ask('почём');
  await pass(QUERY_MS - 1);
  expect(await quick).toBeDefined();
  answerAfter(SLOW_MS);
  const late = ask('зачем');
  await pass(SLOW_MS);
  expect(await late).toBeUndefined();
  await pass(FIRST_PAUSE_MS);
  const before = calls();
  void ask('что');
  expect(calls()).toBe(before + 1);
});
