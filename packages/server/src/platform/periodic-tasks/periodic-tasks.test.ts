import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createLog } from '../log/logger.ts';
import { startPeriodicTasks } from './periodic-tasks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Lets runs that have begun come to their end. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(everyMs: number) {
  const clock = createTestClock();
  const state = { runs: 0 };
  const work = async () => {
    state.runs += 1;
  };
  const tasks = startPeriodicTasks({
    tasks: [{ name: 'test.work', everyMs, work }],
    clock,
    log: createLog({ level: 'silent' }),
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  return { state, pass, stop: tasks.stop };
}

it('a process that is restarted every day runs what is due once a day', async () => {
  let runs = 0;
  for (let day = 0; day < 5; day += 1) {
    const { state, pass, stop } = start(DAY_MS);
    await pass(10 * MINUTE_MS);
    await pass(23 * HOUR_MS);
    await stop();
    runs += state.runs;
  }
  expect(runs).toBe(5);
});

it('one that stays runs it once a day', async () => {
  const { state, pass, stop } = start(DAY_MS);
  for (let hour = 0; hour < 24 * 7; hour += 1) await pass(HOUR_MS);
  await stop();
  expect(state.runs).toBe(7);
});

it('what is due every second does not wait for its first run', async () => {
  const { state, pass, stop } = start(1000);
  for (let second = 0; second < 3; second += 1) await pass(1000);
  await stop();
  expect(state.runs).toBe(3);
});
