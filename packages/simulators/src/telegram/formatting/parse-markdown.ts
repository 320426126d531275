import { badRequest } from '../errors.ts';
import type { MessageEntity } from '../types.ts';

const RESERVED = '_*[]()~`>#+-=|{}.!';
/** Longest first: `__` is no two `_`. */
const MARKS: [mark: string, type: string][] = [
  ['||', 'spoiler'],
  ['__', 'underline'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strikethrough'],
];

type Reading = { source: string; at: number; text: string; entities: MessageEntity[]; open: OpenMark[] };
type OpenMark = { mark: string; type: string; offset: number; byteOffset: number };

/** Parses `parse_mode: MarkdownV2`: https://core.telegram.org/bots/api#markdownv2-style */
export function parseMarkdown(source: string): { text: string; entities: MessageEntity[] } {
  const reading: Reading = { source, at: 0, text: '', entities: [], open: [] };
  while (reading.at < source.length) readNext(reading);
  const unclosed = reading.open.at(-1);
  if (unclosed !== undefined) throw noEnd(unclosed.byteOffset);
  return { text: reading.text, entities: reading.entities };
}

const cannotParse = (reason: string) => badRequest(`can't parse entities: ${reason}`);
const noEnd = (byteOffset: number) => cannotParse(`Can't find end of the entity starting at byte offset ${byteOffset}`);
const byteOffset = (reading: Reading) => Buffer.byteLength(reading.source.slice(0, reading.at));

function readNext(reading: Reading): void {
  const { source, at } = reading;
  const character = source.charAt(at);
  const mark = MARKS.find(([candidate]) => source.startsWith(candidate, at));
  if (character === '\\' && at + 1 < source.length) takeText(reading, { text: source.charAt(at + 1), length: 2 });
  else if (character === '`') readCode(reading);
  else if (character === '[') openMark(reading, { mark: '[', type: 'text_link' });
  else if (character === ']' && reading.open.at(-1)?.mark === '[') closeLink(reading);
  else if (character === '>' && (at === 0 || source.charAt(at - 1) === '\n'))
    takeText(reading, { text: '', length: 1 });
  else if (mark !== undefined) readMark(reading, { mark: mark[0], type: mark[1] });
  else if (RESERVED.includes(character)) {
    throw cannotParse(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
  } else takeText(reading, { text: character, length: 1 });
}

function takeText(reading: Reading, taken: { text: string; length: number }): void {
  reading.text += taken.text;
  reading.at += taken.length;
}

function readMark(reading: Reading, mark: { mark: string; type: string }): void {
  const opened = reading.open.at(-1);
  if (opened?.mark !== mark.mark) {
    openMark(reading, mark);
    return;
  }
  reading.open.pop();
  reading.entities.push({ type: mark.type, offset: opened.offset, length: reading.text.length - opened.offset });
  reading.at += mark.mark.length;
}

function openMark(reading: Reading, mark: { mark: string; type: string }): void {
  reading.open.push({ ...mark, offset: reading.text.length, byteOffset: byteOffset(reading) });
  reading.at += mark.mark.length;
}

function closeLink(reading: Reading): void {
  const opened = reading.open.pop();
  if (opened === undefined) return;
  const link = /^\]\(((?:\\.|[^)\\])*)\)/.exec(reading.source.slice(reading.at));
  if (link === null) throw noEnd(opened.byteOffset);
  const url = (link[1] ?? '').replace(/\\(.)/g, '$1');
  reading.entities.push({ type: 'text_link', offset: opened.offset, length: reading.text.length - opened.offset, url });
  reading.at += link[0].length;
}

function readCode(reading: Reading): void {
  const rest = reading.source.slice(reading.at);
  const block = /^```(?:([a-z0-9+-]+)\n)?((?:\\.|[^\\])*?)```/s.exec(rest);
  const code = block ?? /^`()((?:\\.|[^`\\])*)`/s.exec(rest);
  if (code === null) throw noEnd(byteOffset(reading));
  const inner = (code[2] ?? '').replace(/\\(.)/gs, '$1');
  const language = code[1] === '' ? undefined : code[1];
  reading.entities.push({
    type: block === null ? 'code' : 'pre',
    offset: reading.text.length,
    length: inner.length,
    ...(language === undefined ? {} : { language }),
  });
  reading.text += inner;
  reading.at += code[0].length;
}
