import { encodingByPairs } from './encoding-by-pairs.ts';
import { judgeRussian } from './judge-russian.ts';

/** The words of a file, and the encoding that they were in. */
export type DecodedText = { text: string; encoding: string };

/** What Russian texts come in, the likeliest first: of two that fit as well the first is taken. */
const CYRILLIC_ENCODINGS = ['windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic', 'iso-8859-5'];
const WESTERN_ENCODING = 'windows-1252';
/** So much tells the encoding of all. */
const SAMPLE_BYTES = 64 * 1024;
/** Damaged signs that a text in UTF-8 may have: one that was cut within a letter is still one. */
const MAX_DAMAGED_SHARE = 0.002;
/** Below that the bytes are no Cyrillic letters, whatever they are read as. */
const MIN_RUSSIAN_SCORE = 0.3;
/** A few letters are not enough against what the page says of itself. */
const MANY_LETTERS = 30;
const SURE_SCORE = 2;

/**
 * Decodes by its mark, as UTF-8 where it is that, as what was declared, or as what gives Russian words. What is declared is
 * often wrong: a page copied from another server says what that one sent.
 */
export function decodeText(bytes: Buffer, declared?: string): DecodedText {
  const marked = encodingByMark(bytes) ?? encodingByPairs(bytes.subarray(0, SAMPLE_BYTES));
  if (marked !== undefined) return decodeAs(bytes, marked);
  const utf8 = decodeAs(bytes, 'utf-8');
  if (isUtf8(utf8.text)) return utf8;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const fitting = CYRILLIC_ENCODINGS.map((encoding) => ({
    encoding,
    score: judgeRussian(decodeAs(sample, encoding).text),
  })).toSorted((one, other) => other.score - one.score)[0];
  const known = knownEncoding(declared);
  const isOtherThanDeclared = known !== undefined && !CYRILLIC_ENCODINGS.includes(known);
  const minScore = isOtherThanDeclared && countBeyondAscii(sample) < MANY_LETTERS ? SURE_SCORE : MIN_RUSSIAN_SCORE;
  if (fitting !== undefined && fitting.score >= minScore) return decodeAs(bytes, fitting.encoding);
  return decodeAs(bytes, known ?? WESTERN_ENCODING);
}

function decodeAs(bytes: Buffer, encoding: string): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function encodingByMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function countBeyondAscii(sample: Buffer): number {
  return sample.reduce((count, byte) => (byte > 127 ? count + 1 : count), 0);
}

function isUtf8(text: string): boolean {
  let damaged = 0;
  let beyondAscii = 0;
  for (const sign of text) {
    if (sign === '\uFFFD') damaged += 1;
    else if (sign > '\u007F') beyondAscii += 1;
  }
  return damaged === 0 || (damaged <= text.length * MAX_DAMAGED_SHARE && damaged * 10 <= beyondAscii);
}

function knownEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-') ? undefined : encoding;
  } catch {
    return undefined;
  }
}
