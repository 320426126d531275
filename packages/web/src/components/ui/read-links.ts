/** A piece of a text: words, or words that lead somewhere. */
export type TextPiece = { words: string; url: string | null };

const LINK = /\[([^[\]()]{1,200})\]\((https:\/\/[^\s()]{1,300})\)/g;

/** Splits a text of the catalogue by its links, written `[words](https://address)`; anything else is words. */
export function readLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, words = '', url = ''] = match;
    if (match.index > end) pieces.push({ words: text.slice(end, match.index), url: null });
    pieces.push({ words, url });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ words: text.slice(end), url: null });
  return pieces;
}
