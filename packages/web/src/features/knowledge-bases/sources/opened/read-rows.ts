/** Where a part of a text begins and ends. */
export type Span = { from: number; to: number };
/** Rows of a table as they stand in a passage; a cell that a row leaves out is null. */
export type PassageRows = { above: Span; names: string[]; rows: (Span | null)[][] };

const BETWEEN = '; ';
/** As `cellsOfRow` of the contract, which would come with every first screen. */
const CELL = /^([^:;]{1,80}:\s).+$/;

/** The rows of a price list in a passage, `Услуга: Сборка; Цена: 500`, below what stands above them; null where it is none. */
export function readRows(text: string): PassageRows | null {
  const lines = spansOf(text);
  const read = lines.map((line) => readRow(text, line));
  const first = read.findIndex((row) => row !== null);
  const begin = lines[first];
  if (begin === undefined) return null;
  const rows = read.slice(first).filter((row) => row !== null);
  if (rows.length < read.length - first) return null;
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const above = { from: 0, to: Math.max(0, begin.from - 1) };
  return { above, names, rows: rows.map((row) => names.map((name) => row.get(name) ?? null)) };
}

/** The cells of a line by the names of their columns; null of anything else. */
function readRow(text: string, { from, to }: Span): Map<string, Span> | null {
  const row = new Map<string, Span>();
  const parts = text.slice(from, to).split(BETWEEN);
  let at = from;
  for (const part of parts) {
    const [, name] = CELL.exec(part) ?? [];
    if (name === undefined) return null;
    row.set(name.slice(0, -2), { from: at + name.length, to: at + part.length });
    at += part.length + BETWEEN.length;
  }
  return parts.length < 2 || row.size < parts.length ? null : row;
}

function spansOf(text: string): Span[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const span = { from: at, to: at + line.length };
    at = span.to + 1;
    return span;
  });
}
