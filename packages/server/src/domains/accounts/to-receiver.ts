import type { Member } from './store.ts';

/** To whom a mail about his account goes. */
export function toReceiver({ accountId, email, locale, isConfirmed }: Member) {
  return { accountId, to: email, locale, isConfirmed };
}
