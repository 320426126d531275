import { type FoundPassage, relatedStems, stemImportance, stemWord } from '../../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isCommon } from './misses-subject.ts';

/** Of a place where something is done or goes to. */
const placeWords = new Set('в во по до из in to into from at'.split(' '));
/** Stand between a verb and its thing and say nothing of either. */
const betweenWords = new Set(
  'ли вы у вас нас мы мне нам вам вами наш ваш ваши the a an any your my you i we'.split(' '),
);
/** A name behind a word of place, within a text: «Доставка по Казани — 350 ₽». */
const NAMED_PLACE = /(?<=\p{L}\s)(?:в|во|по|до|из|in|to|from|at)\s\p{Lu}\p{Ll}{2,}/u;

/**
 * One word stands where the pair has another one, in whatever letters: «магазин в уфе» beside «магазин в Самаре», "size 44" beside
 * "size 42", «вернуть вазу, если не подошла» beside «вернуть букет». All else that the pair asks is asked; both words stand behind
 * prepositions and have no words that mean about the same, or they stand behind the same word; the pair's answer does not know
 * the new one.
 */
export function replacesWord(question: string, { title, text }: Pick<FoundPassage, 'title' | 'text'>): boolean {
  const asked = wordsOf(question);
  const own = wordsOf(title);
  const known = [...own, ...wordsOf(text)].map(stemWord);
  const askedStems = asked.map(stemWord);
  if (!own.some((word) => isSubject(word) && isAmong(word, askedStems))) return false;
  const replacing = asked.filter((word) => isSubject(word) && !isAmong(word, known));
  const replaced = only(own.filter((word) => isSubject(word) && !isAmong(word, askedStems)));
  if (replaced === undefined) return namesOtherPlace(asked, { replacing, text });
  const ownBefore = wordBefore(own, replaced);
  const isSure = new Set(replacing).size === 1 && ![replaced, ...replacing].some(hasRelated);
  // What is done stands first, as «вернуть» in «Можно ли вернуть букет?»; two nouns in a row may be one thing.
  const isDone = ownBefore === own.find(isSubject);
  return replacing.some((word) => {
    const before = wordBefore(asked, word);
    if (isSure && isPreposition(before) && isPreposition(ownBefore)) return true;
    if (before === '' || stemImportance(stemWord(before)) < 1 || stemWord(before) !== stemWord(ownBefore)) return false;
    return isSure || (isDone && !isCommon(replaced) && !isCommon(word));
  });
}

/** «доставка в Иннополис» beside the words of «Сколько стоит доставка?» that speak of another town. */
function namesOtherPlace(
  asked: readonly string[],
  { replacing, text }: { replacing: readonly string[]; text: string },
): boolean {
  const isPlace = (word: string) => !hasRelated(word) && placeWords.has(wordBefore(asked, word));
  return NAMED_PLACE.test(text) && replacing.some(isPlace);
}

/** The one word of a list, said once or often. */
function only(words: readonly string[]): string | undefined {
  return new Set(words).size === 1 ? words[0] : undefined;
}

const hasRelated = (word: string): boolean => [...relatedStems(stemWord(word))].length > 0;

/** What stands before a word and says what is done with it, or where it is. */
const wordBefore = (words: readonly string[], word: string): string =>
  words.slice(0, words.indexOf(word)).findLast((before) => !betweenWords.has(before)) ?? '';
