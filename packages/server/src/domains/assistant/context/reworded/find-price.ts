import { isPriceWord, type Retrieval, statesPrice, stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../alike-words.ts';
import { findBest } from '../ask-which.ts';
import { pricesThing } from '../prices-thing.ts';
import { isAboutThing } from '../rows/is-about-thing.ts';
import { listRows } from '../rows/list-rows.ts';
import { wordsToSay } from '../say-passage.ts';

/** «сборка сколько?» */
const LAST = /(?<!\p{L})ск[оа]л?ь?к[оа]?[?!.\s]*$/iu;
/** They join, or ask: a list of prices has none of them. */
const empty = new Set(
  'а и но ну and but so how what whats is are does do would will the a an of for your you please tell me'.split(' '),
);

/**
 * «сколько стоит подъём на лифте» has three words that no passage has to have: where the search is not sure, what the price is
 * asked of is searched for by itself. Taken only where the words that would be given state a price, and the passage knows all that is asked.
 */
export async function findPrice(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  if (!wantsPrice(question) && !LAST.test(question)) return undefined;
  const thing = wordsOf(question).filter((word) => !isPriceWord(word) && !empty.has(word));
  if (!thing.some(isSubject)) return undefined;
  const retrieval = await search(thing.join(' '));
  const best = findBest(retrieval);
  const isPriced = best !== undefined && statesPrice(wordsToSay(best)) && pricesThing(question, best);
  if (best === undefined || !isPriced) return findRows(question, { thing, retrieval });
  const known = wordsOf(`${best.title} ${best.text}`).map(stemWord);
  if (!thing.every((word) => !isSubject(word) || isAmong(word, known))) return undefined;
  return best.kind !== 'qa' || isOfPair(thing, best) ? retrieval : undefined;
}

/** A pair or a text about the thing stands before its price: the rows of a price list that are of it and nothing else. */
function findRows(
  question: string,
  { thing, retrieval }: { thing: readonly string[]; retrieval: Retrieval },
): Retrieval | undefined {
  const asked = thing.filter(isSubject);
  for (const passage of retrieval.passages) {
    const rows = passage.kind === 'qa' ? [] : listRows(passage.text);
    const own = rows.filter(({ name, line, words }) => {
      const stems = words.map(stemWord);
      return statesPrice(line) && asked.every((word) => isAmong(word, stems)) && isAboutThing(name, question, asked);
    });
    if (own.length === 0) continue;
    const quoted = { ...passage, quote: own.map(({ line }) => line).join('\n') };
    const passages = [quoted, ...retrieval.passages.filter(({ id }) => id !== passage.id)];
    return { ...retrieval, passages, decision: { kind: 'answer', id: passage.id } };
  }
  return undefined;
}

/** The answer of a pair may name the price of another thing in passing: it has to ask of this one, or to begin with it. */
function isOfPair(thing: readonly string[], { title, text }: { title: string; text: string }): boolean {
  const named = [...wordsOf(title), ...wordsOf(text).slice(0, 1)].map(stemWord);
  return thing.some((word) => isSubject(word) && isAmong(word, named));
}
