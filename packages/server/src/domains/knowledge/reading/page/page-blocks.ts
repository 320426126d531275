import type { DocumentBlock, DocumentPlace } from '../document.ts';
import { readingLimits } from '../reading-limits.ts';
import { type CellRoom, createCellRoom } from '../tables/cell-room.ts';
import { shapeTable } from '../tables/shape-table.ts';
import type { TableRow } from '../tables/table-rows.ts';
import { isElement, isText, type PageElement, type PageNode } from './page-nodes.ts';

const INLINE = new Set(
  'A ABBR B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK NOBR Q RUBY RT S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);
const SKIPPED = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME HEAD TITLE DEL S STRIKE'.split(' '));
const MAX_DEPTH = 400;
const QUESTION_LEVEL = 7;

/** `holders`: all that a heading stands in. */
type Walk = {
  blocks: DocumentBlock[];
  place: DocumentPlace;
  words: string;
  holders: ReadonlySet<PageElement>;
  room: CellRoom;
};

/** Blocks of a page in the order of its text. Places name the nearest heading with an id. */
export function readBlocks(root: PageElement): DocumentBlock[] {
  const walk: Walk = { blocks: [], place: {}, words: '', holders: findHolders(root), room: createCellRoom() };
  walkChildren(walk, root, 0);
  closeParagraph(walk);
  return walk.blocks;
}

/** Found once: to look for a heading within each element takes the square of the time where they are nested. */
function findHolders(root: PageElement): Set<PageElement> {
  const holders = new Set<PageElement>();
  for (const heading of root.querySelectorAll('h1,h2,h3,h4,h5,h6,summary,dt'))
    for (let at = heading.parentNode; at !== null && !holders.has(at); at = at.parentNode) holders.add(at);
  return holders;
}

function walkChildren(walk: Walk, parent: PageElement, depth: number): void {
  if (depth > MAX_DEPTH) {
    walk.words += ` ${parent.textContent}`;
    return;
  }
  for (const child of parent.childNodes) walkNode(walk, child, depth + 1);
}

function walkNode(walk: Walk, node: PageNode, depth: number): void {
  if (isText(node)) walk.words += node.textContent.replaceAll(/\s/g, ' ');
  if (!isElement(node)) return;
  const name = node.tagName.toUpperCase();
  if (SKIPPED.has(name)) return;
  const read = readers[name];
  if (read !== undefined) read(walk, node, depth);
  else if (INLINE.has(name)) walkChildren(walk, node, depth);
  else {
    closeParagraph(walk);
    notePlace(walk, node);
    walkChildren(walk, node, depth);
    closeParagraph(walk);
  }
}

const readers: Record<string, (walk: Walk, element: PageElement, depth: number) => void> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`H${level}`, headingReader(level)])),
  SUMMARY: headingReader(QUESTION_LEVEL),
  DT: headingReader(QUESTION_LEVEL),
  BR: (walk) => {
    // Two of them stand for a paragraph.
    if (walk.words.endsWith('\n')) closeParagraph(walk);
    else walk.words = `${trimEnd(walk.words)}\n`;
  },
  HR: closeParagraph,
  PRE: (walk, element) => {
    closeParagraph(walk);
    const text = element.textContent.split('\n').map(trimEnd).join('\n').trim();
    if (text !== '') walk.blocks.push({ kind: 'paragraph', text, place: walk.place });
  },
  UL: readList,
  OL: readList,
  TABLE: readTable,
  IMG: () => undefined,
};

function headingReader(level: number) {
  return (walk: Walk, element: PageElement): void => {
    closeParagraph(walk);
    notePlace(walk, element);
    const text = foldSpaces(element.textContent);
    if (text !== '') walk.blocks.push({ kind: 'heading', level, text, place: walk.place });
  };
}

function closeParagraph(walk: Walk): void {
  const text = walk.words.split('\n').map(foldSpaces).join('\n').trim();
  walk.words = '';
  if (text !== '') walk.blocks.push({ kind: 'paragraph', text, place: walk.place });
}

/** The nearest id at or around a heading is what an address with `#` leads to. */
function notePlace(walk: Walk, element: PageElement): void {
  const isHeading = /^(?:H[1-6]|SUMMARY|DT)$/.test(element.tagName.toUpperCase());
  const named = isHeading ? (element.querySelector('[id],a[name]') ?? element) : element;
  const inner = named.id || named.getAttribute('name') || '';
  const anchor = (isHeading && element.id) || inner;
  if (anchor === '' || (!isHeading && !walk.holders.has(element))) return;
  walk.place = { anchor };
}

