import type { DocumentBlock } from '../document.ts';
import { findRows } from './find-rows.ts';

const NO_PLACE = {};
/** Lines of about this length were broken by a program, not by whoever wrote them. */
const BROKEN_LINE = 45;
const MAX_HEADING_CHARACTERS = 90;

/** Blocks of plain text: what stands between empty lines, with lists and what looks like a heading. */
export function readPlainText(text: string): DocumentBlock[] {
  const lines = text.split(/\r\n|[\n\r\f\u2028]/).map((line) => line.trim());
  const blocks: DocumentBlock[] = [];
  let paragraph: string[] = [];
  const close = () => {
    blocks.push(...readParagraph(paragraph));
    paragraph = [];
  };
  for (const line of lines) {
    if (line === '') close();
    else if (isUnderline(line) && paragraph.length > 0) {
      const heading = paragraph.pop() ?? '';
      close();
      blocks.push({ kind: 'heading', level: line.startsWith('=') ? 1 : 2, text: heading, place: NO_PLACE });
    } else paragraph.push(line);
  }
  close();
  return mergeLists(blocks);
}

function isUnderline(line: string): boolean {
  return /^(?:={3,}|-{3,}|\*{3,}|_{3,})$/.test(line);
}

function readParagraph(lines: string[]): DocumentBlock[] {
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1 && isHeading(only)) return [{ kind: 'heading', level: 3, text: only, place: NO_PLACE }];
  const first = lines.findIndex((line) => readMark(line) !== undefined);
  if (first === -1) return [{ kind: 'paragraph', text: joinLines(lines), place: NO_PLACE }];
  const before = lines.slice(0, first);
  const items: string[] = [];
  for (const line of lines.slice(first)) {
    const mark = readMark(line);
    if (mark !== undefined) items.push(line.slice(mark).trim());
    else items.push(`${items.pop() ?? ''} ${line}`);
  }
  const list: DocumentBlock = { kind: 'list', items, place: NO_PLACE };
  return before.length === 0 ? [list] : [{ kind: 'paragraph', text: joinLines(before), place: NO_PLACE }, list];
}

/** The length of the mark that begins an item. A number stays: others may speak of it. */
export function readMark(line: string): number | undefined {
  const bullet = /^[•●▪◦‣∙○■□–—*+-]\s/.exec(line);
  if (bullet !== null) return bullet[0].length;
  return /^\(?(?:\d{1,2}|[a-zа-я])[.)]\s/i.test(line) ? 0 : undefined;
}

function isHeading(line: string): boolean {
  if (line.length > MAX_HEADING_CHARACTERS || !/\p{Letter}/u.test(line) || readMark(line) === 0) return false;
  if (/[.,;:!…]$/.test(line)) return false;
  return /^[\p{Lu}\p{Nd}«"'“#]/u.test(line);
}

/** Lines that a program broke become one; verses, addresses, rows of prices and the like keep theirs. */
function joinLines(lines: string[]): string {
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (longest < BROKEN_LINE) return lines.join('\n');
  const isRow = findRows(lines);
  return lines.reduce((text, line, at) => `${text}${isRow[at] ? '\n' : ' '}${line}`);
}

/** Items with empty lines between them are one list. */
function mergeLists(blocks: DocumentBlock[]): DocumentBlock[] {
  const merged: DocumentBlock[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (block.kind === 'list' && last?.kind === 'list') last.items.push(...block.items);
    else merged.push(block);
  }
  return merged;
}
