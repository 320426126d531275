import type { DocumentBlock } from '../document.ts';
import { shapeSheet } from '../tables/shape-sheet.ts';
import { BROKEN_LINE, findNames, isNameOfPrices, isRowOfList, keepRows, nameOf } from './find-names.ts';
import { findRows, GOES_ON } from './find-rows.ts';
import { findTabTables } from './find-tab-tables.ts';

const NO_PLACE = {};
/** A line that is this much shorter than the longest was ended by whoever wrote it. */
const BROKEN_SHARE = 0.5;
/** Letters differ in width: a line that a program broke within a sentence may have so much less of them than the longest. */
const SURE_SHARE = 0.85;
const MANY_LINES = 3;
/** Of a heading that no line is drawn below. */
const HEADING_LEVEL = 3;
const MAX_HEADING_CHARACTERS = 90;
/** A few words and nothing else. */
const NAME = /^\p{Lu}\p{L}*(?: \p{L}+){0,3}$/u;
const BEGINS = /^["«“„'(]?\p{Lu}/u;
const SENTENCE_END = /[.!?]$/;
/** «Часы работы: …». */
const LABEL = /^\p{Lu}\p{L}*(?: \p{Ll}+){0,2}: ?[\p{L}\p{N}+@«"]/u;

/** Blocks of plain text: what stands between empty lines, with lists, tables by tabs and what looks like a heading. */
export function readPlainText(text: string): DocumentBlock[] {
  const lines = text.split(/\r\n|[\n\r\f\u2028]/);
  const parts: DocumentBlock[][] = [];
  let from = 0;
  for (const table of findTabTables(lines)) {
    parts.push(readLines(lines.slice(from, table.from)));
    parts.push(shapeSheet(table.rows.map((cells) => ({ cells, place: NO_PLACE }))));
    from = table.end;
  }
  const below = lines.slice(from).flatMap((line) => line.trim() || []);
  // A line that stands alone below a table is no heading of anything.
  parts.push(from > 0 && below.length === 1 ? readSection(below) : readLines(lines.slice(from)));
  return mergeLists(placeGroups(keepRows(parts.flat())));
}

function readLines(lines: readonly string[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let paragraph: string[] = [];
  const close = () => {
    blocks.push(...readSections(paragraph));
    paragraph = [];
  };
  for (const raw of lines) {
    const line = raw.trim();
    if (line === '') close();
    else if (isUnderline(line) && paragraph.length > 0) {
      const heading = paragraph.pop() ?? '';
      close();
      blocks.push({ kind: 'heading', level: line.startsWith('=') ? 1 : 2, text: heading, place: NO_PLACE });
    } else paragraph.push(line);
  }
  close();
  return blocks;
}

function isUnderline(line: string): boolean {
  return /^(?:={3,}|-{3,}|\*{3,}|_{3,})$/.test(line);
}

/** A paragraph in which names of rows stand is several: each name is a heading. */
function readSections(lines: string[]): DocumentBlock[] {
  const levels = findNames(lines);
  const blocks: DocumentBlock[] = [];
  let from = 0;
  for (const [at, level] of levels.entries()) {
    if (level === undefined) continue;
    const heading = { kind: 'heading' as const, level, text: nameOf(lines[at] ?? ''), place: NO_PLACE };
    blocks.push(...readSection(lines.slice(from, at)), heading);
    from = at + 1;
  }
  return [...blocks, ...(from === 0 ? readParagraph(lines) : readSection(lines.slice(from)))];
}

/** A line that stands alone here does not in the text: it is no heading. */
function readSection(lines: string[]): DocumentBlock[] {
  const [only = ''] = lines;
  if (lines.length !== 1 || readMark(only) !== undefined) return readParagraph(lines);
  return [{ kind: 'paragraph', text: only, place: NO_PLACE }];
}

/** The names of some rows stand below that of all of them, where there is one. */
function placeGroups(blocks: DocumentBlock[]): DocumentBlock[] {
  let holder = '';
  let holds = false;
  return blocks.map((block, at) => {
    if (block.kind !== 'heading') return block;
    holds ||= holder !== '' && blocks[at - 1]?.kind === 'heading';
    if (block.level > HEADING_LEVEL && holds) return block;
    holder = block.text;
    holds = isNameOfPrices(holder);
    return block.level > HEADING_LEVEL ? { ...block, level: HEADING_LEVEL } : block;
  });
}

function readParagraph(lines: string[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let from = 0;
  while (from < lines.length) {
    const only = lines[from] ?? '';
    if (from === lines.length - 1 && (isHeading(only) || isNameOfPrices(only))) {
      blocks.push({ kind: 'heading', level: HEADING_LEVEL, text: nameOf(only), place: NO_PLACE });
      return blocks;
    }
    if (isNameOf(only, lines[from + 1])) {
      blocks.push({ kind: 'heading', level: HEADING_LEVEL, text: only, place: NO_PLACE });
      from += 1;
      continue;
    }
    const first = findMark(lines, from);
    const before = lines.slice(from, first === -1 ? lines.length : first);
    if (before.length > 0) blocks.push({ kind: 'paragraph', text: joinLines(before), place: NO_PLACE });
    if (first === -1) return blocks;
    const { items, end } = takeItems(lines, first);
    blocks.push({ kind: 'list', items, place: NO_PLACE });
    from = end;
  }
  return blocks;
}

function findMark(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) if (readMark(lines[at] ?? '') !== undefined) return at;
  return -1;
}

/** The items that lines begin with, each with the lines that a program broke off; at `end` something else begins. */
function takeItems(lines: readonly string[], from: number): { items: string[]; end: number } {
  const items: string[][] = [];
  let end = from;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    const item = items.at(-1);
    const mark = readMark(line, item?.[0]);
    if (mark !== undefined) items.push([line.slice(mark).trim()]);
    else if (BEGINS.test(line) && (lines[end - 1] ?? '').length < BROKEN_LINE) break;
    else item?.push(line);
  }
  return { items: items.map((item) => item.join(' ')), end };
}

/** «г. Тула», «д. 5», «с. Ясное», «п. Лесной»: an item only below the letter before it. */
const PLACE = /^(?<letter>[гдсп])\. ?(?:\p{Lu}|\p{N})/u;
const LETTER_BEFORE: Readonly<Record<string, string>> = { г: 'в', д: 'г', с: 'р', п: 'о' };

/** The length of the mark that begins an item. A number stays: others may speak of it. `above`: the item before it. */
export function readMark(line: string, above = ''): number | undefined {
  const bullet = /^[•●▪◦‣∙○■□–—*+-]\s/.exec(line);
  if (bullet !== null) return bullet[0].length;
  const letter = PLACE.exec(line)?.groups?.letter;
  if (letter !== undefined && !above.startsWith(`${LETTER_BEFORE[letter]}.`)) return undefined;
  return /^\(?(?:\d{1,2}|[a-zа-я])[.)]\s/i.test(line) ? 0 : undefined;
}

function isHeading(line: string): boolean {
  if (line.length > MAX_HEADING_CHARACTERS || !/\p{Letter}/u.test(line) || readMark(line) === 0) return false;
  if (/[.,;:!…]$/.test(line)) return false;
  return /^[\p{Lu}\p{Nd}«"'“#]/u.test(line);
}

/** «О нас» right above a sentence: without an empty line behind it, a heading all the same. */
function isNameOf(line: string, next: string | undefined): boolean {
  if (next === undefined || !NAME.test(line)) return false;
  return (next.length >= BROKEN_LINE || SENTENCE_END.test(next)) && BEGINS.test(next);
}

function joinLines(lines: string[]): string {
  const isApart = findBreaks(lines);
  return lines.reduce((text, line, at) => `${text}${isApart[at] ? '\n' : ' '}${line}`);
}

/**
 * Which lines of a paragraph stay apart from the one above: those that a program broke become one with it; verses, addresses, rows of
 * prices and the like do not.
 */
export function findBreaks(lines: readonly string[]): boolean[] {
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (longest < BROKEN_LINE) return lines.map(() => true);
  const rows = findRows(lines);
  const isEnded = findEnds(lines, longest);
  return lines.map(
    (line, at) => rows[at] === true || (BEGINS.test(line) && isRowBelowRow(lines, at)) || isEnded[at - 1] === true,
  );
}

/** Which lines whoever wrote them ended: a program breaks one where the next word does not fit, and nowhere else. */
function findEnds(lines: readonly string[], longest: number): boolean[] {
  // By chance no program breaks so many lines each before a capital letter.
  if (lines.length >= MANY_LINES && lines.every((line) => BEGINS.test(line) && !GOES_ON.test(line)))
    return lines.map(() => true);
  const hasRoom = lines.map((line, at) => hasRoomFor(lines[at + 1], line, longest));
  const isByHand = hasRoom.includes(true);
  return lines.map((line, at) => {
    const next = lines[at + 1] ?? '';
    if (hasRoom[at] || line.length < longest * BROKEN_SHARE) return true;
    if (GOES_ON.test(line)) return false;
    return LABEL.test(next) || (isByHand && SENTENCE_END.test(line) && BEGINS.test(next));
  });
}

function hasRoomFor(next: string | undefined, line: string, longest: number): boolean {
  if (next === undefined || !BEGINS.test(next) || GOES_ON.test(line)) return false;
  const width = SENTENCE_END.test(line) ? longest : longest * SURE_SHARE;
  const word = /^\S*/.exec(next)?.[0] ?? '';
  return line.length + 1 + word.length <= width;
}

function isRowBelowRow(lines: readonly string[], at: number): boolean {
  return isRowOfList(lines[at] ?? '') && isRowOfList(lines[at - 1] ?? '');
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
