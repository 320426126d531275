import { type FoundPassage, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong } from '../words/alike-words.ts';
import { toldWords } from '../words/told-words.ts';

const YES_OR_NO = /^\s*(?:да|нет|конечно|разумеется|yes|no|sure|of course)(?![\p{L}\p{N}])/iu;
const withoutWords = new Set(['без', 'without']);
const articles = new Set(['a', 'an', 'the', 'my', 'your', 'моего', 'моей', 'своего', 'своей']);

/**
 * A yes or no stands on what it replies to: «Да, с паспортом» is no answer to «а без паспорта можно?». What the pair says of
 * it itself («Да, без выходных») may be given.
 */
export function asksOpposite(question: string, { title, text }: Pick<FoundPassage, 'title' | 'text'>): boolean {
  if (!YES_OR_NO.test(text)) return false;
  const [asked, own, said] = [question, title, text].map(wordsOf);
  if (asked === undefined || own === undefined || said === undefined) return false;
  if (forbids(asked) && ![...own, ...said].includes('нельзя')) return true;
  const saidWithout = listWithout(said);
  const isSaid = (stem: string) => saidWithout.has(stem);
  const [askedWithout, ownWithout] = [listWithout(asked), listWithout(own)];
  const lacks = (stem: string) => !ownWithout.has(stem) && !isSaid(stem);
  if ([...askedWithout].some(lacks)) return true;
  const askedStems = new Set(asked.map(stemWord));
  return [...ownWithout].some((stem) => askedStems.has(stem) && !askedWithout.has(stem) && !isSaid(stem));
}

/** «нельзя ли» asks politely whether one may. */
const forbids = (words: readonly string[]): boolean =>
  words.some((word, place) => word === 'нельзя' && words[place + 1] !== 'ли');

/** The stems of what is said to be left out: «без паспорта», "without a receipt". */
function listWithout(words: readonly string[]): Set<string> {
  return new Set(
    words.flatMap((word, place) => {
      if (!withoutWords.has(word)) return [];
      const thing = words.slice(place + 1).find((next) => !articles.has(next));
      return thing === undefined ? [] : [stemWord(thing)];
    }),
  );
}

/** «прививки делаете?» is not answered by «Животных без прививок не принимаем», nor the other way round. */
export function saysOfWithout(question: string, said: string): boolean {
  const words = wordsOf(said);
  const [asked, without] = [listWithout(wordsOf(question)), listWithout(words)];
  return toldWords(question).some((word) => {
    const named = words.filter((other) => isAmong(word, [stemWord(other)])).length;
    const isLeftOut = isAmong(word, without);
    if (named === 0) return false;
    return isAmong(word, asked) ? !isLeftOut : isLeftOut && named === 1;
  });
}
