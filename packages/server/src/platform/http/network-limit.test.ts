import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createRates } from '../rates/index.ts';
import { limitNetworks } from './network-limit.ts';

const rules = { calls: { capacity: 10, perMinute: 10 } } as const;

function build(part?: string) {
  const clock = createTestClock();
  const rates = createRates(clock, rules);
  return { clock, rates, limit: limitNetworks(rates('calls'), { part }) };
}

/** The `at`-th network (/64) of one block of 65,536 (/48). */
const ofBlock = (at: number) => `2001:db8:1:${at.toString(16)}::1`;

it('a free block of IPv6 networks buys four times the bound, whatever is counted by network', () => {
  const { limit } = build();
  let passed = 0;
  for (let at = 0; at < 65_536; at += 64) if (limit.take(ofBlock(at)) === 0) passed += 1;
  expect(passed).toBe(40);
  expect(limit.check('2001:db8:2::1')).toBe(0);
  expect(limit.check('203.0.113.7')).toBe(0);
});

it('a full block uses up none of the networks in it', () => {
  const { limit, clock } = build();
  for (let at = 0; at < 40; at += 1) limit.take(ofBlock(at * 256));
  for (let tries = 0; tries < 100; tries += 1) expect(() => limit.require(ofBlock(60_000))).toThrow('rate_limited');
  // A minute gives the block forty more; the network that was refused has all of its own.
  clock.advance(60_000);
  for (let sent = 0; sent < 10; sent += 1) expect(limit.take(ofBlock(60_000))).toBe(0);
  expect(limit.take(ofBlock(60_000))).toBeGreaterThan(0);
});

it('what is given back counts no more, and each part is counted apart', () => {
  const { limit, rates } = build('one account');
  for (let sent = 0; sent < 10; sent += 1) expect(limit.take(ofBlock(1))).toBe(0);
  expect(limit.take(ofBlock(1))).toBeGreaterThan(0);
  limit.giveBack(ofBlock(1));
  expect(limit.take(ofBlock(1))).toBe(0);
  expect(limitNetworks(rates('calls'), { part: 'another' }).take(ofBlock(1))).toBe(0);
});
