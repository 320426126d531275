import type { ChatTurn } from '../turns/chat-turns.ts';
import { contactsOf, idsOf } from './contacts.ts';

export const contactsAndIdsOf = (text: string): string[] => [...contactsOf(text), ...idsOf(text)];

/** What the business told to two customers, or in two dialogs, is its own: anything else may be of one of them. */
export function collectOwn(turns: readonly ChatTurn[], business: ReadonlySet<string>): ReadonlySet<string> {
  const toldTo = new Map<string, Set<string>>();
  const customers = new Map<string | undefined, string>();
  for (const { speaker, dialog, lines } of turns) {
    if (!business.has(speaker)) customers.set(dialog, speaker);
    const customer = customers.get(dialog);
    if (!business.has(speaker) || customer === undefined) continue;
    for (const contact of lines.flatMap(contactsAndIdsOf)) {
      const known = toldTo.get(contact) ?? new Set();
      toldTo.set(contact, known.add(JSON.stringify([dialog, customer])));
    }
  }
  return new Set([...toldTo].flatMap(([contact, { size }]) => (size > 1 ? [contact] : [])));
}
