import { rememberAnyTexts } from '../../../../platform/text/remember-texts.ts';

type Range = { from: number; to: number };

/** «S», «XXL», «3XL», as lists write it: in capitals, some of them of the other alphabet; not «L-образный». */
const OF_ROW = /(?<![\p{L}\p{N}'’]|\p{N}\s)(?:\p{N}{1,2}[XХ][LЛ]|[XХ]{1,5}[LЛSС]|[LSMМ])(?![\p{L}\p{N}'’]|-\p{Ll})/gu;
/** «48 L» is of a size; «5 L» are litres. */
const BESIDE_NUMBER = /(?<!\p{N})[3-6]\p{N}\s(?=[XХLSMМ])/gu;
/** As customers write it; not «8 кв. м», «за м», «5 л». */
const OF_QUESTION =
  /(?<![\p{L}\p{N}'’]|\p{N}\s|(?:кв|куб|пог|за|на|sq|per)\.?\s)(?:\p{N}{1,2}[xх][lл]|[xх]{1,5}[lлsс]|[lлsmм])(?![\p{L}\p{N}'’])/giu;
const TO = /^\s?(?:[–—-]|\.\.|…|до|по|to)\s?$/u;

/** `M` is 0, `L` 1, `XL` 2, `3XL` 4; `S` -1, `XS` -2. */
function placeOf(size: string): number {
  const [letters, count] = [size.toLowerCase(), /^\p{N}+/u.exec(size)?.[0]];
  const steps = count === undefined ? letters.length : 1 + Number(count);
  if (/[lл]$/u.test(letters)) return steps;
  return /[sс]$/u.test(letters) ? -steps : 0;
}

/** The sizes by letters of a row: «S–XL» is a range. A turn asks for those of each row with each size of the question. */
const sizesOfRow = rememberAnyTexts(readSizes);

function readSizes(text: string): Range[] {
  const line = text.replace(BESIDE_NUMBER, '');
  const found = [...line.matchAll(OF_ROW)].map(({ 0: size, index }) => ({ index, end: index + size.length, size }));
  return found.map(({ size, end }, at) => {
    const next = found[at + 1];
    const isRange = next !== undefined && TO.test(line.slice(end, next.index));
    const [from, to] = [placeOf(size), placeOf(isRange ? next.size : size)];
    return { from: Math.min(from, to), to: Math.max(from, to) };
  });
}

/** The words of a question that are sizes by letters, each size once. */
export const letterSizesIn = (question: string): string[] => [
  ...new Map([...question.matchAll(OF_QUESTION)].map(([size]) => [placeOf(size), size])).values(),
];

/** Whether a row is of a size: «M» and «xl» stand in «S–XL». Undefined where it names no sizes by letters. */
export function hasLetterSize(line: string, size: string): boolean | undefined {
  const own = sizesOfRow(line);
  if (own.length === 0) return undefined;
  const place = placeOf(size);
  return own.some(({ from, to }) => from <= place && place <= to);
}

/** Of rows those of a size that is asked for, where their table names sizes by letters: one without may be anything. */
export function keepLetterSize<Row extends { line: string }>(
  rows: Row[],
  { question, table }: { question: string; table: readonly { line: string }[] },
): Row[] {
  const asked = letterSizesIn(question);
  if (asked.length === 0 || table.every(({ line }) => sizesOfRow(line).length === 0)) return rows;
  return rows.filter(({ line }) => asked.some((size) => hasLetterSize(line, size)));
}

/** «футболка 3xl» beside «Футболка S–XL». */
export function isOtherLetterSize(question: string, line: string): boolean {
  const asked = letterSizesIn(question);
  return asked.length > 0 && asked.every((size) => hasLetterSize(line, size) === false);
}
