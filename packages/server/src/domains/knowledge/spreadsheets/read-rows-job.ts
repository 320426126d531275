import type { SheetRow, SheetsResult } from './rows.ts';
import { detectDelimiter, splitRows } from './split-cells.ts';

export type RowsTask = { charset?: string | undefined; maxRows: number };

const MAX_COLUMNS = 200;
const MAX_CELL = 100_000;
/** Excel names the delimiter in a line of its own. */
const NAMED_DELIMITER = /^sep=[;,\t]\n/i;
const BEGINS_LIKE_PAGE = /^\s*<(?:!doctype|html|\?xml|svg)/i;

/** Runs in the confined process: the rows of a table as text, with the numbers that people see. */
export function run(bytes: Buffer, { charset, maxRows }: RowsTask): SheetsResult {
  const decoded = decode(bytes, charset);
  if (decoded === undefined || BEGINS_LIKE_PAGE.test(decoded)) return { kind: 'refused', reason: 'wrong_type' };
  const text = decoded.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const named = NAMED_DELIMITER.exec(text)?.[0] ?? '';
  const body = text.slice(named.length);
  const rows: SheetRow[] = [];
  let row = named === '' ? 0 : 1;
  for (const cells of splitRows(body, detectDelimiter(body))) {
    row += 1;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length > maxRows || cells.length > MAX_COLUMNS) return { kind: 'refused', reason: 'too_large' };
    rows.push({ row, cells: cells.map((cell) => cell.slice(0, MAX_CELL)) });
  }
  return { kind: 'read', sheets: [{ name: null, rows }] };
}

/** Undefined for what is no text. Without a word on it: UTF-8, else what Excel writes in Russia. */
function decode(bytes: Buffer, charset: string | undefined): string | undefined {
  const marked = readMark(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  if (bytes.includes(0)) return undefined;
  const tries = [charset, 'utf-8', 'windows-1251'];
  for (const name of tries) {
    const text = name === undefined ? undefined : tryDecode(bytes, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

function readMark([first, second]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function tryDecode(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // Not in this one, or none that is known.
    return undefined;
  }
}
