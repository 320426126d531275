import { type FoundPassage, isPriceWord, stemWord } from '../../../knowledge/index.ts';
import { isWordOfTime } from '../../talk/asks-how-long.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { figuresAlone, figuresOfRow, rowsHolding } from '../figures/figures.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { rowsOfPassage } from './given-rows.ts';
import { columnsOf, type Row, rowsBeside } from './list-rows.ts';

const DIGITS = /^\p{N}+$/u;

/** Those of rows of one name that have the figure of a question; undefined where not all of them can be told apart by one. */
export function keepByFigure(question: string, rows: readonly Row[]): Row[] | undefined {
  const units = rows.map((row) => figuresOfRow(row).map(({ unit }) => unit));
  const isOfAll = (unit: string) => units.every((own) => own.includes(unit));
  const [figure, ...more] = figuresAlone(question).filter(({ isKnown, unit }) => isKnown && isOfAll(unit));
  return figure === undefined || more.length > 0 ? undefined : rowsHolding(rows, figure);
}

/**
 * «комплекс r14» is near to nothing but «Комплекс 4 колеса», of which there are several rows, and one of them has that figure: the
 * passage with that row. Undefined where the question has a word that the row does not know.
 */
export function findByFigure(
  question: string,
  { passage, name, found }: { passage: FoundPassage; name: string; found: readonly FoundPassage[] },
): FoundPassage | undefined {
  const rows = passage.kind === 'qa' ? [] : rowsBeside(passage, found).filter((row) => row.name === name);
  const [row, ...more] = rows.length < 2 ? [] : (keepByFigure(question, rows) ?? []);
  if (row === undefined || more.length > 0 || !knowsAll(row, question)) return undefined;
  const own = found.find(
    (each) => each.kind === passage.kind && rowsOfPassage(each).some(({ line }) => line === row.line),
  );
  return own && { ...own, quote: row.line };
}

/** «стрижка кошки 4 кг» is no «Стрижка собаки», and «лабрадор» is a word that the list does not know. */
function knowsAll(row: Row, question: string): boolean {
  const asked = (figuresAlone(question)[0]?.others ?? []).filter(
    (word) => isSubject(word) && !isCommon(word) && !isPriceWord(word) && !isWordOfTime(word) && !DIGITS.test(word),
  );
  const names = row.words.map(stemWord);
  const known = [...names, ...row.stems, ...columnsOf(row)];
  return asked.some((word) => isAmong(word, names)) && asked.every((word) => isAmong(word, known));
}
