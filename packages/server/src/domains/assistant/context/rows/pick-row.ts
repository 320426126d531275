import type { FoundPassage } from '../../../knowledge/index.ts';
import { rowsBeside } from './list-rows.ts';
import { keepByFigure } from './row-by-figure.ts';

type Picked = { name: string; found: readonly FoundPassage[]; asked?: string | undefined };

/**
 * Of a table that was offered by the name of a row: all rows of this name, also where each of them is a passage; those that have the
 * figure of the question that it was offered for, where they have any. Undefined where none of them has it.
 */
export function pickRow(passage: FoundPassage, { name, found, asked = '' }: Picked): FoundPassage | undefined {
  const rows = passage.kind === 'qa' ? [] : rowsBeside(passage, found).filter((row) => row.name === name);
  if (rows.length === 0) return passage;
  const kept = rows.length === 1 ? rows : (keepByFigure(asked, rows) ?? rows);
  return kept.length === 0 ? undefined : { ...passage, text: kept.map(({ line }) => line).join('\n') };
}
