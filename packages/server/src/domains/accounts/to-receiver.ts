import type { Member } from './store.ts';

/** To whom a mail about his account goes. */
export function toReceiver({ accountId, email, locale, isConfirmed }: Omit<Member, 'userId' | 'name'>) {
  return { accountId, to: email, locale, isConfirmed };
}
