/** From `at` to before `end`; `isRaw`: nothing up to its own end is a tag. */
export type PageTag = { name: string; isEnd: boolean; isSelfClosing: boolean; isRaw: boolean; at: number; end: number };

/** Between these nothing is a tag, up to their end. */
const RAW_TEXT = new Map([
  ['script', /<\/script/gi],
  ['style', /<\/style/gi],
  ['textarea', /<\/textarea/gi],
  ['title', /<\/title/gi],
]);
const NAME = /[a-z][^\s/>]{0,40}/iy;

/** The tags of a page in their order; what stands in comments and scripts is none. Each sign is looked at once. */
export function* readTags(html: string): Generator<PageTag> {
  let at = html.indexOf('<');
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      at = nextTag(html, html.indexOf('-->', at + 4));
      continue;
    }
    const isEnd = html[at + 1] === '/';
    NAME.lastIndex = isEnd ? at + 2 : at + 1;
    const found = NAME.exec(html);
    if (found === null) {
      at = nextTag(html, at + 1);
      continue;
    }
    const end = endOfTag(html, NAME.lastIndex);
    if (end === -1) return;
    const name = found[0].toLowerCase();
    const isSelfClosing = html[end - 1] === '/';
    const isRaw = !isEnd && !isSelfClosing && RAW_TEXT.has(name);
    yield { name, isEnd, isSelfClosing, isRaw, at, end: end + 1 };
    at = nextTag(html, isRaw ? endOfRawText(html, { name, from: end }) : end);
  }
}

const nextTag = (html: string, from: number) => (from === -1 ? -1 : html.indexOf('<', from));

function endOfRawText(html: string, { name, from }: { name: string; from: number }): number {
  const end = RAW_TEXT.get(name);
  if (end === undefined) return from;
  end.lastIndex = from;
  return end.exec(html)?.index ?? -1;
}

/** The `>` of a tag, which may stand in a value between quotes too. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  let isValue = false;
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at;
    else if (isValue && (sign === '"' || sign === "'")) {
      quote = sign;
      isValue = false;
    } else if (sign === '=') isValue = !isValue;
    else if (!/\s/.test(sign)) isValue = false;
  }
  return -1;
}

const FOREIGN = new Set(['svg', 'math']);
/** Within drawings and formulas these hold a part of a page again. */
const PAGE_AGAIN = new Set(['foreignobject', 'desc', 'title', 'annotation-xml', 'mi', 'mo', 'mn', 'ms', 'mtext']);

/** Counts what is open: an end closes what was opened within it, and only drawings and formulas close a tag by its slash. */
export function createOpenCount(): {
  most: number;
  open(tag: Pick<PageTag, 'name' | 'isSelfClosing'>): void;
  close(name: string): void;
} {
  const names: string[] = [];
  const counts = new Map<string, number>();
  const isForeign: boolean[] = [];
  const count = (name: string) => counts.get(name) ?? 0;
  return {
    most: 0,
    open({ name, isSelfClosing }) {
      if (isSelfClosing && (isForeign.at(-1) === true || FOREIGN.has(name))) return;
      names.push(name);
      counts.set(name, count(name) + 1);
      if (FOREIGN.has(name)) isForeign.push(true);
      else if (isForeign.length > 0 && PAGE_AGAIN.has(name)) isForeign.push(false);
      this.most = Math.max(this.most, names.length);
    },
    close(name) {
      if (count(name) === 0) return;
      for (let last = names.pop(); last !== undefined; last = names.pop()) {
        counts.set(last, count(last) - 1);
        if (FOREIGN.has(last) || (isForeign.length > 0 && PAGE_AGAIN.has(last))) isForeign.pop();
        if (last === name) return;
      }
    },
  };
}
