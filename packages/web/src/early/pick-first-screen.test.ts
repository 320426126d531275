import { expect, it } from 'vitest';
import { isInbox, pickFirstScreen } from './pick-first-screen.ts';

it('the first chunk is that of the screen where the visit ends up', () => {
  const pick = (path: string, isSignedIn: boolean) => pickFirstScreen({ path, isSignedIn });
  expect(['/', '/app/inbox/', '/app/settings/', '/nowhere/'].map((path) => pick(path, true))).toEqual(
    Array(4).fill('inbox'),
  );
  expect(['/', '/app/inbox/', '/signin', '/signin/'].map((path) => pick(path, false))).toEqual(
    Array(4).fill('sign-in'),
  );
  expect(
    ['/signup/', '/privacy', '/signinas/x/', '/app/settings/', '/nowhere/'].map((path) => pick(path, false)),
  ).toEqual(Array(5).fill('sign'));
  expect(['/signin', '/signup/', '/reset-password/abc/', '/signinas/x/'].map((path) => pick(path, true))).toEqual(
    Array(4).fill('sign'),
  );
  expect(pick('/signing-board/', true)).toBe('inbox');
});

it('the inbox is where a visit without another aim ends up', () => {
  expect(['/', '/app', '/app/', '/app/inbox', '/app/inbox/', '/app/dashboard/'].every(isInbox)).toBe(true);
  expect(['/app/channels/', '/app/inboxes/', '/privacy/'].some(isInbox)).toBe(false);
});
