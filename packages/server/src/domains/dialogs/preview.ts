import type { Attachment } from '@otvet/contract';

const PREVIEW_LENGTH = 140;
const segmenter = new Intl.Segmenter();

/** One line for the list: the text, else the kind of what was sent in brackets (the browser has its word). */
export function previewOf(message: { text: string; attachments: Pick<Attachment, 'type'>[] }): string {
  const line = message.text
    .slice(0, 4 * PREVIEW_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return message.attachments[0] ? `[${message.attachments[0].type}]` : '';
  // No more units, so no more graphemes: the usual line is not taken apart.
  if (line.length <= PREVIEW_LENGTH) return cutMarks(line);
  const graphemes = Array.from(segmenter.segment(line), (part) => part.segment);
  if (graphemes.length <= PREVIEW_LENGTH) return cutMarks(line);
  return `${cutMarks(graphemes.slice(0, PREVIEW_LENGTH).join(''))}…`;
}

/** A letter with thousands of combining marks is one grapheme; three marks are enough for any language. */
function cutMarks(line: string): string {
  return line
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .slice(0, 4 * PREVIEW_LENGTH)
    .toWellFormed();
}
