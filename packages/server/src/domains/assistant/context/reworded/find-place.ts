import { type Retrieval, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../alike-words.ts';
import { findBest } from '../ask-which.ts';
import { isCommon } from '../misses-subject.ts';
import { wordsToSay } from '../say-passage.ts';

const WHERE = /(?<!\p{L})(?:где|where)(?!\p{L})/iu;
/** What is one's own is not the business's to find. */
const OWN = /(?<!\p{L})(?:мо[йяеи]|моё|my)(?!\p{L})/iu;
/** «Склад — Заводская, 12», «на втором этаже». */
const PLACE =
  /(?<!\p{L})(?:ул\.|улиц\p{L}*|просп\p{L}*|переул\p{L}*|шоссе|этаж\p{L}*|вход\p{L}*|двор\p{L}*|рядом|напротив|корпус\p{L}*|здани\p{L}*|кабинет\p{L}*|метро|street|road|floor|entrance|next to|opposite|behind|yard|building)(?!\p{L})|\p{Lu}\p{Ll}+,? \p{N}/u;
const MAX_WORDS = 6;

/**
 * «где ваш склад» has one word of the passage that says where it is: where the search is not sure, the thing is searched for by
 * itself. Taken only where a sentence that would be given has it, and names a place.
 */
export async function findPlace(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  const words = wordsOf(question);
  const thing = words.filter((word) => isSubject(word) && !isCommon(word));
  if (!WHERE.test(question) || OWN.test(question) || thing.length === 0 || words.length > MAX_WORDS) return undefined;
  const retrieval = await search(thing.join(' '));
  const best = findBest(retrieval);
  const sentences = best === undefined ? [] : wordsToSay(best).split(/\n|(?<=[.!?])\s/u);
  const isSaid = sentences.some((sentence) => {
    const stems = wordsOf(sentence).map(stemWord);
    return PLACE.test(sentence) && thing.every((word) => isAmong(word, stems));
  });
  return isSaid ? retrieval : undefined;
}
