import type { SaidPart } from '../../../../components/source-place/split-said.ts';
import type { Span } from './read-rows.ts';

/** What of the parts of a text stands between two places. */
export function cutParts(parts: readonly SaidPart[], { from, to }: Span): SaidPart[] {
  let at = 0;
  return parts.flatMap(({ text, isSaid }) => {
    const begins = at;
    at += text.length;
    const cut = text.slice(Math.max(0, from - begins), Math.max(0, to - begins));
    return cut === '' ? [] : [{ text: cut, isSaid }];
  });
}
