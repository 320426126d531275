import { type FoundPassage, type Retrieval, stemWord } from '../../../knowledge/index.ts';
import { statesDuration, withoutHowLong } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { findBest } from '../questions/ask-which.ts';
import { wordsToSay } from '../say-passage.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';

/**
 * «сколько времени занимает покраска шкафа» has words that no row of a table has to have: where the search is not sure, what is
 * asked of is searched for by itself. Taken only where the words that would be given say how long something takes, and know it.
 */
export async function findHowLong(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  const thing = wordsOf(withoutHowLong(question) ?? '').filter(isSubject);
  if (thing.length === 0) return undefined;
  const retrieval = await search(thing.join(' '));
  const best = findBest(retrieval);
  return best !== undefined && statesDuration(wordsToSay(best)) && isOf(best, thing) ? retrieval : undefined;
}

/** The answer of a pair may name another thing in passing: it has to ask of this one. */
function isOf({ kind, title, text }: FoundPassage, thing: readonly string[]): boolean {
  const known = wordsOf(kind === 'qa' ? title : `${title} ${text}`).map(stemWord);
  return thing.every((word) => isAmong(word, known));
}