/** Items of one line stay a list; items with parts of their own are read as what they hold. */
function readList(walk: Walk, element: PageElement, depth: number): void {
  closeParagraph(walk);
  const items = [...element.children].filter((child) => child.tagName.toUpperCase() === 'LI');
  const isPlain = items.every((item) => !hasOwnParts(item));
  if (!isPlain || items.length === 0) {
    walkChildren(walk, element, depth);
    closeParagraph(walk);
    return;
  }
  const isNumbered = element.tagName.toUpperCase() === 'OL';
  const texts = items.flatMap((item, at) => listTexts(item, isNumbered ? `${at + 1}. ` : ''));
  if (texts.length > 0) walk.blocks.push({ kind: 'list', items: texts, place: walk.place });
}

/** More than a text, or than one text and the items under it. */
function hasOwnParts(item: PageElement): boolean {
  if (item.querySelector('table,h1,h2,h3,h4,h5,h6,pre,dl,details') !== null) return true;
  return [...item.querySelectorAll('p')].length > 1;
}

/** Items under an item are said with it: "Доставка: до двери". */
function listTexts(item: PageElement, number: string): string[] {
  const inner = [...item.querySelectorAll('ul,ol')].filter((list) => list.parentNode?.closest('li') === item);
  const under = inner.flatMap((list) =>
    [...list.children].filter((child) => child.tagName.toUpperCase() === 'LI').flatMap((child) => listTexts(child, '')),
  );
  for (const list of inner) list.remove();
  const own = foldSpaces(separateBlocks(item));
  if (own === '') return under;
  if (under.length === 0) return [`${number}${own}`];
  const name = own.endsWith(':') ? own : `${own}:`;
  return [`${number}${own}`, ...under.map((text) => `${name} ${text}`)];
}

/** Words of neighbouring blocks do not run into each other. */
function separateBlocks(element: PageElement): string {
  let text = '';
  for (const child of element.childNodes) {
    if (isText(child)) text += child.textContent;
    else if (isElement(child)) {
      const name = child.tagName.toUpperCase();
      if (SKIPPED.has(name)) continue;
      const inner = name === 'BR' ? ' ' : separateBlocks(child);
      text += INLINE.has(name) ? inner : ` ${inner} `;
    }
  }
  return text;
}

function readTable(walk: Walk, element: PageElement, depth: number): void {
  closeParagraph(walk);
  const rows = [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element);
  if (isLayout(element, rows)) {
    for (const row of rows)
      for (const cell of row.children) {
        walkChildren(walk, cell, depth);
        closeParagraph(walk);
      }
    return;
  }
  const caption = element.querySelector('caption');
  const title = caption === null ? '' : foldSpaces(caption.textContent);
  if (title !== '') walk.blocks.push({ kind: 'paragraph', text: title, place: walk.place });
  walk.blocks.push(...shapeTable(spreadCells(rows, walk)));
}

/** A table that only places things on the page. */
function isLayout(table: PageElement, rows: PageElement[]): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return true;
  if (table.querySelector('table,h1,h2,h3') !== null) return true;
  const widest = rows.reduce((most, row) => Math.max(most, [...row.children].length), 0);
  return widest < 2;
}

const MAX_SPAN = 50;

/** Cells that go over several rows or columns are said in each row, once. */
function spreadCells(rows: PageElement[], { place, room }: Walk): TableRow[] {
  const kept: { text: string; rows: number }[] = [];
  return rows.map((row) => {
    const cells: string[] = [];
    const fillFromAbove = () => {
      for (let above = kept[cells.length]; above !== undefined && above.rows > 0; above = kept[cells.length]) {
        above.rows -= 1;
        cells.push(above.text);
      }
    };
    let names = 0;
    for (const cell of row.children) {
      fillFromAbove();
      // Such a row is refused as it ends.
      if (cells.length > readingLimits.columns) break;
      const text = foldSpaces(separateBlocks(cell));
      const down = spanOf(cell, 'rowspan');
      if (cell.tagName.toUpperCase() === 'TH') names += 1;
      const isInHead = row.closest('thead') !== null;
      for (let column = 0; column < spanOf(cell, 'colspan'); column += 1) {
        kept[cells.length] = { text, rows: down - 1 };
        cells.push(column === 0 || isInHead ? text : '');
      }
    }
    fillFromAbove();
    room.takeRow(cells.length);
    const isNames = row.closest('thead') !== null || (names > 1 && names === [...row.children].length);
    return { cells, place, names: isNames };
  });
}

function spanOf(cell: PageElement, name: 'rowspan' | 'colspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1;
}

export function foldSpaces(text: string): string {
  return text.replaceAll(/\s/g, ' ').split(' ').filter(Boolean).join(' ');
}

function trimEnd(text: string): string {
  return text.trimEnd();
}
