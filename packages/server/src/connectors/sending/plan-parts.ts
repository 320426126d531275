import { cleanText } from '@otvet/contract';
import { splitText, type TextUnit } from '../../platform/text/split-text.ts';
import type { OutboundFile, OutboundMessage } from '../port.ts';

/** What one call sends: a text, or files of one kind with words below the first of them. */
export type Part<Kind extends string> =
  | { kind: 'text'; text: string }
  | { kind: Kind; files: OutboundFile[]; caption: string };

/** How a platform takes files: which kind each one is, and how many of a kind go out together. */
export type PartRules<Kind extends string> = {
  textLimit: number;
  /** What the limit counts, where it is not characters. */
  textUnit?: TextUnit;
  captionLimit: number;
  maxFileBytes: number;
  /** Kinds in the order in which they are sent; those after `text` follow a text of their own. */
  order: readonly { kind: Kind; groupSize: number; isAfterText: boolean }[];
  kindOf(file: OutboundFile, asked: 'photo' | 'file'): Kind;
};

/** The same message gives the same parts at every try. The text stands below the first files where it fits. */
export function planParts<Kind extends string>(
  { text, photos, files, isTextFirst = false }: OutboundMessage,
  rules: PartRules<Kind>,
): { parts: Part<Kind>[] } | { refusal: string } {
  const words = cleanText(text).trim();
  const all = [...photos, ...files];
  if (words === '' && all.length === 0) return { refusal: 'text_empty' };
  if (all.some((file) => file.size > rules.maxFileBytes)) return { refusal: 'file_too_large' };
  const kinds = new Map<OutboundFile, Kind>();
  for (const photo of photos) kinds.set(photo, rules.kindOf(photo, 'photo'));
  for (const file of files) kinds.set(file, rules.kindOf(file, 'file'));
  const groups = rules.order.flatMap(({ kind, groupSize, isAfterText }) =>
    toGroups(
      all.filter((file) => kinds.get(file) === kind),
      groupSize,
    ).map((group) => ({
      isAfterText,
      part: { kind, files: group, caption: '' },
    })),
  );
  const [first, ...rest] = groups.map(({ part }) => part);
  if (first && !isTextFirst && words.length <= rules.captionLimit)
    return { parts: [{ ...first, caption: words }, ...rest] };
  const texts = splitText({ text: words, limit: rules.textLimit, unit: rules.textUnit }).map(
    (part): Part<Kind> => ({ kind: 'text', text: part }),
  );
  const placed = (isAfter: boolean) =>
    groups.filter(({ isAfterText }) => (isAfterText || isTextFirst) === isAfter).map(({ part }) => part);
  return { parts: [...placed(false), ...texts, ...placed(true)] };
}

function toGroups(files: OutboundFile[], size: number): OutboundFile[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );
}
