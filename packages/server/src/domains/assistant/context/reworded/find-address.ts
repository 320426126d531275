import type { Retrieval } from '../../../knowledge/index.ts';
import { findBest } from '../questions/ask-which.ts';
import { giveEach, sayIn } from './give.ts';
import { addressIn, asksAddress } from './states-address.ts';

const cyrillic = /[а-я]/iu;
const russian = ['адрес', 'где мы находимся', 'как нас найти', 'контакты', 'мы на улице', 'ул пр пер офис этаж'];
const english = [
  'address',
  'where we are',
  'how to find us',
  'contacts',
  'we are located',
  'street road row lane avenue floor',
];

/**
 * «где вы?» has no word that a page of contacts has to have: the address is searched for by what such pages are called, and all
 * of it is given, where a piece of a file has two.
 */
export async function findAddress(
  question: string,
  { plain, search }: { plain: Retrieval; search: (query: string) => Promise<Retrieval> },
): Promise<Retrieval | undefined> {
  if (!asksAddress(question) || findBest(plain)?.kind === 'qa') return undefined;
  const names = cyrillic.test(question) ? [...russian, ...english] : [...english, ...russian];
  for (const name of names) {
    const retrieval = await search(name);
    const found = retrieval.passages.flatMap((passage) => {
      const said = addressIn(passage, question);
      return said === undefined ? [] : [sayIn(passage, said)];
    });
    const given = giveEach(retrieval, found);
    if (given !== undefined) return given;
  }
  return undefined;
}
