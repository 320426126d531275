import type { ImportedRow } from '@otvet/contract';

/** What became of each row: of what was looked at, and what was not taken in the end. */
export function finalRows(planned: readonly ImportedRow[], untaken: readonly ImportedRow[]): ImportedRow[] {
  const out = new Map(untaken.map((row) => [row.row, row]));
  const taken = planned.filter(({ outcome, row }) => (outcome === 'added' || outcome === 'changed') && !out.has(row));
  return [...taken, ...out.values()].sort((left, right) => left.row - right.row);
}

/** A cell that a spreadsheet would compute is text; those of some languages know the wide and small forms of the signs too. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;

/** A table for a spreadsheet, its byte order mark first so that it is read as UTF-8. */
export function toCsv(table: readonly (readonly string[])[], delimiter: ',' | ';'): string {
  const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\uFEFF${table.map((row) => row.map(cell).join(delimiter)).join('\r\n')}\r\n`;
}
