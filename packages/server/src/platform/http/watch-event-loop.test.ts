import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { createReadiness } from './readiness.ts';
import { measureLoopDelay, watchEventLoop } from './watch-event-loop.ts';

const quiet = { maxMs: 25, meanMs: 21 };

it('a server that stood still is not ready, until it has run well for two windows', async () => {
  const clock = createTestClock();
  let measured = quiet;
  const check = watchEventLoop({ clock, measure: () => measured });
  const ready = createReadiness({
    checks: [{ name: 'event loop', check }],
    clock,
    log: createLog({ level: 'silent' }),
  });
  expect(await ready()).toEqual({});
  measured = { maxMs: 27_000, meanMs: 900 };
  clock.advance(2000);
  measured = quiet;
  expect(await ready()).toEqual({ 'event loop': 'late by 27000 ms' });
  clock.advance(2000);
  clock.advance(2000);
  expect(await ready()).toEqual({});
});

it('a stall shows at once, and being late all the time counts too', async () => {
  const clock = createTestClock();
  let measured = quiet;
  const check = watchEventLoop({ clock, measure: () => measured });
  measured = { maxMs: 1600, meanMs: 30 };
  await expect(check()).rejects.toThrow('late by 1600 ms');
  measured = quiet;
  clock.advance(2000);
  clock.advance(2000);
  await check();
  measured = { maxMs: 700, meanMs: 600 };
  await expect(check()).rejects.toThrow('late');
});

it('measures a loop that really stands still, also when it was asked just before', () => {
  const measure = measureLoopDelay(systemClock);
  measure();
  const until = performance.now() + 400;
  while (performance.now() < until);
  expect(measure().maxMs).toBeGreaterThan(200);
  expect(measure().maxMs).toBeGreaterThan(200);
});
