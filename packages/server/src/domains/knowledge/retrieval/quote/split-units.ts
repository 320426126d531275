import { splitSentences } from '../../../../platform/text/split-sentences.ts';

/** A piece of a text that can be quoted by itself. */
export type TextUnit = {
  text: string;
  kind: 'sentence' | 'item' | 'row';
  /** The line that it stands in, from 0. */
  line: number;
};

const MAX_UNITS = 400;
const MAX_CHARACTERS = 40_000;
/** A sentence longer than this is divided where one of its parts ends. */
const LONG_SENTENCE = 300;
const item = /^(?:[-–—•*·]|\d{1,3}[.)])\s\S/;
/** Cells side by side, or the names of columns with their cells: "Товар: Кран; Цена: 500 ₽". */
const cells = /\S[ ]?[|\t][ ]?\S/;
const namedCells = /^[^:;]{1,80}:\s[^;]{1,400};\s[^:;]{1,80}:\s/;
/** Sentences of paragraphs, items of lists and rows of tables, in their order. */
export function splitUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  for (const [line, content] of text.slice(0, MAX_CHARACTERS).split('\n').entries()) {
    units.push(...unitsOfLine(content.trim(), line).slice(0, MAX_UNITS - units.length));
    if (units.length === MAX_UNITS) break;
  }
  return units;
}

function unitsOfLine(text: string, line: number): TextUnit[] {
  if (text === '') return [];
  if (item.test(text)) return [{ text, kind: 'item', line }];
  const sentences = splitSentences(text);
  const isRow = sentences.length === 1 && (cells.test(text) || namedCells.test(text));
  if (isRow) return [{ text, kind: 'row', line }];
  return sentences.flatMap(splitLong).map((sentence) => ({ text: sentence, kind: 'sentence', line }));
}

/** Rows that were joined to one sentence, and parts divided by semicolons. */
const partEnd = /;\s|(?:\p{N}\s?(?:\p{Sc}|руб(?:л\p{L}{1,2})?\.?|р\.))\s(?=["«“„]?\p{Lu})/gu;

function splitLong(sentence: string): string[] {
  if (sentence.length <= LONG_SENTENCE) return [sentence];
  const parts: string[] = [];
  let start = 0;
  for (const { 0: found, index } of sentence.matchAll(partEnd)) {
    parts.push(sentence.slice(start, index + found.length).trim());
    start = index + found.length;
  }
  return [...parts, sentence.slice(start).trim()].filter((part) => part !== '');
}
