import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { rememberChecks } from './remember-checks.ts';

const account = { title: 'Shop', accountName: 'shop_bot', profileUrl: null, foreignWebhook: null, identity: '1' };
const asked = { accountId: 'A', type: 'courier', values: { token: '1' } };

function start(answer: () => Promise<typeof account> = async () => account) {
  const clock = createTestClock();
  let calls = 0;
  const check = rememberChecks({ clock }, () => {
    calls += 1;
    return answer();
  });
  return { clock, check, countCalls: () => calls };
}

it('200 checks of one token in a second ask the platform once; another token or account asks anew', async () => {
  const { check, clock, countCalls } = start();
  await Promise.all(Array.from({ length: 200 }, () => check(asked)));
  expect(countCalls()).toBe(1);
  await check({ ...asked, values: { token: '2' } });
  await check({ ...asked, accountId: 'B' });
  expect(countCalls()).toBe(3);
  clock.advance(10_000);
  await check(asked);
  expect(countCalls()).toBe(4);
});

it('a refusal is remembered, a platform that could not be reached is asked again', async () => {
  const refused = start(async () => Promise.reject(new AppError('channels.token_invalid')));
  await expect(refused.check(asked)).rejects.toThrow('channels.token_invalid');
  await expect(refused.check(asked)).rejects.toThrow('channels.token_invalid');
  expect(refused.countCalls()).toBe(1);
  const lost = start(async () => Promise.reject(new AppError('channels.vendor_unreachable')));
  await expect(lost.check(asked)).rejects.toThrow();
  await expect(lost.check(asked)).rejects.toThrow();
  expect(lost.countCalls()).toBe(2);
});
