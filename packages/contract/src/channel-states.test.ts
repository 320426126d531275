import { expect, it } from 'vitest';
import { channelStates, stateOfChannel, stateOfReason } from './channel-states.ts';

it.each([
  [null, 'active'],
  ['token_revoked', 'inactive'],
  ['account_blocked', 'inactive'],
  ['no_rights', 'needs_permission'],
  ['right_photos_missing', 'needs_permission'],
  ['plan_restricted', 'subscription_needed'],
  ['webhook_conflict', 'webhook_taken'],
  ['poller_conflict', 'webhook_taken'],
  ['a reason of a later build', 'inactive'],
  ['constructor', 'inactive'],
] as const)('a connected channel with the reason %s is %s', (reason, state) => {
  expect(stateOfReason(reason)).toBe(state);
});

it('unlinking ends everything, and connecting comes before what the platform says', () => {
  const broken = { inactiveReason: 'no_rights' };
  expect(stateOfChannel({ ...broken, isUnlinked: true, isConnecting: true })).toBe('not_connected');
  expect(stateOfChannel({ ...broken, isUnlinked: false, isConnecting: true })).toBe('connecting');
  expect(stateOfChannel({ ...broken, isUnlinked: false, isConnecting: false })).toBe('needs_permission');
});

it('every state can be reached', () => {
  const reasons = [null, 'token_revoked', 'no_rights', 'plan_restricted', 'webhook_conflict'];
  const reached = [true, false].flatMap((isUnlinked) =>
    [true, false].flatMap((isConnecting) =>
      reasons.map((inactiveReason) => stateOfChannel({ isUnlinked, isConnecting, inactiveReason })),
    ),
  );
  expect(new Set(reached)).toEqual(new Set(channelStates));
});
