import { cleanText } from '@otvet/contract/clean-text';
import type { DocumentBlock, DocumentPlace, ReadDocument } from './document.ts';
import { cutShort } from './passages/cut-short.ts';
import { readingLimits } from './reading-limits.ts';
import { refuseDocument } from './refuse-document.ts';

type Told = Pick<ReadDocument, 'title' | 'blocks'>;

/**
 * A document whose texts the database can hold, and of bounded length: its title, and the names of its places, stand in
 * every passage. Throws DocumentRefusedError.
 */
export function tidyDocument({ title, blocks }: Told): Told {
  let left: number = readingLimits.characters;
  for (const block of blocks) {
    left -= countCharacters(block);
    if (left < 0) refuseDocument('too_large');
  }
  return { title: title === null ? null : tidyName(title) || null, blocks: blocks.map(tidyBlock) };
}

/** Without putting its texts together: a header of many tables is one text in memory. */
function countCharacters(block: DocumentBlock): number {
  switch (block.kind) {
    case 'list':
      return countTexts(block.items);
    case 'table':
      return [block.header ?? [], ...block.rows].reduce((sum, row) => sum + countTexts(row), 0);
    default:
      return block.text.length + 1;
  }
}

/** Each with the sign that divides it from the next. */
const countTexts = (texts: string[]) => texts.reduce((sum, { length }) => sum + length + 1, 0);

function tidyBlock(block: DocumentBlock): DocumentBlock {
  const place = tidyPlace(block.place);
  switch (block.kind) {
    case 'list':
      return { ...block, place, items: block.items.map(cleanText) };
    case 'table':
      return { ...block, place, header: block.header?.map(cleanText) ?? null, rows: block.rows.map(tidyRow) };
    default:
      return { ...block, place, text: cleanText(block.text) };
  }
}

const tidyRow = (row: string[]) => row.map(cleanText);
const tidyName = (name: string) => cutShort(cleanText(name), readingLimits.titleCharacters);

function tidyPlace({ sheet, anchor, ...place }: DocumentPlace): DocumentPlace {
  return {
    ...place,
    ...(sheet !== undefined && { sheet: tidyName(sheet) }),
    ...(anchor !== undefined && { anchor: cutShort(cleanText(anchor), readingLimits.anchorCharacters) }),
  };
}
