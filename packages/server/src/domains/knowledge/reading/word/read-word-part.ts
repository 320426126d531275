import { readXml, type XmlTag } from '../archive/read-xml.ts';
import { readingLimits } from '../reading-limits.ts';
import { refuseDocument } from '../refuse-document.ts';
import type { WordBlock, WordCell, WordParagraph, WordRow, WordTable } from './word-parts.ts';

/** What a part of a document holds: its body, and notes by their kind and id where it is the part of notes. */
export type WordPart = { blocks: WordBlock[]; notes: Map<string, WordBlock[]> };

type Open = {
  containers: WordBlock[][];
  paragraphs: WordParagraph[];
  tables: { table: WordTable; row: WordRow | undefined; cells: WordCell[] }[];
  run: { isHidden: boolean; isBold: boolean } | undefined;
  /** Whether the choice of each open alternative was read: what stands beside it is the same for older programs. */
  choices: boolean[];
  skipped: number;
  counted: number;
  characters: number;
  isText: boolean;
  note: string | undefined;
  notes: WordPart['notes'];
};
type Attributes = Record<string, string>;

/** Deleted and moved away, instructions of fields, and how things were before a change. */
const SKIPPED = new Set(
  'del moveFrom delText instrText delInstrText pPrChange rPrChange tblPrChange trPrChange tcPrChange sectPrChange'.split(
    ' ',
  ),
);

/** Paragraphs and tables of a part in their order, with text boxes, as the last author left them. */
export async function readWordPart(chunks: AsyncIterable<Buffer>): Promise<WordPart> {
  const blocks: WordBlock[] = [];
  const open: Open = {
    ...{ containers: [blocks], paragraphs: [], tables: [], run: undefined, choices: [] },
    ...{ skipped: 0, counted: 0, characters: 0, isText: false, note: undefined, notes: new Map() },
  };
  await readXml(chunks, {
    open(tag) {
      if (open.skipped > 0 || isSkipped(open, tag)) open.skipped += 1;
      else if (isWord(tag)) opened[tag.name]?.(open, tag.attributes);
      else if (tag.name === 'Choice') open.choices[open.choices.length - 1] = true;
      else if (tag.name === 'AlternateContent') open.choices.push(false);
    },
    close(tag) {
      if (open.skipped > 0) open.skipped -= 1;
      else if (isWord(tag)) closed[tag.name]?.(open);
      else if (tag.name === 'AlternateContent') open.choices.pop();
    },
    text(text) {
      if (open.isText && open.skipped === 0) addText(open, text);
    },
  });
  return { blocks, notes: open.notes };
}

/** Of the usual and of the strict form; formulas have their own words of the same names. */
function isWord({ uri }: Pick<XmlTag, 'uri'>): boolean {
  return uri.endsWith('/main') ? uri.includes('wordprocessingml') : uri.endsWith('/math');
}

function isSkipped(open: Open, tag: XmlTag): boolean {
  if (tag.name === 'Fallback') return open.choices.at(-1) === true;
  return isWord(tag) && SKIPPED.has(tag.name);
}

function addText(open: Open, text: string): void {
  const paragraph = open.paragraphs.at(-1);
  if (paragraph === undefined || open.run?.isHidden === true) return;
  open.characters += text.length;
  if (open.characters > readingLimits.characters) refuseDocument('too_large');
  paragraph.text += text;
  if (text.trim() !== '' && open.run?.isBold !== true) paragraph.isBold = false;
}

/** A property that is there is on, unless it says that it is off. */
function isOn({ val = 'true' }: Attributes): boolean {
  return !/^(?:0|false|off|none)$/.test(val);
}

function current(open: Open): WordParagraph | undefined {
  return open.paragraphs.at(-1);
}

function push(open: Open, block: WordBlock): void {
  open.containers.at(-1)?.push(block);
}

function inRun(change: (open: Open, attributes: Attributes) => void) {
  return (open: Open, attributes: Attributes): void => {
    if (open.run !== undefined) change(open, attributes);
  };
}

