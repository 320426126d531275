import type { FoundPassage } from '../../../knowledge/index.ts';
import { listRows } from './list-rows.ts';

/** Of a table that was offered by the name of a row: the rows of this name. */
export function pickRow(passage: FoundPassage, name: string): FoundPassage {
  const lines = passage.kind === 'qa' ? [] : listRows(passage.text).filter((row) => row.name === name);
  return lines.length === 0 ? passage : { ...passage, text: lines.map(({ line }) => line).join('\n') };
}
