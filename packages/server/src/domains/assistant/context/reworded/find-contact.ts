import type { Retrieval } from '../../../knowledge/index.ts';
import { findBest } from '../questions/ask-which.ts';
import { giveEach, sayIn } from './give.ts';
import { type Contact, contactIn, readContactAsked } from './states-contact.ts';

const NAMES: Record<Contact, readonly string[]> = {
  phone: [
    'телефон',
    'тел',
    'звоните',
    'контакты',
    'phone',
    'call us',
    'contacts',
    'desk reception администратор ресепшн',
  ],
  email: ['почта', 'email', 'e-mail', 'контакты', 'contacts'],
  any: ['контакты', 'телефон', 'почта', 'contacts', 'phone', 'email'],
};

/**
 * «как вам позвонить?» has no word that a line with a phone has to have: phones and addresses of mail are searched for by what
 * they are called, and taken where a passage has one.
 */
export async function findContact(
  question: string,
  { plain, search }: { plain: Retrieval; search: (query: string) => Promise<Retrieval> },
): Promise<Retrieval | undefined> {
  const asked = readContactAsked(question);
  if (asked === undefined || findBest(plain)?.kind === 'qa') return undefined;
  for (const name of NAMES[asked.contact]) {
    const retrieval = await search([...asked.of, name].join(' '));
    const found = retrieval.passages.flatMap((passage) => {
      const said = contactIn(passage, asked);
      return said === undefined ? [] : [sayIn(passage, said)];
    });
    const given = giveEach(retrieval, found);
    if (given !== undefined) return given;
  }
  return undefined;
}
