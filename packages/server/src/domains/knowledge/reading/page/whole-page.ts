import { type PageTag, readTags } from './page-tags.ts';

/** These are of a head, wherever it ends. */
const OF_THE_HEAD = new Set('html head title base link meta script style noscript template'.split(' '));
/** In these nothing else ends the head. */
const HOLDS_OTHERS = new Set(['noscript', 'template']);
const FRAME = new Set(['html', 'head', 'body']);

/**
 * A page with its head and body written out. HTML lets a page leave out their tags, and the parser then puts the text where
 * no reader looks: https://html.spec.whatwg.org/multipage/syntax.html#optional-tags (read 2026-11-28).
 */
export function wholePage(html: string): string {
  const tags = [...readTags(html)];
  const frame = tags.filter(({ name }) => FRAME.has(name));
  const attributes = (name: string) => {
    const first = frame.find((tag) => tag.name === name && !tag.isEnd);
    return first === undefined ? '' : html.slice(first.at + 1 + name.length, first.end - 1);
  };
  const end = endOfHead(html, tags);
  const without = (from: number, to: number) => cutOut(html, { from, to, tags: frame });
  return `<!doctype html><html${attributes('html')}><head>${without(0, end)}</head><body${attributes('body')}>${without(end, html.length)}</body></html>`;
}

/** Where the first begins that a head does not hold: a tag of the text, or the text itself. */
function endOfHead(html: string, tags: readonly PageTag[]): number {
  let read = 0;
  let holder: string | undefined;
  let raw: string | undefined;
  for (const tag of tags) {
    const text = raw === undefined && holder === undefined ? textBetween(html, read, tag.at) : undefined;
    if (text !== undefined) return text;
    read = tag.end;
    if (holder !== undefined) {
      if (tag.isEnd && tag.name === holder) holder = undefined;
      continue;
    }
    if (!tag.isEnd && !OF_THE_HEAD.has(tag.name)) return tag.at;
    raw = tag.isRaw ? tag.name : undefined;
    if (!tag.isEnd && HOLDS_OTHERS.has(tag.name)) holder = tag.name;
  }
  return raw === undefined && holder === undefined
    ? (textBetween(html, read, html.length) ?? html.length)
    : html.length;
}

/** Where the first sign stands that is neither a space nor within a comment. */
function textBetween(html: string, from: number, to: number): number | undefined {
  let at = from;
  while (at < to) {
    if (html.startsWith('<!--', at)) at = behind(html, '-->', at + 4);
    else if (html.startsWith('<!', at) || html.startsWith('<?', at)) at = behind(html, '>', at);
    else if (/\s/.test(html.charAt(at))) at += 1;
    else return at;
  }
  return undefined;
}

function behind(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at === -1 ? html.length : at + sign.length;
}

function cutOut(html: string, { from, to, tags }: { from: number; to: number; tags: readonly PageTag[] }): string {
  const kept: string[] = [];
  let at = from;
  for (const tag of tags) {
    if (tag.at < from || tag.at >= to) continue;
    kept.push(html.slice(at, tag.at));
    at = tag.end;
  }
  return [...kept, html.slice(at, to)].join('');
}
