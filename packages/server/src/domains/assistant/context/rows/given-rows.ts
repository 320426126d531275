import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import type { TurnReading } from '../read-turn.ts';
import { listRows, type Row, readRow, rowsBeside, rowsSaid } from './list-rows.ts';

const MAX_SEARCHED = 200;
/** A reply has no more passages. */
const MAX_PARTS = 4;

type Ask = { query: string; lastReply: TurnReading['lastReply']; search: (query: string) => Promise<Retrieval> };
/** `passages`: those that the last reply stands on, and then the others that were found; `said`: those of the rows that it gave. */
export type GivenRows = { retrieval: Retrieval; passages: FoundPassage[]; rows: readonly Row[]; said: readonly Row[] };

/** The rows of the tables that the last reply is from; undefined where it is from anything else. */
export async function findGivenRows({ query, lastReply, search }: Ask): Promise<GivenRows | undefined> {
  const sources = lastReply?.decision === 'answer' ? lastReply.sources : [];
  if (lastReply === undefined || sources.length === 0 || sources.some(({ kind }) => kind === 'qa')) return undefined;
  const parts = sources.length === 1 ? [lastReply.text] : lastReply.text.split('\n\n').slice(0, MAX_PARTS);
  const [retrieval, ...more] = await Promise.all(parts.map((part) => search(part.slice(0, MAX_SEARCHED))));
  if (retrieval === undefined) return undefined;
  const nearest = [retrieval, ...more].flatMap(({ passages }) => passages);
  const own = sources.flatMap(({ passageId }) => nearest.find(({ id }) => id === passageId) ?? []);
  if (own.length < sources.length) return undefined;
  // Each row is a passage: the one that is asked for may be none of the nearest to the ones before.
  const names = new Set(own.flatMap(({ text }) => (listRows(text).length > 0 ? [] : (readRow(text)?.name ?? []))));
  const near = await Promise.all([...names].map((name) => search(`${name} ${query}`)));
  const found = [...own, ...nearest, ...near.flatMap(({ passages }) => passages)];
  const passages = [...new Map(found.map((each) => [each.id, each])).values()];
  const all = own.flatMap((passage) => rowsBeside(passage, passages));
  const rows = [...new Map(all.map((row) => [row.line, row])).values()];
  return { retrieval, passages, rows, said: rowsSaid(rows, lastReply.text) };
}

/** All of a list, or the one that a passage is. */
export function rowsOfPassage({ text }: FoundPassage): readonly Row[] {
  const rows = listRows(text);
  const row = rows.length > 0 ? undefined : readRow(text);
  return row === undefined ? rows : [row];
}
