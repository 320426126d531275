import { expect, it } from 'vitest';
import { fixTextOf } from './fix-of.ts';

const broken = (type: string, inactiveReason: string) => fixTextOf({ type, inactiveReason });

it('risk: a channel without a login is to be connected by one', () => {
  expect(broken('telegram', 'token_revoked')).toBe('channels.fix.replace_details');
  expect(broken('avito', 'token_revoked')).toBe('channels.fix.replace');
});

it('anything else that helps has its own words', () => {
  expect(broken('telegram', 'webhook_conflict')).toBe('channels.fix.take_back');
  expect(fixTextOf({ type: 'telegram', inactiveReason: null })).toBe('channels.fix.check');
});
