import { type FoundPassage, isPriceWord, type Retrieval, stemWord } from '../../../knowledge/index.ts';
import { withoutHowLong } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import type { TurnReading } from '../read-turn.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isAdjective } from '../words/word-forms.ts';
import { columnsOf, listRows, type Row, readRow, rowsBeside, rowsSaid } from './list-rows.ts';
import { spreadSizes } from './spread-sizes.ts';

/** What the column is called that says how long something takes. */
const DURATIONS = 'срок длительность время продолжительность time duration'.split(' ').map(stemWord);
const MAX_SEARCHED = 200;

type Ask = { query: string; reading: TurnReading; search: (query: string) => Promise<Retrieval> };
type Found = { query: string; retrieval: Retrieval };

/**
 * «а гарантия?» straight after a row of a table asks for another column of that row, «а дивана?» for the row that has this word in
 * the place of one of its own. Undefined where the table has neither.
 */
export async function findRowAfter({ query, reading, search }: Ask): Promise<Found | undefined> {
  const { lastReply } = reading;
  const [source, ...more] = lastReply?.decision === 'answer' ? lastReply.sources : [];
  if (lastReply === undefined || source === undefined || more.length > 0 || source.kind === 'qa') return undefined;
  const retrieval = await search(lastReply.text.slice(0, MAX_SEARCHED));
  const passage = retrieval.passages.find(({ id }) => id === source.passageId);
  if (passage === undefined) return undefined;
  const own = listRows(passage.text);
  // Each row is a passage: the one that is asked for may be none of the nearest to the one before.
  const near = own.length > 0 ? [] : (await search(`${readRow(passage.text)?.name ?? ''} ${query}`)).passages;
  const found = [...new Map([...retrieval.passages, ...near].map((each) => [each.id, each])).values()];
  const rows = own.length > 0 ? own : rowsBeside(passage, found);
  const chosen = chooseRows(query, { rows, said: rowsSaid(rows, lastReply.text) });
  const [first] = chosen;
  if (first === undefined) return undefined;
  const shared = first.words.filter((word) => chosen.every(({ words }) => words.includes(word)));
  const [best, ...others] = own.length > 0 ? [quoteOf(passage, chosen)] : quoteEach(found, chosen);
  if (best === undefined) return undefined;
  const given = new Set([best, ...others].map(({ id }) => id));
  const passages = [best, ...others, ...found.filter(({ id }) => !given.has(id))];
  return {
    query: `${shared.join(' ')} ${query}`,
    retrieval: { ...retrieval, passages, decision: { kind: 'answer', id: best.id } },
  };
}

const quoteOf = (passage: FoundPassage, rows: readonly Row[]): FoundPassage => ({
  ...passage,
  quote: rows.map(({ line }) => line).join('\n'),
});

/** The passages whose only row is among those. */
function quoteEach(found: readonly FoundPassage[], rows: readonly Row[]): FoundPassage[] {
  return rows.flatMap((row) => {
    const passage = found.find(({ text }) => readRow(text)?.line === row.line);
    return passage === undefined ? [] : [quoteOf(passage, [row])];
  });
}

type Said = { rows: readonly Row[]; said: readonly Row[] };

function chooseRows(query: string, { rows, said }: Said): readonly Row[] {
  if (said.length === 0) return [];
  const words = wordsOf(spreadSizes(withoutHowLong(query) ?? query));
  const asked = words.filter((word) => isSubject(word) && !isPriceWord(word));
  const isColumn = (word: string) => said.every((row) => isAmong(word, columnsOf(row)));
  const isOfTime = withoutHowLong(query) !== undefined;
  if (asked.length === 0) return isOfTime ? said.filter(hasDuration) : said.filter(() => words.some(isPriceWord));
  if (asked.every(isColumn)) return said;
  const done = [...said.map(deedOf), ...asked].map(stemWord);
  const having = rows.filter((row) => asked.every((word) => isAmong(word, row.stems)) && isAmong(deedOf(row), done));
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
