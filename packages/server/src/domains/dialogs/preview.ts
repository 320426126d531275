import type { Attachment } from '@otvet/contract';

const PREVIEW_LENGTH = 140;
const segmenter = new Intl.Segmenter();
const aboutStories: ReadonlySet<Attachment['type']> = new Set(['inst_stories_mention', 'story_reply']);

/** One line for the list: the text, else the kind of what was sent in brackets (the browser has its word). */
export function previewOf(message: { text: string; attachments: Pick<Attachment, 'type'>[] }): string {
  const line = message.text
    .slice(0, 4 * PREVIEW_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  const [first] = message.attachments;
  if (line === '') return first ? `[${first.type}]` : '';
  // What the words speak of stands before them.
  if (first && aboutStories.has(first.type)) return `[${first.type}] ${cutLine(line)}`;
  return cutLine(line);
}

function cutLine(line: string): string {
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
