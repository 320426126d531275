import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createAttemptLimits } from './attempt-limits.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

it('risk: a clock that was a day ahead locks people out for a day', async () => {
  const clock = createTestClock();
  const limits = createAttemptLimits({ pool: database.pool, clock });
  const attempt = { rule: 'forgot.pair', subject: 'anna@shop.example', ip: '203.0.113.5' } as const;
  clock.jump(DAY_MS);
  for (let number = 0; number < 5; number += 1) await limits.require([attempt]);
  await expect(limits.require([attempt])).rejects.toMatchObject({ code: 'request.rate_limited' });
  clock.jump(-DAY_MS);
  for (let number = 0; number < 5; number += 1) await limits.require([attempt]);
  await expect(limits.require([attempt])).rejects.toMatchObject({ code: 'request.rate_limited', retryAfter: 3600 });
});
