import type { FoundPassage } from '../../../knowledge/index.ts';
import { listRows } from './list-rows.ts';
import { hasWord, matchRows } from './match-rows.ts';

/** Of a table what may be offered by name: its rows that have words of the question, those with most of them first. */
export function rowsToOffer(question: string, passage: FoundPassage): FoundPassage[] {
  const rows = passage.kind === 'qa' ? [] : listRows(passage.text);
  if (rows.length === 0) return [passage];
  const { named } = matchRows(question, { rows, passage });
  if (named.length === 0) return [passage];
  const having = rows.map((row) => ({ row, many: named.filter((word) => hasWord(row, word)).length }));
  return having
    .filter(({ many }) => many > 0)
    .toSorted((left, right) => right.many - left.many)
    .map(({ row }) => ({ ...passage, text: row.line }));
}
