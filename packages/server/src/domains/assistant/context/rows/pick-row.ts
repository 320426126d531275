import type { FoundPassage } from '../../../knowledge/index.ts';
import { rowsBeside } from './list-rows.ts';

/** Of a table that was offered by the name of a row: all rows of this name, also where each of them is a passage. */
export function pickRow(passage: FoundPassage, name: string, found: readonly FoundPassage[]): FoundPassage {
  const lines = passage.kind === 'qa' ? [] : rowsBeside(passage, found).filter((row) => row.name === name);
  return lines.length === 0 ? passage : { ...passage, text: lines.map(({ line }) => line).join('\n') };
}
