import type { DocumentBlock } from '../../document.ts';
import { textOf } from '../../text-of-block.ts';
import { readBlocks } from '../page-blocks.ts';
import type { PageElement } from '../page-nodes.ts';

/** What a shop writes before an answer. */
const BEFORE = /^(?:ответ|answer|a|о)\s*[:—–-]\s+/i;

/** The blocks of an answer as a person would type them. */
export function writeAnswer(blocks: readonly DocumentBlock[]): string {
  let text = '';
  let former: DocumentBlock['kind'] | undefined;
  for (const block of blocks) {
    const isClose = former === 'heading' || block.kind === 'list';
    if (text !== '') text += isClose ? '\n' : '\n\n';
    text += writeBlock(block);
    former = block.kind;
  }
  return text.replace(BEFORE, '').trim();
}

/** The text under an element. Reading takes lists apart, so it is done on a copy. */
export function answerIn(element: PageElement): string {
  return writeAnswer(readBlocks(element.cloneNode(true)));
}

const NUMBERED = /^\d{1,3}[.)] /;

function writeBlock(block: DocumentBlock): string {
  if (block.kind === 'list') return block.items.map((item) => (NUMBERED.test(item) ? item : `• ${item}`)).join('\n');
  if (block.kind === 'table') return block.rows.map((row) => writeRow(row, block.header)).join('\n');
  return textOf(block);
}

/** "Москва — Срок: 1 день; Цена: 300 ₽": a message has no columns. */
function writeRow(row: string[], header: string[] | null): string {
  const [first = '', ...others] = row;
  const cells = others.flatMap((cell, at) => {
    if (cell === '') return [];
    const name = header?.[at + 1] ?? '';
    return [name === '' ? cell : `${name}: ${cell}`];
  });
  return [first, cells.join('; ')].filter((part) => part !== '').join(' — ');
}
