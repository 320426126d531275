import type { DocumentBlock } from './document.ts';

/** All words of a block, as they stand. */
export function textOf(block: DocumentBlock): string {
  switch (block.kind) {
    case 'list':
      return block.items.join('\n');
    case 'table':
      return [...(block.header === null ? [] : [block.header]), ...block.rows].map((row) => row.join(' ')).join('\n');
    default:
      return block.text;
  }
}
