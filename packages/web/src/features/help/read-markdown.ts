/** Words of a line, with what Markdown says of them. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; words: Inline[] }
  | { kind: 'link'; href: string; words: Inline[] };

export type Block =
  | { kind: 'heading'; level: number; words: Inline[] }
  | { kind: 'paragraph'; words: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const HEADING = /^(#{1,4}) (.*)$/;
const FENCE = '```';
const ITEM = /^(?:[-*]|(\d{1,3})\.) (.*)$/;
const MARKED = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\][]+)\]\(([^()\s]+)\)/g;

/**
 * The Markdown of our help pages: headings, paragraphs, lists, tables, code and links. What it gives is data: markup in
 * the text stays text.
 */
export function readMarkdown(source: string): Block[] {
  return readBlocks(source.split(/\r?\n/));
}

type Taken = { block: Block | null; count: number };

function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, count } = takeBlock(lines.slice(at));
    if (block !== null) blocks.push(block);
    at += count;
  }
  return blocks;
}

function takeBlock(lines: readonly string[]): Taken {
  const [first = ''] = lines;
  if (first.trim() === '') return { block: null, count: 1 };
  const heading = HEADING.exec(first);
  if (heading !== null) {
    const [, marks = '', words = ''] = heading;
    return { block: { kind: 'heading', level: marks.length, words: readWords(words) }, count: 1 };
  }
  if (first.startsWith(FENCE)) return takeCode(lines);
  if (first.startsWith('|')) return takeTable(lines);
  if (ITEM.test(first)) return takeList(lines);
  return takeParagraph(lines);
}

function takeCode(lines: readonly string[]): Taken {
  const end = lines.findIndex((line, at) => at > 0 && line.startsWith(FENCE));
  const inside = lines.slice(1, end === -1 ? lines.length : end);
  return { block: { kind: 'code', text: inside.join('\n') }, count: end === -1 ? lines.length : end + 1 };
}

function takeTable(lines: readonly string[]): Taken {
  const count = countWhile(lines, (line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(0, count).map(readCells);
  return { block: { kind: 'table', head, rows }, count };
}

function readCells(line: string): Inline[][] {
  const cells = line.trim().split('|').slice(1, -1);
  return cells.map((cell) => readWords(cell.trim()));
}

/** A line that is set in belongs to the item above it. */
function takeList(lines: readonly string[]): Taken {
  const isOrdered = /^\d/.test(lines[0] ?? '');
  const items: string[][] = [];
  const count = countWhile(lines, (line, at) => {
    const item = ITEM.exec(line);
    if (item !== null && (item[1] !== undefined) === isOrdered) {
      items.push([item[2] ?? '']);
      return true;
    }
    const isInside = line.startsWith('  ') || (line.trim() === '' && (lines[at + 1] ?? '').startsWith('  '));
    if (isInside) items.at(-1)?.push(line.replace(/^ {1,3}/, ''));
    return isInside;
  });
  return { block: { kind: 'list', isOrdered, items: items.map(readBlocks) }, count };
}

function takeParagraph(lines: readonly string[]): Taken {
  const count = countWhile(lines, (line, at) => at === 0 || !beginsBlock(line));
  return { block: { kind: 'paragraph', words: readWords(lines.slice(0, count).join(' ')) }, count };
}

function beginsBlock(line: string): boolean {
  return line.trim() === '' || HEADING.test(line) || ITEM.test(line) || line.startsWith(FENCE) || line.startsWith('|');
}

function countWhile(lines: readonly string[], isOne: (line: string, at: number) => boolean): number {
  const end = lines.findIndex((line, at) => !isOne(line, at));
  return end === -1 ? lines.length : end;
}

function readWords(text: string): Inline[] {
  const words: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > end) words.push({ kind: 'text', text: text.slice(end, match.index) });
    words.push(readMarked(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) words.push({ kind: 'text', text: text.slice(end) });
  return words;
}

function readMarked([whole, code, strong, emphasis, label, href]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', words: readWords(strong) };
  if (emphasis !== undefined) return { kind: 'emphasis', words: readWords(emphasis) };
  if (label !== undefined && href !== undefined) return { kind: 'link', href, words: readWords(label) };
  return { kind: 'text', text: whole };
}
