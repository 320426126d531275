const DELIMITERS = [';', '\t', ','] as const;
export type Delimiter = (typeof DELIMITERS)[number];
/** Rows that are looked at to tell the delimiter. */
const SAMPLE_ROWS = 50;

type Place = { text: string; from: number; delimiter: Delimiter };
type Cell = { cell: string; next: number };

/** The delimiter by which most of the first rows fall into equally many cells. */
export function detectDelimiter(text: string): Delimiter {
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(text, delimiter) })).sort(
    (left, right) => right.score - left.score,
  );
  return best?.delimiter ?? ';';
}

function scoreOf(text: string, delimiter: Delimiter): number {
  const rows: number[] = [];
  for (const cells of splitRows(text, delimiter)) {
    if (cells.some((cell) => cell.trim() !== '')) rows.push(cells.length);
    if (rows.length >= SAMPLE_ROWS) break;
  }
  const width = rows[0] ?? 1;
  return width < 2 ? 0 : rows.filter((cells) => cells === width).length / rows.length;
}

/**
 * Rows of a table as spreadsheets export it (RFC 4180): a cell in quotes may hold line ends, delimiters and doubled quotes.
 * One pass; a quote that is never closed ends with the text.
 */
export function* splitRows(text: string, delimiter: Delimiter): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const place = { text, from: at, delimiter };
    const { cell, next } = text[at] === '"' ? readQuoted(place) : readPlain(place);
    row.push(cell);
    if (text[next] !== delimiter) {
      yield row;
      row = [];
    }
    at = next + 1;
  }
}

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
