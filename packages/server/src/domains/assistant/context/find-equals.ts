import { nameOfRow } from '@otvet/contract/values';
import { type FoundPassage, statesPrice, stemWord } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import { isCommon } from './doubts/misses-subject.ts';
import { wordsToSay } from './say-passage.ts';
import { isAmong, isSubject } from './words/alike-words.ts';

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

/** Rows of two files name one thing at two prices: which of them holds is for a person to say. */
export function tellTwoPrices(passages: readonly FoundPassage[]): boolean {
  const rows = passages.flatMap(({ kind, sourceName, quote, text }) => {
    const row = quote ?? text;
    const name = kind === 'qa' ? undefined : nameOfRow(row);
    const price = priceIn(row);
    return name === undefined || price === '' ? [] : [{ sourceName, name: wordsOf(name).join(' '), price }];
  });
  return rows.some((row) =>
    rows.some((other) => other.name === row.name && other.sourceName !== row.sourceName && other.price !== row.price),
  );
}

/** «1 500,00 ₽» is «1500 ₽», and what is free costs nothing. */
const priceIn = (row: string): string =>
  row
    .split('; ')
    .filter(statesPrice)
    .map((cell) => cell.replaceAll(/[.,]00(?!\p{N})|[^\p{N};]/gu, '') || '0')
    .join(';');
