import { cleanText } from '@otvet/contract';

/** A border earlier than this share of the limit makes parts too short; then the next kind of border is tried. */
const MIN_FILL = 0.4;
/** How far past the limit the grapheme that stands on it is looked at. */
const LOOK_AHEAD = 64;

/** From the kindest border to the least: paragraph, line, sentence, word. A mark or joiner never begins a part. */
const borders = [/\n[^\S\n]*\n/gu, /\n/gu, /(?<=[.!?…]["»”)]?)\s/gu, /\s(?![\p{M}\u200d])/gu];

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What a limit counts: UTF-16 units, or bytes of UTF-8. */
export type TextUnit = 'characters' | 'bytes';
type Split = { text: string; limit: number; unit?: TextUnit | undefined };

/**
 * Cuts a text into parts of at most `limit` units, on the kindest border that fits; only white space at the
 * borders is lost. A surrogate pair is never cut, a grapheme only where it alone is longer than the limit.
 */
export function splitText({ text, limit, unit = 'characters' }: Split): string[] {
  const parts: string[] = [];
  let rest = cleanText(text).trim();
  for (;;) {
    const fits = unit === 'bytes' ? countFitting(rest, limit) : limit;
    if (rest.length <= fits) break;
    const end = findEnd(rest, fits);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

/** How many UTF-16 units from the beginning take no more bytes than allowed; never half a letter. */
function countFitting(text: string, bytes: number): number {
  let [units, size] = [0, 0];
  for (const letter of text) {
    size += Buffer.byteLength(letter);
    if (size > bytes) break;
    units += letter.length;
  }
  return units;
}

/** Where the first part ends; a border at `limit` itself still fits. */
function findEnd(text: string, limit: number): number {
  const head = text.slice(0, limit + 1);
  for (const [rank, border] of borders.entries()) {
    const isLast = rank === borders.length - 1;
    const end = lastBorder({ head, border, limit });
    if (end > (isLast ? 0 : limit * MIN_FILL)) return end;
  }
  return findGraphemeEnd(text, limit);
}

function lastBorder({ head, border, limit }: { head: string; border: RegExp; limit: number }): number {
  let end = 0;
  for (const match of head.matchAll(border)) if (match.index <= limit) end = match.index;
  return end;
}

function findGraphemeEnd(text: string, limit: number): number {
  const start = graphemes.segment(text.slice(0, limit + LOOK_AHEAD)).containing(limit)?.index ?? limit;
  if (start > 0) return start;
  const isLowSurrogate = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? limit - 1 : limit;
}
