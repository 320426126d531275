export type TextPart = { text: string; href: string | null };

const candidate =
  /\b(?:https?:\/\/|www\.|mailto:|tel:)[^\s<>"'«»]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\+\d[\d ()-]{8,18}\d/giu;
const trailing = /[.,;:!?)\]}…]+$/;
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Cuts a text into plain parts and links. Only http, https, mailto and tel become links, and a link shows exactly what was written. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(candidate)) {
    const written = trimEnd(match[0]);
    const href = toHref(written);
    if (href === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: written, href });
    end = match.index + written.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** A closing bracket belongs to the address only if it was opened in it. */
function trimEnd(written: string): string {
  const cut = written.replace(trailing, '');
  const isBalanced = written[cut.length] === ')' && cut.split('(').length > cut.split(')').length;
  return isBalanced ? `${cut})` : cut;
}

function toHref(written: string): string | null {
  const address = withScheme(written);
  try {
    const url = new URL(address);
    return schemes.has(url.protocol) && url.username === '' ? url.href : null;
  } catch {
    return null;
  }
}

function withScheme(written: string): string {
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(written)) return written;
  if (/^www\./i.test(written)) return `https://${written}`;
  return written.startsWith('+') ? `tel:${written.replace(/[^\d+]/g, '')}` : `mailto:${written}`;
}
