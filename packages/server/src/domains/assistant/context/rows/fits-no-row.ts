import { type FoundPassage, isPriceWord, stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { endsWithHowMuch, isCommon } from '../doubts/misses-subject.ts';
import { figuresAsked, holdsFigure } from '../figures/ranges.ts';
import { joinsName } from '../questions/joins-name.ts';
import { splitThings } from '../questions/split-things.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isAdjective } from '../words/word-forms.ts';
import { includesOnly } from './includes-only.ts';
import { isAboutThing } from './is-about-thing.ts';
import { type Row, rowsBeside, rowsSaid } from './list-rows.ts';
import { type MatchedRows, matchRows } from './match-rows.ts';

const DIGITS = /^\p{N}+$/u;

/**
 * «ремонт цепи» has each of its words in a list that has «Ремонт тормозов» and «Чистка цепи»: none of its lines is the price of
 * that. «ремонт тормозов и чистка цепи» asks for two of its lines.
 */
export function fitsNoRow(question: string, passage: FoundPassage, found: readonly FoundPassage[] = []): boolean {
  if (passage.kind === 'qa') return false;
  const rows = rowsBeside(passage, found);
  if (rows.length < 2) return rows.some((row) => includesOnly(row, question, wordsOf(question).filter(isAsked)));
  const said = rowsSaid(rows, passage.quote ?? passage.text);
  if (said.length === 0) return false;
  const figures = figuresAsked(question);
  if (said.every(({ line }) => figures.some((figure) => holdsFigure(line, figure) === false))) return true;
  const things = (joinsName(question, [passage, ...found]) ? undefined : splitThings(question)?.questions) ?? [
    question,
  ];
  return things.some((thing) => isOfNone(thing, matchRows(thing, { rows, passage })));
}

const isAsked = (word: string): boolean => isSubject(word) && !isCommon(word) && !isPriceWord(word);

function isOfNone(question: string, { fitting, named, outside }: MatchedRows): boolean {
  if (named.length === 0) return false;
  if (fitting.length === 0) return true;
  const isOfPrice = wantsPrice(question) || endsWithHowMuch(question);
  if (isOfPrice && !fitting.some((row) => isAboutThing(row.thing, question, named))) return true;
  const others = outside.filter((word) => !DIGITS.test(word));
  return others.length > 0 && fitting.every((row) => lacksWord(row, named));
}

/** The row names a thing of its own beside what is asked: «Ремонт стула» is no «ремонт сарая». */
const lacksWord = ({ words }: Row, named: readonly string[]): boolean =>
  words.some(
    (word) =>
      isSubject(word) &&
      !DIGITS.test(word) &&
      !isAdjective(word) &&
      !named.some((one) => isAmong(one, [stemWord(word)])),
  );
