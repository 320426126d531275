import { cellsOfRow, isFilled, nameOfRow, readNameOfRow, sayRowOfSection } from '@otvet/contract/values';
import { endsSentence } from '../../../../platform/text/ends-sentence.ts';
import { rememberTexts } from '../../../../platform/text/remember-texts.ts';
import { type FoundPassage, statesPrice, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isIncludedColumn, type RowCell } from './includes-only.ts';
import { spreadSizes } from './spread-sizes.ts';

/**
 * `name`: what it is about, and the words of that; `thing`: the same without its section; `stems`: of all that its cells say but
 * sums of money, whose figures are `sums`; `said`: what its cells say.
 */
export type Row = {
  line: string;
  name: string;
  thing: string;
  words: readonly string[];
  stems: readonly string[];
  sums: readonly string[];
  said: string;
  cells: readonly RowCell[];
};

const MAX_LINE = 150;
const MAX_ROWS = 200;
const REMEMBERED = 300;
const FIGURE = /\p{N}/u;
const BULLET = /^[-–—•*·]\s/u;
/** Behind it a line without columns has its price: «Ремонт стула — 1500 ₽», "Rake,$18". */
const NAME_END = /\s[-–—]|[:|\t]|,(?=\s?[\p{N}\p{Sc}])/u;
const PLAIN = /^[\p{N}\s.,–-]+$/u;
const SUM =
  /\p{Sc}\s?(?:\p{N}{1,3}(?:[ \u00a0]\p{N}{3})+(?!\p{N})|\p{N}+(?:[.,]\p{N}+)?)|(?<!\p{N})(?:\p{N}+\s?[–-]\s?)?(?:\p{N}{1,3}(?:[ \u00a0]\p{N}{3})+(?!\p{N})|\p{N}+(?:[.,]\p{N}+)?)\s?(?:\p{Sc}|руб\p{L}*|р(?!\p{L}))/giu;

/** Not «(1 час)», which is no part of anything. */
const BRACKETS = /\((?!\p{N})[^()]{1,150}\)/gu;

/** The rows of a table or price list; none where most lines are something else, or there is but one. */
export const listRows = rememberTexts(REMEMBERED, readRows);

function readRows(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.slice(0, MAX_ROWS).flatMap((line) => readRow(line) ?? []);
  return rows.length < 2 || rows.length * 2 < lines.length ? [] : rows;
}

/** One line as a row; undefined where it is none. */
export function readRow(text: string): Row | undefined {
  const line = text.trim().replace(BULLET, '');
  const cells = cellsOfRow(line);
  if (cells === undefined && (line.length > MAX_LINE || !FIGURE.test(line) || endsSentence(line))) return undefined;
  const name = cells === undefined ? (line.split(NAME_END)[0] ?? '') : (nameOfRow(line) ?? '');
  const filled = cells?.filter(isFilled) ?? [];
  const said =
    cells === undefined ? [divideSums(line)] : filled.map(({ name: column, value }) => divideSums(value, column));
  return {
    ...{ line, name: name.trim(), thing: readNameOfRow(line)?.name ?? name.trim(), words: wordsOf(spreadSizes(name)) },
    ...{ stems: said.flatMap(({ rest }) => stemsIn(rest)), sums: said.flatMap(({ sums }) => wordsOf(sums)) },
    said: said.map(({ rest }) => rest).join('; '),
    cells:
      cells === undefined
        ? cellsOfLine(line)
        : filled.map(({ name: column, value }) => ({
            ...{ column: stemsIn(column), said: stemsIn(value), isIncluded: isIncludedColumn(column) },
          })),
  };
}

/** «Вольер — 700 ₽ (кормление, уборка)»: what stands in brackets behind the price; none where nothing does. */
function cellsOfLine(line: string): RowCell[] {
  const price = line.search(SUM);
  const behind = price === -1 ? '' : line.slice(price);
  const included = behind.match(BRACKETS)?.join(' ') ?? '';
  if (included === '') return [];
  const rest = `${line.slice(0, price)} ${behind.replaceAll(BRACKETS, ' ')}`;
  return [
    { column: [], said: stemsIn(rest), isIncluded: false },
    { column: [], said: stemsIn(included), isIncluded: true },
  ];
}

/** Of a text that is one row of a table, or one «name — value» of a list. */
export function nameOfOnlyRow(text: string): string | undefined {
  if (text.includes('\n')) return nameOfRow(text);
  const row = readRow(text);
  return row === undefined || row.name === row.line ? undefined : row.name;
}

/** «Цена: 95 ₽» and «Цена, ₽: 95» cost 95, and have no 95 of anything else. */
function divideSums(text: string, column = ''): { rest: string; sums: string } {
  const isSum = PLAIN.test(text) && statesPrice(`${column}: ${text}`);
  return isSum ? { rest: '', sums: text } : { rest: text.replaceAll(SUM, ' '), sums: text.match(SUM)?.join(' ') ?? '' };
}

const stemsIn = (text: string): string[] => wordsOf(spreadSizes(text)).map(stemWord);

export const columnsOf = ({ cells }: Row): string[] => cells.flatMap(({ column }) => column);

/** Those of a table that its passage holds, or, where each row is a passage, those of one file that were found. */
export function rowsBeside(passage: FoundPassage, found: readonly FoundPassage[]): readonly Row[] {
  const own = listRows(passage.text);
  const row = own.length > 0 ? undefined : readRow(passage.text);
  if (row === undefined) return own;
  const others = found.filter(
    ({ id, kind, sourceName }) => id !== passage.id && kind === passage.kind && sourceName === passage.sourceName,
  );
  return [row, ...others.flatMap(({ text }) => (text.includes('\n') ? [] : (readRow(text) ?? [])))];
}

/** The rows whose words are said. */
export function rowsSaid(rows: readonly Row[], said: string): Row[] {
  const lines = new Set(said.split('\n').flatMap((line) => [line.trim(), line.trim().replace(BULLET, '')]));
  return rows.filter(({ line }) => lines.has(line) || lines.has(sayRowOfSection(line)));
}
