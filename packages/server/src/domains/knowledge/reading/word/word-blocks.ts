import type { DocumentBlock } from '../document.ts';
import { shapeTable, type TableRow } from '../tables/shape-table.ts';
import type { WordPart } from './read-word-part.ts';
import type { WordBlock, WordCell, WordParagraph, WordTable } from './word-parts.ts';
import type { WordStyles } from './word-styles.ts';

/** What a bold line is where no style says that it is a heading: below all that one does. */
const BOLD_LINE_LEVEL = 9;
const MAX_BOLD_LINE = 90;
const NO_PLACE = {};

type Look = { styles: WordStyles; notes: WordPart['notes'] };

/** Blocks of a document: headings by style, lists, tables with the names of their columns, and each note under what it is of. */
export function toBlocks(parts: WordBlock[], look: Look): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  for (const part of parts) {
    if (part.kind === 'table') blocks.push(...tableBlocks(part, look));
    else addParagraph(blocks, part, look);
  }
  return blocks;
}

function addParagraph(blocks: DocumentBlock[], paragraph: WordParagraph, { styles, notes }: Look): void {
  const text = cleanText(paragraph.text);
  const level = text === '' ? undefined : levelOf(paragraph, text, styles);
  const last = blocks.at(-1);
  if (level !== undefined) blocks.push({ kind: 'heading', level, text, place: NO_PLACE });
  else if (text !== '' && styles.isListItem(paragraph)) {
    if (last?.kind === 'list') last.items.push(text);
    else blocks.push({ kind: 'list', items: [text], place: NO_PLACE });
  } else if (text !== '') blocks.push({ kind: 'paragraph', text, place: NO_PLACE });
  for (const note of paragraph.notes) {
    const words = (notes.get(note) ?? []).map(plainText).join(' ').trim();
    if (words !== '') blocks.push({ kind: 'paragraph', text: words, place: NO_PLACE });
  }
}

function levelOf(paragraph: WordParagraph, text: string, styles: WordStyles): number | undefined {
  const level = styles.headingLevel(paragraph);
  if (level !== undefined || styles.isListItem(paragraph)) return level;
  const isTitle =
    paragraph.isBold && text.length <= MAX_BOLD_LINE && !/[.,;!?…]$/.test(text) && /\p{Letter}/u.test(text);
  return isTitle && !text.includes('\n') ? BOLD_LINE_LEVEL : undefined;
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
  if (widest < 2) return table.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => toBlocks(blocks, look)));
  const above: string[] = [];
  const rows = table.rows.map(({ cells, names }): TableRow => {
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
  return [...shapeTable(rows), ...notes.flatMap((note) => toBlocks(look.notes.get(note) ?? [], look))];
}

function notesOf(block: WordBlock): string[] {
  if (block.kind === 'paragraph') return block.notes;
  return block.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.flatMap(notesOf)));
}
