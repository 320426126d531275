import type { Retrieval } from '../../../knowledge/index.ts';
import { findBest } from '../ask-which.ts';
import { addressIn, asksAddress } from './states-address.ts';

const cyrillic = /[а-я]/iu;
const russian = ['адрес', 'где мы находимся', 'как нас найти', 'контакты', 'мы на улице'];
const english = ['address', 'where we are', 'how to find us', 'contacts', 'we are located'];

/**
 * «где вы?» has no word that a page of contacts has to have: the address is searched for by what such pages are called, and all
 * of it is given, where a file has two.
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
    const first = found.find(({ kind }) => kind === 'qa') ?? found[0];
    if (first === undefined) continue;
    const others = retrieval.passages.filter(({ id }) => id !== first.id);
    return { ...retrieval, passages: [first, ...others], decision: { kind: 'answer', id: first.id } };
  }
  return undefined;
}
