export type Delimiter = '\t' | ';' | ',';

/**
 * Cells of a table as spreadsheets copy and export it: a cell in quotes may hold line ends, delimiters and doubled quotes.
 * One pass over the text; a quote that is never closed ends with the text.
 */
export function splitTable(text: string, delimiter: Delimiter): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const { cell, next } =
      text[at] === '"' ? readQuoted({ text, from: at, delimiter }) : readPlain({ text, from: at, delimiter });
    row.push(cell);
    if (text[next] !== delimiter) {
      rows.push(row);
      row = [];
    }
    at = next + 1;
  }
  return rows;
}

type Place = { text: string; from: number; delimiter: Delimiter };
type Cell = { cell: string; next: number };

function readPlain({ text, from, delimiter }: Place): Cell {
  let next = from;
  while (next < text.length && text[next] !== delimiter && text[next] !== '\n') next += 1;
  return { cell: text.slice(from, next), next };
}

function readQuoted({ text, from, delimiter }: Place): Cell {
  const parts: string[] = [];
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { cell: parts.join('') + text.slice(at), next: text.length };
    parts.push(text.slice(at, quote));
    at = quote + 1;
    if (text[at] !== '"') break;
    parts.push('"');
    at += 1;
  }
  const rest = readPlain({ text, from: at, delimiter });
  return { cell: parts.join('') + rest.cell, next: rest.next };
}
