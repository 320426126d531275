import { type FoundPassage, isPriceWord, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../alike-words.ts';
import { isCommon } from '../misses-subject.ts';
import { splitThings } from '../split-things.ts';

const FIGURE = /\p{N}/u;
const MAX_LINE = 150;

/**
 * «ремонт цепи» has each of its words in a list that has «Ремонт тормозов» and «Чистка цепи»: none of its lines is the price of
 * that. «ремонт тормозов и чистка цепи» asks for two of its lines.
 */
export function fitsNoRow(question: string, passage: FoundPassage): boolean {
  if (passage.kind === 'qa') return false;
  const things = splitThings(question)?.questions ?? [question];
  return things.some((thing) => hasNoRow(thing, passage));
}

function hasNoRow(question: string, { text, quote = text, heading = '' }: FoundPassage): boolean {
  const lines = quote.split('\n').filter((line) => line.length <= MAX_LINE && FIGURE.test(line));
  const asked = wordsOf(question).filter((word) => isSubject(word) && !isCommon(word) && !isPriceWord(word));
  if (lines.length < 2 || lines.length * 2 < quote.split('\n').length) return false;
  const stemsOfLine = (line: string) => wordsOf(`${heading} ${line}`).map(stemWord);
  const rows = lines.map(stemsOfLine);
  const named = asked.filter((word) => rows.some((stems) => isAmong(word, stems)));
  return named.length > 1 && !rows.some((stems) => named.every((word) => isAmong(word, stems)));
}
