import { badRequest } from '../errors.ts';
import type { MessageEntity } from '../types.ts';
import { parseHtml } from './parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';

// Lengths are counted in UTF-16 units, the unit of entities: the stricter reading of "4096 characters".
const TEXT_LIMIT = 4096;
const CAPTION_LIMIT = 1024;

export type Formatted = { text: string; entities: MessageEntity[] | undefined };
type Source = { text: string; parseMode: string | undefined; entities: MessageEntity[] | undefined };

/** The text of a message after its formatting was parsed and its length was checked. */
export function readText(source: Source): Formatted {
  if (source.text === '') throw badRequest('message text is empty');
  const formatted = parseFormatting(source);
  if (formatted.text.trim() === '') throw badRequest('text must be non-empty');
  if (formatted.text.length > TEXT_LIMIT) throw badRequest('message is too long');
  return formatted;
}

/** The caption of a file, which may be absent. */
export function readCaption(source: Omit<Source, 'text'> & { caption: string | undefined }): Partial<Formatted> {
  if (source.caption === undefined || source.caption === '') return {};
  const formatted = parseFormatting({ text: source.caption, parseMode: source.parseMode, entities: source.entities });
  if (formatted.text.length > CAPTION_LIMIT) throw badRequest('message caption is too long');
  return formatted;
}

function parseFormatting(source: Source): Formatted {
  const mode = source.parseMode?.toLowerCase() ?? '';
  if (mode === '') return { text: source.text, entities: source.entities };
  if (mode === 'html') return shape(parseHtml(source.text));
  if (mode === 'markdownv2') return shape(parseMarkdown(source.text));
  throw badRequest('unsupported parse_mode');
}

function shape(parsed: { text: string; entities: MessageEntity[] }): Formatted {
  const entities = parsed.entities.filter((entity) => entity.length > 0).sort((a, b) => a.offset - b.offset);
  return { text: parsed.text, entities: entities.length > 0 ? entities : undefined };
}
