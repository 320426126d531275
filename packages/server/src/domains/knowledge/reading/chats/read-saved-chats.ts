import type { DocumentBlock, ReadDocument } from '../document.ts';
import type { PageDocument } from '../page/page-nodes.ts';
import { textOf } from '../text-of-block.ts';
import { findPageChat } from './forms/page-chat.ts';
import { findTableChat, isOfCustomers } from './forms/table-chat.ts';
import { findTextChat } from './forms/text-chat.ts';
import { readChat } from './read-chat.ts';

type Read = Pick<ReadDocument, 'title' | 'blocks' | 'isChat'>;
type Table = Extract<DocumentBlock, { kind: 'table' }>;

/** «10:15:07] Марина: …», «10:15 - Марина: …» in one cell. */
const TIME_AND_NAME = /\d{1,2}:\d{2}[^\]:–—-]{0,8}(?::\d{2}[^\]:–—-]{0,8})?(?:\]|\s[-–—])\s[^:]{1,60}:/u;
/** A long message has lines of its own. */
const SOME_STAMPED = 0.2;

/** What is read of a text that is a chat; `readAbove` reads what stands above it. Undefined where it is none. */
export function readTextChat(
  lines: readonly string[],
  readAbove: (lines: string[]) => DocumentBlock[],
): Read | undefined {
  const found = findTextChat(lines);
  if (found === undefined) return undefined;
  const chat = readChat(found);
  // One line above is what the file is called, after a customer as a rule.
  const above = found.before.length > 1 ? found.before.filter((line) => !chat.isOfSomebody(line)) : [];
  // The title of a chat names who it was with.
  return { title: null, blocks: [...readAbove(above), ...chat.blocks], isChat: true };
}

export const readParagraphs = (lines: readonly string[]): DocumentBlock[] =>
  lines.map((text) => ({ kind: 'paragraph', text, place: {} }));

/** The same of a saved page. */
export function readPageChat(document: PageDocument): Read | undefined {
  const found = findPageChat(document);
  return found === undefined ? undefined : { title: null, blocks: readChat(found).blocks, isChat: true };
}

/** The same of each sheet of a workbook, or of a table as text: its blocks. A short one is known by another beside it. */
export function readSheetChats(sheets: readonly { cells: string[] }[][]): (DocumentBlock[] | undefined)[] {
  const cells = sheets.map((rows) => rows.map((row) => row.cells));
  const found = cells.map((rows) => findTableChat(rows));
  const isBesideChat = found.some((chat) => chat !== undefined);
  return cells.map((rows, at) => {
    const chat = found[at] ?? (isBesideChat ? findTableChat(rows, { isBesideChat }) : undefined);
    return chat === undefined ? readTextChat(linesOfRows(rows), readParagraphs)?.blocks : readChat(chat).blocks;
  });
}

/** An export of lines that somebody named .csv or put into a column: its commas made cells of it. Empty of any other table. */
function linesOfRows(rows: readonly string[][]): string[] {
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== ''));
  const isOneColumn = filled.every((row) => row.length < 2);
  const stamped = filled.filter((row) => row.slice(0, 2).some((cell) => TIME_AND_NAME.test(cell))).length;
  if (!isOneColumn && stamped < filled.length * SOME_STAMPED) return [];
  return filled.flatMap((row) => row.join(',').split('\n'));
}

/** The same of a document of blocks: as lines, else of its tables. */
export const readBlockChats = (read: Read): Read =>
  readTextChat(read.blocks.flatMap(linesOf), readParagraphs) ?? readTableChats(read);

const linesOf = (block: DocumentBlock): string[] => (isTable(block) ? [] : textOf(block).split('\n'));

/** The same document, with tables that are a chat read as one. Whatever else names who speaks there goes with them. */
export function readTableChats<Whole extends Read>(read: Whole): Whole {
  const keys = keysOf(read.blocks);
  const chats = [...Map.groupBy(keys.keys(), (table) => keys.get(table))].flatMap(([key, tables]) => {
    const found = findTableChat(tables.flatMap((table, at) => (at === 0 ? rowsOf(table) : table.rows)));
    const chat = found === undefined ? undefined : readChat(found);
    if (found === undefined || chat === undefined) return [];
    return chat.blocks.length > 0 || isOfCustomers(found) ? [{ key, first: tables[0], ...chat }] : [];
  });
  if (chats.length === 0) return read;
  const blocks = read.blocks.flatMap((block): DocumentBlock[] => {
    const chat = isTable(block) ? chats.find(({ key }) => key === keys.get(block)) : undefined;
    if (chat !== undefined) return chat.first === block ? chat.blocks : [];
    return chats.some(({ isOfSomebody }) => isOfSomebody(textOf(block))) ? [] : [block];
  });
  return { ...read, title: null, blocks, isChat: true };
}

const isTable = (block: DocumentBlock): block is Table => block.kind === 'table';
const rowsOf = ({ header, rows }: Table): string[][] => (header === null ? rows : [header, ...rows]);

/** A table that goes over pages is several with the same names, or goes on right behind it without them and as wide. */
function keysOf(blocks: readonly DocumentBlock[]): Map<Table, string> {
  const keys = new Map<Table, string>();
  let above: Table | undefined;
  for (const [at, block] of blocks.entries()) {
    const table = isTable(block) ? block : undefined;
    if (table !== undefined) keys.set(table, keyOfMore(table, above, keys) ?? table.header?.join('\n') ?? `${at}`);
    above = table;
  }
  return keys;
}

function keyOfMore(table: Table, above: Table | undefined, keys: ReadonlyMap<Table, string>): string | undefined {
  const isMore = table.header === null && above !== undefined && widthOf(above) === widthOf(table);
  return isMore ? keys.get(above) : undefined;
}

const widthOf = ({ header, rows }: Table): number => (header ?? rows[0] ?? []).length;
