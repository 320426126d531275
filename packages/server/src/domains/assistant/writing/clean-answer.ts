import { dropBetween } from './drop-between.ts';

const MAX_CHARACTERS = 3000;
/** More than any answer needs before its markup is gone; a model may write without end. */
const MAX_WRITTEN = 40_000;
/** Control, zero-width and direction-changing signs; line ends, tabs and the joiner inside of an emoji stay. */
const hiddenSigns = /(?![\n\t\u200d])[\p{Cc}\p{Cf}]/gu;
const openSchemes = /^(?:https?:\/\/|mailto:|tel:)/i;
const otherSchemes = /(?<![\p{L}\p{N}])(?:javascript|vbscript|data|file|blob|about|intent)\s*:\s*\S+/giu;

/** A model's text as plain text: no markup, no pictures, no link but the open kinds, bounded. */
export function cleanAnswer(written: string): string {
  const plain = dropTags(written.slice(0, MAX_WRITTEN).toWellFormed().replace(hiddenSigns, ''))
    .replace(/!\[([^\][]*)\]\([^)[]*\)/g, '$1')
    .replace(/\[([^\][]*)\]\([ \t]{0,9}([^)\s[]+)(?:\s[^)[]*)?\)/g, (_, label: string, link: string) =>
      writeLink(label, link),
    )
    .replace(otherSchemes, '')
    .replace(/```\w*\n?|\*\*|__/g, '')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cutAtSentence(plain);
}

function writeLink(label: string, link: string): string {
  if (!openSchemes.test(link)) return label;
  const shown = link.replace(/^(?:mailto|tel):/i, '');
  return label.trim() === '' || label.includes(shown) || shown.includes(label.trim()) ? shown : `${label} (${shown})`;
}

/** What goes with all that it holds. */
const WHOLE_ELEMENTS = [
  { opening: /<!--/g, closing: /-->/g },
  { opening: /<script\b/gi, closing: /<\/script\s*>/gi },
  { opening: /<style\b/gi, closing: /<\/style\s*>/gi },
];

/** Until nothing changes: a tag may come into being when another one goes. */
function dropTags(text: string): string {
  let before = text;
  for (let pass = 0; pass < 5; pass += 1) {
    const after = WHOLE_ELEMENTS.reduce(dropBetween, before).replace(/<\/?[a-z!][^<>]*>/gi, '');
    if (after === before) return after;
    before = after;
  }
  return before.replace(/[<>]/g, '');
}

function cutAtSentence(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const head = text.slice(0, MAX_CHARACTERS).toWellFormed();
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('.\n'), head.lastIndexOf('! '), head.lastIndexOf('? '));
  return end > MAX_CHARACTERS / 2 ? head.slice(0, end + 1) : head;
}
