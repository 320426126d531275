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
const MAX_ABBREVIATION = 12;
const item = /^(?:[-–—•*·]|\d{1,3}[.)])\s\S/;
/** Cells side by side, or the names of columns with their cells: "Товар: Кран; Цена: 500 ₽". */
const cells = /\S[ ]?[|\t][ ]?\S/;
const namedCells = /^[^:;]{1,80}:\s[^;]{1,400};\s[^:;]{1,80}:\s/;
/** An end of a sentence, with what closes a quotation, before something that can begin one. */
const sentenceEnd = /[.!?…]["»”’')\]]{0,3}\s{1,3}(?=["«“„(‘']{0,2}[\p{Lu}\p{N}])/gu;
const besideWord = /[^\p{L}\p{N}.]/u;
const initial = /^\p{Lu}$/u;
const abbreviations = new Set(
  `mr mrs ms dr prof st vs no nos vol pp ca approx inc ltd co corp jr sr gen col capt lt rev gov sen rep fig e.g i.e u.s u.k
  г гг в вв н н.э т.е т.к др пр руб коп тыс млн млрд им ул д кв стр корп св см м мм км кг с о проф акад ок напр лат греч англ нем
  фр рис табл тел`.split(/\s+/),
);

/** Sentences of paragraphs, items of lists and rows of tables, in their order. */
export function splitUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  for (const [line, content] of text.slice(0, MAX_CHARACTERS).split('\n').entries()) {
    units.push(...unitsOfLine(content.trim(), line));
    if (units.length >= MAX_UNITS) break;
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

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(sentenceEnd)) {
    if (text[index] === '.' && isAbbreviation(text.slice(start, index))) continue;
    sentences.push(text.slice(start, index + found.length).trim());
    start = index + found.length;
  }
  sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== '');
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

/** "Dr. Smith", "J. Smith", «ул. Баумана». */
function isAbbreviation(before: string): boolean {
  const word = before.slice(-MAX_ABBREVIATION).split(besideWord).at(-1) ?? '';
  return initial.test(word) || abbreviations.has(word.toLowerCase());
}