function openNote(kind: string) {
  return (open: Open, { id = '' }: Attributes): void => {
    open.note = `${kind}${id}`;
    open.containers.push([]);
  };
}

function closeNote(open: Open): void {
  const blocks = open.containers.pop();
  if (open.note !== undefined && blocks !== undefined) open.notes.set(open.note, blocks);
  open.note = undefined;
}

const opened: Record<string, (open: Open, attributes: Attributes) => void> = {
  p(open) {
    open.counted += 1;
    if (open.counted > readingLimits.paragraphs) refuseDocument('too_large');
    const from = { styleId: undefined, listId: undefined, outline: undefined };
    open.paragraphs.push({ kind: 'paragraph', text: '', ...from, isBold: true, notes: [] });
    open.run = undefined;
  },
  pStyle(open, { val }) {
    const paragraph = current(open);
    if (paragraph !== undefined && open.run === undefined) paragraph.styleId = val;
  },
  numId(open, { val }) {
    const paragraph = current(open);
    if (paragraph !== undefined) paragraph.listId = val;
  },
  outlineLvl(open, { val }) {
    const paragraph = current(open);
    if (paragraph !== undefined) paragraph.outline = Number(val);
  },
  r(open) {
    open.run = { isHidden: false, isBold: false };
  },
  vanish: inRun((open, attributes) => {
    if (open.run !== undefined) open.run.isHidden = isOn(attributes);
  }),
  b: inRun((open, attributes) => {
    if (open.run !== undefined) open.run.isBold = isOn(attributes);
  }),
  t(open) {
    open.isText = true;
  },
  tab: inRun((open) => addText(open, '\t')),
  br: inRun((open) => addText(open, '\n')),
  cr: inRun((open) => addText(open, '\n')),
  noBreakHyphen: inRun((open) => addText(open, '-')),
  footnoteReference: (open, { id }) => void current(open)?.notes.push(`f${id}`),
  endnoteReference: (open, { id }) => void current(open)?.notes.push(`e${id}`),
  footnote: openNote('f'),
  endnote: openNote('e'),
  txbxContent: (open) => void open.containers.push([]),
  tbl(open) {
    open.tables.push({ table: { kind: 'table', rows: [] }, row: undefined, cells: [] });
  },
  tr(open) {
    const last = open.tables.at(-1);
    if (last === undefined) return;
    last.row = { names: false, cells: [] };
    last.table.rows.push(last.row);
  },
  tblHeader(open, attributes) {
    const row = open.tables.at(-1)?.row;
    if (row !== undefined) row.names = isOn(attributes);
  },
  tc(open) {
    const cell: WordCell = { span: 1, continuesAbove: false, blocks: [] };
    open.tables.at(-1)?.row?.cells.push(cell);
    open.tables.at(-1)?.cells.push(cell);
    open.containers.push(cell.blocks);
  },
  gridSpan(open, { val }) {
    const cell = open.tables.at(-1)?.cells.at(-1);
    if (cell !== undefined) cell.span = Math.min(100, Math.max(1, Number(val) || 1));
  },
  vMerge(open, { val = 'continue' }) {
    const cell = open.tables.at(-1)?.cells.at(-1);
    if (cell !== undefined) cell.continuesAbove = val !== 'restart';
  },
};

const closed: Record<string, (open: Open) => void> = {
  p(open) {
    const paragraph = open.paragraphs.pop();
    if (paragraph !== undefined) push(open, paragraph);
    open.run = undefined;
  },
  r(open) {
    open.run = undefined;
  },
  t(open) {
    open.isText = false;
  },
  txbxContent(open) {
    const inner = open.containers.pop() ?? [];
    // Its anchor is a run of the paragraph that goes on around it.
    open.run = { isHidden: false, isBold: false };
    for (const block of inner) push(open, block);
  },
  footnote: closeNote,
  endnote: closeNote,
  tc(open) {
    open.containers.pop();
    open.tables.at(-1)?.cells.pop();
  },
  tbl(open) {
    const last = open.tables.pop();
    if (last !== undefined) push(open, last.table);
  },
};
