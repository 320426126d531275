import { badRequest } from '../errors.ts';
import type { MessageEntity } from '../types.ts';

/** Tags of https://core.telegram.org/bots/api#html-style and the entities they make. */
const ENTITY_OF_TAG: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  pre: 'pre',
  a: 'text_link',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
};
const CHARACTER_OF_NAME: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

type OpenTag = { tag: string; offset: number; attributes: string };

/** Parses `parse_mode: HTML`; a fault is worded as the server words it. */
export function parseHtml(source: string): { text: string; entities: MessageEntity[] } {
  const entities: MessageEntity[] = [];
  const open: OpenTag[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '&') {
      const entity = readCharacter(source, at);
      text += entity.value;
      at += entity.length;
      continue;
    }
    if (character !== '<') {
      text += character;
      at += 1;
      continue;
    }
    const end = source.indexOf('>', at);
    const offset = Buffer.byteLength(source.slice(0, at));
    if (end === -1) throw cannotParse(`Unclosed start tag at byte offset ${offset}`);
    const body = source.slice(at + 1, end);
    if (body.startsWith('/')) entities.push(closeTag({ open, tag: body.slice(1).trim().toLowerCase(), offset, text }));
    else open.push(openTag(body, { offset, at: text.length }));
    at = end + 1;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw cannotParse(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities };
}

const cannotParse = (reason: string) => badRequest(`can't parse entities: ${reason}`);

function readCharacter(source: string, at: number): { value: string; length: number } {
  const match = /^&(?:(lt|gt|amp|quot)|#(\d{1,7})|#x([0-9a-f]{1,6}));/i.exec(source.slice(at, at + 12));
  if (match === null) return { value: '&', length: 1 };
  const name = match[1];
  if (name !== undefined) return { value: CHARACTER_OF_NAME[name.toLowerCase()] ?? '', length: match[0].length };
  const code = match[2] === undefined ? Number.parseInt(match[3] ?? '', 16) : Number(match[2]);
  const isCharacter = code > 0 && code <= 0x10ffff;
  return isCharacter ? { value: String.fromCodePoint(code), length: match[0].length } : { value: '&', length: 1 };
}

function openTag(body: string, place: { offset: number; at: number }): OpenTag {
  const tag = /^[^\s/]*/.exec(body)?.[0].toLowerCase() ?? '';
  const attributes = body.slice(tag.length);
  const isSpoilerSpan = tag !== 'span' || attributes.includes('tg-spoiler');
  if (ENTITY_OF_TAG[tag] === undefined || !isSpoilerSpan) {
    throw cannotParse(`Unsupported start tag "${tag}" at byte offset ${place.offset}`);
  }
  return { tag, offset: place.at, attributes };
}

function closeTag(closing: { open: OpenTag[]; tag: string; offset: number; text: string }): MessageEntity {
  const opened = closing.open.pop();
  if (opened === undefined) throw cannotParse(`Unexpected end tag at byte offset ${closing.offset}`);
  if (closing.tag !== '' && closing.tag !== opened.tag) {
    throw cannotParse(
      `Unmatched end tag at byte offset ${closing.offset}, expected "</${opened.tag}>", found "</${closing.tag}>"`,
    );
  }
  const href = /href\s*=\s*["']?([^"'\s>]+)/i.exec(opened.attributes)?.[1];
  return {
    type: ENTITY_OF_TAG[opened.tag] ?? '',
    offset: opened.offset,
    length: closing.text.length - opened.offset,
    ...(opened.tag === 'a' && href !== undefined ? { url: href } : {}),
  };
}
