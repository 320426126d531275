import type { ReportProgress } from '../../../platform/confined/index.ts';
import { findMainPart } from './archive/find-main-part.ts';
import { openArchive } from './archive/open-archive.ts';
import { detectLanguage } from './detect-language.ts';
import type { DocumentResult, ReadDocument } from './document.ts';
import { type DocumentFormat, recogniseFormat } from './recognise-format.ts';
import { DocumentRefusedError, refuseDocument } from './refuse-document.ts';
import { textOf } from './text-of-block.ts';
import { tidyDocument } from './tidy-document.ts';

/** `charset`: of a page, as the server that sent it declared it. */
export type ReadTask = { name: string; charset?: string | undefined };

type Source = { bytes: Buffer; charset: string | undefined; report: ReportProgress };
type Read = Omit<ReadDocument, 'language' | 'pages'> & { pages?: number };

/** Each reader is loaded when a document of its format comes: what is loaded counts against the memory of every job. */
const readers: Record<DocumentFormat, (source: Source) => Promise<Read>> = {
  pdf: async ({ bytes, report }) => (await import('./pdf/read-pdf.ts')).readPdf(bytes, report),
  docx: async ({ bytes }) => {
    const archive = await openArchive(bytes);
    const main = await findMainPart(archive, 'wordprocessingml');
    const read = await (await import('./word/read-word.ts')).readWord(archive, main);
    return { ...read, ...(await chats()).readBlockChats(read) };
  },
  xlsx: async ({ bytes }) => {
    const archive = await openArchive(bytes);
    await findMainPart(archive, 'spreadsheetml');
    const workbooks = await import('./tables/read-workbook.ts');
    return workbooks.readWorkbook(await workbooks.openWorkbookParts(archive));
  },
  xls: async ({ bytes }) => {
    const workbooks = await import('./tables/read-workbook.ts');
    return workbooks.readWorkbook(workbooks.openOldWorkbook(bytes));
  },
  csv: async ({ bytes }) => {
    const rows = (await import('./text/read-csv.ts')).csvRows(await decode(bytes));
    const { shapeSheet } = await import('./tables/shape-sheet.ts');
    const [chat] = (await chats()).readSheetChats([rows]);
    return { title: null, blocks: chat ?? shapeSheet(rows), ...(chat !== undefined && { isChat: true }) };
  },
  txt: async ({ bytes }) => {
    const text = await decode(bytes);
    const { readPlainText } = await import('./text/read-text.ts');
    const chat = (await chats()).readTextChat(text.split(END_OF_LINE), (above) => readPlainText(above.join('\n')));
    return chat ?? { title: null, blocks: readPlainText(text) };
  },
  md: async ({ bytes }) => {
    const text = await decode(bytes);
    const { readMarkdown } = await import('./text/read-markdown.ts');
    const { readTableChats, readTextChat } = await chats();
    const readAbove = (above: string[]) => readMarkdown(above.join('\n')).blocks;
    return readTextChat(text.split(END_OF_LINE), readAbove) ?? readTableChats(readMarkdown(text));
  },
  html: async ({ bytes, charset }) => {
    const text = await decode(bytes, charset ?? declaredCharset(bytes));
    return (await import('./page/read-page.ts')).readPage(text);
  },
};

const END_OF_LINE = /\r\n|[\n\r\f\u2028]/;

const chats = () => import('./chats/read-saved-chats.ts');

/** Runs in the confined process. What it throws besides a refusal is the fault of the document. */
export async function run(bytes: Buffer, task: ReadTask, report: ReportProgress): Promise<DocumentResult> {
  try {
    const recognised = recogniseFormat(bytes, task.name);
    if (recognised.kind === 'refused') return recognised;
    const read = await readers[recognised.format]({ bytes, charset: task.charset, report });
    return { kind: 'read', document: finish(read) };
  } catch (error) {
    if (error instanceof DocumentRefusedError) return { kind: 'refused', reason: error.reason };
    throw error;
  }
}

function finish(read: Read): ReadDocument {
  const { title, blocks } = tidyDocument(read);
  const isEmpty = !blocks.some((block) => /[\p{Letter}\p{Number}]/u.test(textOf(block)));
  if (isEmpty) refuseDocument(read.isChat === true ? 'no_answers' : 'no_text');
  return { ...read, title, blocks, pages: read.pages ?? 1, language: detectLanguage(blocks) };
}

async function decode(bytes: Buffer, charset?: string): Promise<string> {
  return (await import('./text/decode-text.ts')).decodeText(bytes, charset).text;
}

const DECLARATION_WITHIN = 4096;

export function declaredCharset(bytes: Buffer): string | undefined {
  return /charset\s?=\s?["']?([\w-]{2,30})/i.exec(bytes.toString('latin1', 0, DECLARATION_WITHIN))?.[1];
}
