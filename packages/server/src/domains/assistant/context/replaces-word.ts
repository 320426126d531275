import { type FoundPassage, relatedStems, stemImportance, stemWord } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import { isAmong, isSubject } from './alike-words.ts';

const prepositions = new Set(
  'в во на по до из к ко для от с со у через in to into for from with at by via through'.split(' '),
);

/**
 * One word stands where the pair has another one, in whatever letters: «магазин в уфе» beside «магазин в Самаре», "size 44" beside
 * "size 42". All else that the pair asks is asked; both words stand behind prepositions, or behind the same word; neither
 * has words that mean about the same, and the pair's answer does not know the new one.
 */
export function replacesWord(question: string, { title, text }: Pick<FoundPassage, 'title' | 'text'>): boolean {
  const asked = wordsOf(question);
  const own = wordsOf(title);
  const known = [...own, ...wordsOf(text)].map(stemWord);
  const askedStems = asked.map(stemWord);
  const isShared = own.some((word) => isSubject(word) && isAmong(word, askedStems));
  const replaced = only(own.filter((word) => isSubject(word) && !isAmong(word, askedStems)));
  const replacing = only(asked.filter((word) => isSubject(word) && !isAmong(word, known)));
  if (!isShared || replaced === undefined || replacing === undefined) return false;
  if (hasRelated(replaced) || hasRelated(replacing)) return false;
  const [before, ownBefore] = [wordBefore(asked, replacing), wordBefore(own, replaced)];
  if (prepositions.has(before) && prepositions.has(ownBefore)) return true;
  return before !== '' && stemImportance(stemWord(before)) === 1 && stemWord(before) === stemWord(ownBefore);
}

/** The one word of a list, said once or often. */
function only(words: string[]): string | undefined {
  return new Set(words).size === 1 ? words[0] : undefined;
}

const hasRelated = (word: string): boolean => [...relatedStems(stemWord(word))].length > 0;

const wordBefore = (words: string[], word: string): string => words[words.indexOf(word) - 1] ?? '';
