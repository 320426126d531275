import { type FoundPassage, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { rowsOfPassage } from '../rows/given-rows.ts';

const AND = new Set(['и', 'and']);

/** «мытьё и сушка» is one thing where a row of a price list is called so. */
export function joinsName(question: string, passages: readonly FoundPassage[]): boolean {
  const asked = pairsOf(wordsOf(question));
  if (asked.length === 0) return false;
  const names = passages.flatMap((passage) => (passage.kind === 'qa' ? [] : rowsOfPassage(passage)));
  const named = new Set(names.flatMap(({ words }) => pairsOf(words)));
  return asked.every((pair) => named.has(pair));
}

/** The words on both sides of each «и». */
const pairsOf = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => {
    const [before, behind] = [words[at - 1], words[at + 1]];
    return AND.has(word) && before !== undefined && behind !== undefined
      ? [`${stemWord(before)} ${stemWord(behind)}`]
      : [];
  });
