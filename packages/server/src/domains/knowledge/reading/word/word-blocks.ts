import type { DocumentBlock } from '../document.ts';
import { type CellRoom, createCellRoom } from '../tables/cell-room.ts';
import { shapeTable } from '../tables/shape-table.ts';
import type { TableRow } from '../tables/table-rows.ts';
import type { WordPart } from './read-word-part.ts';
import type { WordBlock, WordCell, WordParagraph, WordTable } from './word-parts.ts';
import type { WordStyles } from './word-styles.ts';

/** What a bold line is where no style says that it is a heading: below all that one does. */
const BOLD_LINE_LEVEL = 9;
const MAX_BOLD_LINE = 90;
const NO_PLACE = {};

/** A title and what it is divided into; more of them are a text in bold. */
const MAX_BOLD_RUN = 2;
/** A price, a share, an address, a phone, a time: the line is what somebody asks for. */
const SAYS_SOMETHING = /[₽$€£%@]|(?<!\p{L})руб|https?:|\d[\d\s()+-]{5,}\d|\d{1,2}[:.]\d\d/iu;

type Look = {
  styles: WordStyles;
  notes: WordPart['notes'];
  /** Headings that are so by their look alone. */
  boldLines: Set<DocumentBlock>;
  room: CellRoom;
};

/** Blocks of a document: headings by style, lists, tables with the names of their columns, and each note under what it is of. */
export function toBlocks(parts: WordBlock[], look: Pick<Look, 'styles' | 'notes'>): DocumentBlock[] {
  return toSettledBlocks(parts, { ...look, room: createCellRoom() });
}

function toSettledBlocks(parts: WordBlock[], look: Omit<Look, 'boldLines'>): DocumentBlock[] {
  const boldLines = new Set<DocumentBlock>();
  return settleBoldLines(readBlocks(parts, { ...look, boldLines }), boldLines);
}

/** A bold line is a heading where something stands below it: as one without, it would be searched by nobody. */
function settleBoldLines(blocks: DocumentBlock[], boldLines: ReadonlySet<DocumentBlock>): DocumentBlock[] {
  const isBold = (at: number) => {
    const block = blocks[at];
    return block !== undefined && boldLines.has(block);
  };
  let begin = 0;
  return blocks.map((block, at) => {
    if (block.kind !== 'heading' || !isBold(at)) return block;
    if (!isBold(at - 1)) begin = at;
    let end = at;
    while (isBold(end + 1)) end += 1;
    const below = blocks[end + 1];
    const isHeading = below !== undefined && below.kind !== 'heading' && end - begin < MAX_BOLD_RUN;
    if (!isHeading) return { kind: 'paragraph', text: block.text, place: block.place };
    return { ...block, level: BOLD_LINE_LEVEL - (end - at) };
  });
}

function readBlocks(parts: WordBlock[], look: Look): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  for (const part of parts) {
    if (part.kind === 'table') blocks.push(...tableBlocks(part, look));
    else addParagraph(blocks, part, look);
  }
  return blocks;
}

function addParagraph(blocks: DocumentBlock[], paragraph: WordParagraph, look: Look): void {
  const { styles, notes } = look;
  const text = cleanText(paragraph.text);
  const level = text === '' ? undefined : styles.headingLevel(paragraph);
  const last = blocks.at(-1);
  if (level !== undefined) blocks.push({ kind: 'heading', level, text, place: NO_PLACE });
  else if (isBoldLine(paragraph, text, styles)) {
    const line: DocumentBlock = { kind: 'heading', level: BOLD_LINE_LEVEL, text, place: NO_PLACE };
    blocks.push(line);
    look.boldLines.add(line);
  } else if (text !== '' && styles.isListItem(paragraph)) {
    if (last?.kind === 'list') last.items.push(text);
    else blocks.push({ kind: 'list', items: [text], place: NO_PLACE });
  } else if (text !== '') blocks.push({ kind: 'paragraph', text, place: NO_PLACE });
  for (const note of paragraph.notes) {
    const words = (notes.get(note) ?? []).map(plainText).join(' ').trim();
    if (words !== '') blocks.push({ kind: 'paragraph', text: words, place: NO_PLACE });
  }
}

function isBoldLine(paragraph: WordParagraph, text: string, styles: WordStyles): boolean {
  if (!paragraph.isBold || styles.isListItem(paragraph) || text.includes('\n')) return false;
  const isTitle = text.length <= MAX_BOLD_LINE && !/[.,;!?…]$/.test(text) && /\p{Letter}/u.test(text);
  return isTitle && !SAYS_SOMETHING.test(text);
}

/** Tabs and spaces are one; a line that the author broke stays. */
function cleanText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s/g, ' ').split(' ').filter(Boolean).join(' '))
    .join('\n')
    .trim();
}

function plainText(block: WordBlock): string {
  if (block.kind === 'paragraph') return cleanText(block.text);
  return block.rows.map(({ cells }) => cells.map(cellText).join(' ')).join('\n');
}

function cellText({ blocks }: WordCell): string {
  return blocks.map(plainText).filter(Boolean).join('\n').trim();
}

function tableBlocks(table: WordTable, look: Look): DocumentBlock[] {
  const widest = table.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  // A frame around text, or the page divided for looks.
  if (widest < 2) return table.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => readBlocks(blocks, look)));
  const above: string[] = [];
  const rows = table.rows.map(({ cells, names }): TableRow => {
    look.room.takeRow(cells.reduce((sum, { span }) => sum + span, 0));
    const texts: string[] = [];
    for (const cell of cells) {
      const column = texts.length;
      const text = cell.continuesAbove ? (above[column] ?? '') : cellText(cell);
      above[column] = text;
      for (let at = 0; at < cell.span; at += 1) texts.push(at === 0 || names ? text : '');
    }
    return { cells: texts, place: NO_PLACE, names };
  });
  const notes = table.rows
    .flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))
    .flatMap((block) => notesOf(block));
  return [...shapeTable(rows), ...notes.flatMap((note) => toSettledBlocks(look.notes.get(note) ?? [], look))];
}

function notesOf(block: WordBlock): string[] {
  if (block.kind === 'paragraph') return block.notes;
  return block.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.flatMap(notesOf)));
}
