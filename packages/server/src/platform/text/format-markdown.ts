import { convertMarks, type MarkdownStyle } from './markdown-marks.ts';

const FENCE = /^ {0,3}```[^`]*$/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(?=\S)/;
const SEPARATOR_CELL = /^:?-+:?$/;

/**
 * Rewrites Markdown for a platform that does not show it: headings and marks go, a link becomes "label: address", a row of a
 * table "a — b". What is not Markdown for certain stays as it stands. Time grows with the length alone.
 */
export function formatMarkdown(text: string, style: MarkdownStyle): string {
  const lines = text.split('\n');
  const fences = pairFences(lines);
  const hasMarks = style === 'marks';
  const written: string[] = [];
  let isCode = false;
  let isTable = false;
  for (const [at, line] of lines.entries()) {
    if (fences.has(at)) {
      isCode = !isCode;
      isTable = false;
      if (hasMarks) written.push('```');
    } else if (isCode) written.push(line);
    else if (isSeparator(line) && (isTable || isHeader(lines[at - 1], line))) isTable = true;
    else {
      isTable = line.includes('|') && (isTable || isHeader(line, lines[at + 1] ?? ''));
      written.push(isTable ? formatRow(line, style) : convertMarks(withoutHeading(line), style));
    }
  }
  const words = written.join('\n');
  return words.trim() === '' ? text : words;
}

/** Lines that begin and end code; one without a partner is no fence. */
function pairFences(lines: string[]): Set<number> {
  const found = lines.flatMap((line, at) => (FENCE.test(line) ? [at] : []));
  return new Set(found.length % 2 === 0 ? found : found.slice(0, -1));
}

function withoutHeading(line: string): string {
  const words = line.replace(HEADING, '');
  if (words === line) return line;
  const open = words.trimEnd();
  let end = open.length;
  while (open[end - 1] === '#') end -= 1;
  return end < open.length && /[ \t]/.test(open[end - 1] ?? '') ? open.slice(0, end).trimEnd() : open;
}

function cellsOf(line: string): string[] {
  const cells = line.trim().split('|');
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.trim());
}

const isSeparator = (line: string): boolean =>
  line.includes('|') && cellsOf(line).every((cell) => SEPARATOR_CELL.test(cell));

/** A table is one by the line below its first row, with as many cells. */
const isHeader = (line: string | undefined, below: string): boolean =>
  line?.includes('|') === true && isSeparator(below) && cellsOf(line).length === cellsOf(below).length;

const formatRow = (line: string, style: MarkdownStyle): string =>
  cellsOf(line)
    .filter((cell) => cell !== '')
    .map((cell) => convertMarks(cell, style))
    .join(' — ');
