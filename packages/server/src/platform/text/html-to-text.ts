/** Begins like markup and ends like it: words about `<b>` or a sum such as `a < b` are no page. */
const MARKUP = /^<(?:!|(?:p|div|h[1-6]|ul|ol|li|img|a|b|i|u|em|strong|span|br|pre|code|blockquote|table|html|body)\b)/i;
const TAG = /<([^<>]*)>/g;
const TAG_NAME = /^\/?[a-z][a-z0-9]{0,10}/i;
const COMMENT = '<!--';
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;

const blocks = new Set('p div h1 h2 h3 h4 h5 h6 ul ol li pre blockquote table tr'.split(' '));
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const MAX_CODE_POINT = 0x10_ff_ff;

/** Of one page; a longer one is read up to here. */
const MAX_HTML = 1_000_000;
/** Further links are left without their addresses. */
const MAX_LINKS = 1000;
const MAX_ADDRESS = 2000;

export type PlainText = { text: string; images: string[] };

/** Words and picture addresses of simple HTML, as chats and mails write it; plain text is left as it stands. */
export function htmlToText(source: string): PlainText {
  const trimmed = source.trim();
  if (!MARKUP.test(trimmed) || !trimmed.endsWith('>')) return { text: source, images: [] };
  const images: string[] = [];
  const links = createLinks();
  const html = dropComments(trimmed.slice(0, MAX_HTML));
  const pieces: string[] = [];
  let end = 0;
  for (const match of html.matchAll(TAG)) {
    const [tag, inner = ''] = match;
    const name = TAG_NAME.exec(inner)?.[0].toLowerCase();
    if (name === undefined) continue;
    pieces.push(decodeEntities(html.slice(end, match.index).replaceAll(/\s+/g, ' ')));
    end = match.index + tag.length;
    if (name === 'br') pieces.push('\n');
    else if (blocks.has(name.replace('/', ''))) pieces.push(name === 'li' ? '\n• ' : '\n');
    else if (name === 'img') images.push(...readAddress(inner, 'src'));
    else if (name === 'a') links.begin(pieces, readAddress(inner, 'href')[0]);
    else if (name === '/a') links.end(pieces);
  }
  return { text: tidy(pieces.join('') + decodeEntities(html.slice(end))), images };
}

/** A link whose words are not its address keeps it behind them. One that begins within another ends that one. */
function createLinks() {
  let open: { address: string; from: number } | undefined;
  let seen = 0;

  function end(pieces: string[]): void {
    if (!open) return;
    const { address, from } = open;
    open = undefined;
    const words = pieces.slice(from).join('');
    if (words.trim() !== '' && !words.includes(address)) pieces.push(` (${address.replace(/^mailto:/i, '')})`);
  }

  return {
    begin(pieces: string[], address: string | undefined): void {
      end(pieces);
      if (address === undefined || address.length > MAX_ADDRESS) return;
      seen += 1;
      if (seen <= MAX_LINKS) open = { address, from: pieces.length };
    },
    end,
  };
}

function dropComments(html: string): string {
  const [first = '', ...rest] = html.split(COMMENT);
  return [first, ...rest.map((part) => part.slice(part.indexOf('-->') + 1 || part.length).replace(/^->/, ''))].join('');
}

function readAddress(tag: string, attribute: string): string[] {
  const at = tag.toLowerCase().indexOf(` ${attribute}=`) + attribute.length + 2;
  const quote = tag.charAt(at);
  if (at <= attribute.length + 1 || (quote !== '"' && quote !== "'")) return [];
  const address = decodeEntities(tag.slice(at + 1, Math.max(tag.indexOf(quote, at + 1), at + 1))).trim();
  return address === '' ? [] : [address];
}

function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}
