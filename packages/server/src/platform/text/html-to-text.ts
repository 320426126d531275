/** Begins like markup and ends like it: words about `<b>` or a sum such as `a < b` are no page. */
const MARKUP = /^<(?:!|(?:p|div|h[1-6]|ul|ol|li|img|a|b|i|u|em|strong|span|br|pre|code|blockquote|table|html|body)\b)/i;
const TAG = /<([^<>]*)>/g;
const TAG_NAME = /^\/?[a-z][a-z0-9]{0,10}/i;
const COMMENT = '<!--';
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;

const blocks = new Set('p div h1 h2 h3 h4 h5 h6 ul ol li pre blockquote table tr'.split(' '));
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const MAX_CODE_POINT = 0x10_ff_ff;

export type PlainText = { text: string; images: string[] };

/** Words and picture addresses of simple HTML, as chats and mails write it; plain text is left as it stands. */
export function htmlToText(source: string): PlainText {
  const trimmed = source.trim();
  if (!MARKUP.test(trimmed) || !trimmed.endsWith('>')) return { text: source, images: [] };
  const images: string[] = [];
  const links: { address: string; from: number }[] = [];
  const html = dropComments(trimmed);
  let text = '';
  let end = 0;
  for (const match of html.matchAll(TAG)) {
    const [tag, inner = ''] = match;
    const name = TAG_NAME.exec(inner)?.[0].toLowerCase();
    if (name === undefined) continue;
    text += decodeEntities(html.slice(end, match.index).replaceAll(/\s+/g, ' '));
    end = match.index + tag.length;
    if (name === 'br') text += '\n';
    else if (blocks.has(name.replace('/', ''))) text += name === 'li' ? '\n• ' : '\n';
    else if (name === 'img') images.push(...readAddress(inner, 'src'));
    else if (name === 'a') links.push(...readAddress(inner, 'href').map((address) => ({ address, from: text.length })));
    else if (name === '/a') text = endLink(text, links.pop());
  }
  return { text: tidy(text + decodeEntities(html.slice(end))), images };
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

/** A link whose words are not its address keeps it behind them. */
function endLink(text: string, link: { address: string; from: number } | undefined): string {
  if (!link || text.slice(link.from).trim() === '' || text.slice(link.from).includes(link.address)) return text;
  return `${text} (${link.address.replace(/^mailto:/i, '')})`;
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
