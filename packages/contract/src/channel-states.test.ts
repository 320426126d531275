import { expect, it } from 'vitest';
import { channelStates, stateOfChannel, stateOfReason } from './channel-states.ts';
import { meaningOfReason } from './channels/channel-types.ts';

it.each([
  ['telegram', 'token_revoked', 'inactive', 'replace'],
  ['telegram', 'poller_conflict', 'webhook_taken', 'take_back'],
  ['telegram', 'webhook_conflict', 'webhook_taken', 'take_back'],
  ['facebook', 'no_rights', 'needs_permission', 'permission'],
  ['vkontakte', 'right_photos_missing', 'needs_permission', 'replace'],
  ['vkontakte', 'webhook_limit', 'inactive', 'platform'],
  ['intercom', 'plan_restricted', 'subscription_needed', 'payment'],
  ['intercom', 'sender_gone', 'inactive', 'anew'],
  ['whatsapp', 'payment_needed', 'subscription_needed', 'payment'],
  ['whatsapp', 'name_not_approved', 'inactive', 'wait'],
  ['viber', 'account_blocked', 'inactive', 'wait'],
  ['whatsapp-web', 'session_logged_out', 'inactive', 'connect'],
  ['whatsapp-web', 'session_banned', 'inactive', 'connect'],
  ['whatsapp-web', 'session_keys_damaged', 'inactive', 'connect'],
  ['whatsapp-web', 'session_unreachable', 'inactive', 'retrying'],
  ['telegram', 'fetch_failing', 'inactive', 'retrying'],
  ['whatsapp-web', 'library_missing', 'inactive', 'administrator'],
  // What another platform's reasons mean says nothing here.
  ['viber', 'payment_needed', 'inactive', 'replace'],
  ['telegram', 'a reason of a later build', 'inactive', 'replace'],
  ['a type of a later build', 'constructor', 'inactive', 'replace'],
] as const)(
  'risk: a screen of %s asks for new details although %s is repaired otherwise',
  (type, reason, state, fix) => {
    expect(meaningOfReason(type, reason)).toMatchObject({ state, fix });
  },
);

it('a channel without a reason works', () => {
  expect(stateOfReason(null)).toBe('active');
});

it('unlinking ends everything, and connecting comes before what the platform says', () => {
  const broken = { inactiveReason: 'no_rights' };
  expect(stateOfChannel({ ...broken, isUnlinked: true, isConnecting: true })).toBe('not_connected');
  expect(stateOfChannel({ ...broken, isUnlinked: false, isConnecting: true })).toBe('connecting');
  expect(stateOfChannel({ ...broken, isUnlinked: false, isConnecting: false })).toBe('needs_permission');
});

it('every state can be reached', () => {
  const reasons = { plan_restricted: { state: 'subscription_needed', fix: 'payment' } } as const;
  const given = [null, 'token_revoked', 'no_rights', 'plan_restricted', 'webhook_conflict'];
  const reached = [true, false].flatMap((isUnlinked) =>
    [true, false].flatMap((isConnecting) =>
      given.map((inactiveReason) => stateOfChannel({ isUnlinked, isConnecting, inactiveReason, reasons })),
    ),
  );
  expect(new Set(reached)).toEqual(new Set(channelStates));
});
