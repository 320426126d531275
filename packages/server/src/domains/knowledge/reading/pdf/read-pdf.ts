import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { ReportProgress } from '../../../../platform/confined/index.ts';
import { beginsMessage } from '../chats/forms/chat-messages.ts';
import { readParagraphs, readTableChats, readTextChat } from '../chats/read-saved-chats.ts';
import type { ReadDocument } from '../document.ts';
import { readingLimits } from '../reading-limits.ts';
import { DocumentRefusedError, refuseDocument } from '../refuse-document.ts';
import { describeLook } from './document-look.ts';
import { hasShownText, readDrawnFields } from './form-text.ts';
import { joinPieces, type Line } from './page-lines.ts';
import { type PdfItem, placePieces } from './page-pieces.ts';
import { joinCells, type PageRow } from './page-rows.ts';
import { writeBlocks } from './pdf-blocks.ts';
import { dropRepeatedRows } from './repeated-rows.ts';
import { writeLines } from './text-lines.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** Nothing of a document is run, drawn or fetched: only its own bytes are there. */
const CLOSED = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  // Drawn fields are read from the steps of the drawing; no picture is decoded for them.
  maxImageSize: 1,
  stopAtErrors: false,
  verbosity: 0,
};
/** Of the signs of a page: the letters of the rest are not known. */
const MAX_UNREAD_SHARE = 0.3;
/** Titles that programs make up. */
const MADE_UP =
  /^(?:microsoft word|untitled|без имени|документ|document|слайд|презентация)|\.(?:docx?|pdf|indd|xlsx?)$/i;

/** Blocks of a PDF, page by page. Throws DocumentRefusedError. */
export async function readPdf(bytes: Buffer, report: ReportProgress): Promise<Omit<ReadDocument, 'language'>> {
  const pdf = await openPdf(bytes);
  const total = pdf.numPages;
  if (total > readingLimits.pages) refuseDocument('too_large');
  const pages: PageRow[][] = [];
  const unreadPages: number[] = [];
  let characters = 0;
  for (let number = 1; number <= total; number += 1) {
    const { rows, isUnread } = await readPage(pdf, number).catch(() => ({ rows: [], isUnread: true }));
    if (isUnread) unreadPages.push(number);
    pages.push(rows);
    for (const { cells } of rows) for (const { text } of cells) characters += text.length;
    if (characters > readingLimits.characters) refuseDocument('too_large');
    report({ done: number, total });
  }
  if (unreadPages.length === total && pages.every((rows) => rows.length === 0)) refuseDocument('damaged');
  const read = await readRows(pdf, dropRepeatedRows(pages));
  return { ...read, pages: total, ...(unreadPages.length > 0 ? { unreadPages } : {}) };
}

async function readRows(pdf: Pdf, pages: PageRow[][]): Promise<Pick<ReadDocument, 'title' | 'blocks' | 'isChat'>> {
  const chat = readTextChat(writeLines(pages, beginsMessage), readParagraphs);
  if (chat !== undefined) return chat;
  const blocks = writeBlocks(pages, describeLook(pages));
  const [first] = blocks;
  const title = (await readTitle(pdf)) ?? (first?.kind === 'heading' ? first.text : null);
  return readTableChats({ title, blocks });
}

async function openPdf(bytes: Buffer): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), CLOSED);
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new DocumentRefusedError(isLocked ? 'password' : 'damaged', { cause: error });
  }
}

async function readPage(pdf: Pdf, number: number): Promise<{ rows: PageRow[]; isUnread: boolean }> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const texts: PdfItem[] = items.filter((item) => 'str' in item);
  const { turns, unreadShare } = placePieces(texts, page.getViewport({ scale: 1 }).transform);
  const rows = turns.flatMap((pieces) => joinCells(joinPieces(pieces)));
  const fields = await readFields(page);
  page.cleanup();
  return { rows: [...rows, ...fields], isUnread: unreadShare > MAX_UNREAD_SHARE };
}

/** Below the rest of the page: where a field stands is not where its words belong. */
async function readFields(page: Page): Promise<PageRow[]> {
  if (!hasShownText(await page.getAnnotations())) return [];
  const { OPS } = await getResolvedPDFJS();
  const texts = readDrawnFields(await page.getOperatorList(), OPS);
  return texts.map((text, at): PageRow => {
    const y = 10_000 + at * 100;
    const line: Line = { cells: [{ text, x: 0, right: 0 }], x: 0, right: 0, y, size: 1, font: '' };
    return { ...line, bottom: y };
  });
}

async function readTitle(pdf: Pdf): Promise<string | null> {
  const metadata = await pdf.getMetadata().catch(() => undefined);
  const info: unknown = metadata?.info;
  if (typeof info !== 'object' || info === null || !('Title' in info)) return null;
  const title = typeof info.Title === 'string' ? info.Title.trim() : '';
  return title === '' || MADE_UP.test(title) ? null : title;
}
