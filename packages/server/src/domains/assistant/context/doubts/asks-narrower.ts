import { type FoundPassage, stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isAdjective } from '../words/word-forms.ts';
import { isCommon } from './misses-subject.ts';

/** «подстричь собаку» beside «Сколько стоит подстричь агрессивную собаку?»: the pair has the price of one kind of what is asked. */
export function asksNarrower(question: string, { kind, title, phrasings = [] }: FoundPassage): boolean {
  if (kind !== 'qa' || !wantsPrice(question)) return false;
  const asked = wordsOf(question).map(stemWord);
  return [title, ...phrasings].every((way) => kindsIn(way).some((word) => !isAmong(word, asked)));
}

/** Its words say of which kind they are: «Свадебный торт — от 3500 ₽». */
export const namesItsKind = ({ title, text }: FoundPassage): boolean =>
  kindsIn(title).every((word) => isAmong(word, wordsOf(text).map(stemWord)));

const kindsIn = (way: string): string[] =>
  wordsOf(way).filter((word) => isAdjective(word) && isSubject(word) && !isCommon(word));
