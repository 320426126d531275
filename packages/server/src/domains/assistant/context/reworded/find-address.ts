import type { Retrieval } from '../../../knowledge/index.ts';
import { findBest } from '../ask-which.ts';
import { wordsToSay } from '../say-passage.ts';
import { addressIn, asksAddress } from './states-address.ts';

const MAX_CHOICES = 3;
const cyrillic = /[а-я]/iu;
const russian = ['адрес', 'где мы находимся', 'как нас найти', 'контакты', 'мы на улице'];
const english = ['address', 'where we are', 'how to find us', 'contacts', 'we are located'];

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
      return said === undefined ? [] : [passage.kind === 'qa' ? passage : { ...passage, quote: said }];
    });
    const pairs = found.filter(({ kind }) => kind === 'qa');
    // Each address once, wherever it is said.
    const addresses = new Map((pairs.length > 0 ? pairs : found).map((passage) => [wordsToSay(passage), passage]));
    const [first, ...more] = addresses.values();
    if (first === undefined) continue;
    const ids = [first, ...more].map(({ id }) => id);
    return {
      ...retrieval,
      passages: [first, ...more, ...retrieval.passages.filter(({ id }) => !ids.includes(id))],
      // Two towns, or a shop and an office: which is meant is asked.
      decision:
        more.length > 0 ? { kind: 'clarify', ids: ids.slice(0, MAX_CHOICES) } : { kind: 'answer', id: first.id },
    };
  }
  return undefined;
}
