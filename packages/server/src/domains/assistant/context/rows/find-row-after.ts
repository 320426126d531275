import { type FoundPassage, isPriceWord, type Retrieval, stemWord } from '../../../knowledge/index.ts';
import { withoutHowLong } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { figureAsked, figuresOfRow } from '../figures/figures.ts';
import type { TurnReading } from '../read-turn.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isAdjective } from '../words/word-forms.ts';
import { findGivenRows, type GivenRows, rowsOfPassage } from './given-rows.ts';
import { columnsOf, type Row } from './list-rows.ts';
import { matchRows } from './match-rows.ts';
import { rowsOfFigure } from './rows-of-figure.ts';
import { spreadSizes } from './spread-sizes.ts';

/** What the column is called that says how long something takes. */
const DURATIONS = 'срок длительность время продолжительность time duration'.split(' ').map(stemWord);
const DIGITS = /^\p{N}+$/u;

type Ask = { query: string; reading: TurnReading; search: (query: string) => Promise<Retrieval> };
type Found = { query: string; retrieval: Retrieval };

/**
 * «а гарантия?» straight after rows of a table asks for another column of them, «а дивана?» for the row that has this word in the
 * place of one of its own, «а 6 кВт?» for the one of their kind that has this figure. Undefined where the table has none of these.
 */
export async function findRowAfter({ query, reading, search }: Ask): Promise<Found | undefined> {
  const given = await findGivenRows({ query, lastReply: reading.lastReply, search });
  if (given === undefined || given.said.length === 0) return undefined;
  const ofFigure = rowsOfFigure(query, given);
  const bare = withoutFigure(query);
  const chosen = ofFigure?.rows ?? chooseRows(bare, given);
  const kept = ofFigure?.rows.length === 0 ? given.said : chosen;
  const quoted = quoteEach(given.passages, kept);
  const [best] = quoted;
  if (best === undefined) return undefined;
  const ids = new Set(quoted.map(({ id }) => id));
  const passages = [...quoted, ...given.passages.filter(({ id }) => !ids.has(id))];
  const shared = (kept[0]?.words ?? []).filter((word) => kept.every(({ words }) => words.includes(word))).join(' ');
  const found = (asked: string, decision: Retrieval['decision']): Found => ({
    query: asked,
    retrieval: { ...given.retrieval, passages, decision },
  });
  const sure = { kind: 'answer', id: best.id } as const;
  if (ofFigure === undefined) return found(`${shared} ${withoutOthers(bare, kept)}`, sure);
  if (ofFigure.rows.length === 0) return found(`${shared} ${query}`, { kind: 'refuse' });
  if (ofFigure.isUnclear) return found(`${shared} ${query}`, { kind: 'clarify', ids: [...ids] });
  return found(nameWithFigures(chosen) ?? shared, sure);
}

/** «на 3 суток» after «Генератор 3 кВт» and «Генератор 6 кВт» asks for no 3 kW. */
const withoutFigure = (query: string): string => (figureAsked(query)?.isKnown === true ? dropDigits(query, []) : query);

/** «7 coats» of the row of coats: the figure may be in none of them. */
const withoutOthers = (query: string, rows: readonly Row[]): string =>
  dropDigits(
    query,
    rows.flatMap(({ stems }) => stems),
  );

function dropDigits(query: string, known: readonly string[]): string {
  const words = wordsOf(spreadSizes(query));
  const kept = words.filter((word) => !DIGITS.test(word) || known.includes(word));
  return kept.length === words.length ? query : kept.join(' ');
}

/** The figure is judged, and may stand within a range: what is asked for is called as the row is. */
function nameWithFigures(rows: readonly Row[]): string | undefined {
  const [first, ...more] = rows.map((row) => [row.name, ...figuresOfRow(row).map(({ said }) => said)].join(' '));
  return more.every((name) => name === first) ? first : undefined;
}

/** Each passage with those of the rows that are its own. */
function quoteEach(passages: readonly FoundPassage[], rows: readonly Row[]): FoundPassage[] {
  const lines = new Set(rows.map(({ line }) => line));
  return passages.flatMap((passage) => {
    const own = rowsOfPassage(passage).filter(({ line }) => lines.has(line));
    for (const { line } of own) lines.delete(line);
    return own.length === 0 ? [] : [{ ...passage, quote: own.map(({ line }) => line).join('\n') }];
  });
}

function chooseRows(query: string, { rows, said, passages: [passage] }: GivenRows): readonly Row[] {
  const words = wordsOf(spreadSizes(withoutHowLong(query) ?? query));
  const asked = words.filter((word) => isSubject(word) && !isPriceWord(word));
  const isOfTime = withoutHowLong(query) !== undefined;
  if (asked.length === 0) return isOfTime ? said.filter(hasDuration) : said.filter(() => words.some(isPriceWord));
  if (passage !== undefined && said.length > 1) {
    const { fitting, outside } = matchRows(query, { rows: said, passage });
    if (fitting.length > 0 && outside.every((word) => DIGITS.test(word))) return fitting;
  }
  // «2–6 суток» names a column, and «а 6?» asks for none.
  const named = asked.filter((word) => !DIGITS.test(word));
  if (named.length > 0 && named.every((word) => said.every((row) => isAmong(word, columnsOf(row))))) return said;
  const done = [...said.map(deedOf), ...asked].map(stemWord);
  const has = (row: Row, word: string) => isAmong(word, DIGITS.test(word) ? row.words : row.stems);
  const having = rows.filter((row) => asked.every((word) => has(row, word)) && isAmong(deedOf(row), done));
  const known = said.flatMap((row) => row.words.filter(isSubject).map(stemWord));
  const sharedBy = (row: Row) => row.words.filter((word) => isSubject(word) && isAmong(word, known)).length;
  const most = Math.max(0, ...having.map(sharedBy));
  const stems = asked.map(stemWord);
  return having.filter(
    (row) =>
      sharedBy(row) === most && (most > 0 || row.words.every((word) => !isSubject(word) || isAmong(word, stems))),
  );
}

/** «Удаление зуба у собаки», then «а у кошки?»: asks for no «Чистка зубов, кошка». */
const deedOf = ({ words }: Row): string =>
  words.find((word) => isSubject(word) && !isAdjective(word)) ?? words[0] ?? '';

const hasDuration = (row: Row): boolean => columnsOf(row).some((column) => DURATIONS.includes(column));
