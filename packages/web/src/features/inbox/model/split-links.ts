export type TextPart = { at: number; text: string; href: string | null };

const addressPattern = /https?:\/\/[^\s<>"'«»]+/gi;
const trailingPattern = /(?<![.,!?:;)\]}…])[.,!?:;)\]}…]+$/;

/** Cuts a text into plain parts and http(s) addresses; no other scheme ever becomes a link. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(addressPattern)) {
    const address = match[0].replace(trailingPattern, '');
    if (URL.parse(address) === null) continue;
    if (match.index > at) parts.push({ at, text: text.slice(at, match.index), href: null });
    parts.push({ at: match.index, text: address, href: address });
    at = match.index + address.length;
  }
  if (at < text.length) parts.push({ at, text: text.slice(at), href: null });
  return parts;
}
