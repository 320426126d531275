import { type FoundPassage, stemWord } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import { isAmong, isSubject } from './alike-words.ts';
import { isCommon } from './misses-subject.ts';
import { wordsToSay } from './say-passage.ts';

/**
 * «диван Осло» stands in two rows of a price list, «доставка бесплатная?» is answered by the town and by other regions: pieces of
 * files as near as the best one that say all that is asked, in other words. Whoever hears one of them alone hears half of it.
 */
export function findEquals(question: string, best: FoundPassage, passages: readonly FoundPassage[]): FoundPassage[] {
  const asked = wordsOf(question).filter((word) => isSubject(word) && !isCommon(word));
  if (best.kind === 'qa' || asked.length === 0) return [];
  const said = new Set([wordsToSay(best)]);
  return passages.filter((passage) => {
    // Only pieces as near as the best one are quoted.
    if (passage.id === best.id || passage.kind === 'qa' || passage.quote === undefined) return false;
    const words = wordsToSay(passage);
    if (said.has(words)) return false;
    said.add(words);
    const stems = wordsOf(`${passage.heading ?? ''} ${words}`).map(stemWord);
    return asked.every((word) => isAmong(word, stems));
  });
}
