import type { DocumentRefusal } from './document.ts';
import { readingLimits } from './reading-limits.ts';
import { encodingByPairs } from './text/encoding-by-pairs.ts';

export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'xls' | 'csv' | 'txt' | 'md' | 'html';
type Recognised = { kind: 'format'; format: DocumentFormat } | { kind: 'refused'; reason: DocumentRefusal };
/** What the bytes are by themselves. */
type Content = 'pdf' | 'zip' | 'compound' | 'text' | 'page' | 'other';

const FORMATS: Record<string, { format: DocumentFormat; content: Content[] }> = {
  pdf: { format: 'pdf', content: ['pdf'] },
  docx: { format: 'docx', content: ['zip'] },
  xlsx: { format: 'xlsx', content: ['zip'] },
  xls: { format: 'xls', content: ['compound'] },
  csv: { format: 'csv', content: ['text'] },
  txt: { format: 'txt', content: ['text'] },
  md: { format: 'md', content: ['text'] },
  markdown: { format: 'md', content: ['text'] },
  html: { format: 'html', content: ['page', 'text'] },
  htm: { format: 'html', content: ['page', 'text'] },
};
/** What programs, archives and pictures begin with; a text begins with none of it. */
const SIGNATURES: [Content, string][] = [
  ['zip', 'PK\u0003\u0004'],
  ['zip', 'PK\u0005\u0006'],
  ['compound', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
  ...['MZ\u0090', '\u007fELF', '\u00ca\u00fe\u00ba\u00be', '\u00cf\u00fa\u00ed\u00fe', '#!/'].map(toOther),
  ...['GIF87a', 'GIF89a', '\u0089PNG', '\u00ff\u00d8\u00ff', 'RIFF', 'BM6', 'II*\u0000', 'MM\u0000*', '8BPS'].map(
    toOther,
  ),
  ...['Rar!', '7z\u00bc\u00af', '\u001f\u008b', 'BZh', '\u00fd7zXZ', '{\\rtf', '%!PS', 'ID3', 'OggS', 'fLaC'].map(
    toOther,
  ),
];
/** The mark of a PDF may stand behind what a server wrote in front. */
const PDF_WITHIN = 1024;
const ENCRYPTED_OFFICE = Buffer.from('EncryptedPackage', 'utf16le');
const SAMPLE_BYTES = 64 * 1024;
/** Signs that no text has, of its sample. */
const MAX_CONTROL_SHARE = 0.005;

function toOther(signature: string): [Content, string] {
  return ['other', signature];
}

/** A file is what its bytes say, and its name must say the same. */
export function recogniseFormat(bytes: Buffer, name: string): Recognised {
  const known = FORMATS[extensionOf(name)];
  if (known === undefined) return { kind: 'refused', reason: 'wrong_type' };
  if (bytes.length > readingLimits.fileBytes) return { kind: 'refused', reason: 'too_large' };
  if (bytes.length === 0) return { kind: 'refused', reason: 'no_text' };
  const content = readContent(bytes);
  if (known.content.includes(content)) return { kind: 'format', format: known.format };
  const isOffice = known.content.includes('zip') && content === 'compound';
  if (isOffice && bytes.includes(ENCRYPTED_OFFICE)) return { kind: 'refused', reason: 'password' };
  return { kind: 'refused', reason: 'wrong_type' };
}

/** In small letters; what turns the direction of writing is no part of it. */
function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at === -1
    ? ''
    : name
        .slice(at + 1)
        .toLowerCase()
        .replaceAll(/[\p{Cf}\p{Cc}\s]/gu, '');
}

function readContent(bytes: Buffer): Content {
  const head = bytes.toString('latin1', 0, PDF_WITHIN);
  const signature = SIGNATURES.find(([, begin]) => head.startsWith(begin));
  if (signature !== undefined) return signature[0];
  if (head.includes('%PDF-')) return 'pdf';
  if (hasControls(bytes.subarray(0, SAMPLE_BYTES))) return 'other';
  return readMarkup(bytes.subarray(0, PDF_WITHIN));
}

/** A text has none; in UTF-16 every sign is two bytes, and one of them is often a small number. */
function hasControls(sample: Buffer): boolean {
  const mark = sample.length > 1 ? sample.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff || encodingByPairs(sample) !== undefined) return false;
  if (sample.includes(0)) return true;
  let controls = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls += 1;
  return controls > sample.length * MAX_CONTROL_SHARE;
}

function readMarkup(head: Buffer): Content {
  const isUtf16 = head.includes(0);
  const text = isUtf16 ? head.toString('latin1').replaceAll('\u0000', '') : head.toString('latin1');
  const begin = text
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .trimStart()
    .toLowerCase();
  if (begin.startsWith('<?xml')) return begin.includes('<html') ? 'page' : 'other';
  if (begin.startsWith('<svg')) return 'other';
  return /^(?:<!doctype|<html|<head|<body|<script|<table|<meta)/.test(begin) ? 'page' : 'text';
}
