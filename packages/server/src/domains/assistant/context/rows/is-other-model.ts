import { stemImportance, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { hasMeasure, measuresAsked, measuresOfRow } from '../figures/measures.ts';
import { withoutHeld } from '../figures/ranges.ts';
import { codesIn } from '../words/codes.ts';
import { isOtherLetterSize } from './letter-sizes.ts';
import { spreadSizes } from './spread-sizes.ts';

const DIGITS = /^\p{N}+$/u;
const LATIN_WORD = /^\p{Script=Latin}+$/u;
/** «Bosch GBH 2-26»: letters that nobody says; «Redmi Note 12» is spoken. */
const SPOKEN = /[aeiouy]/u;
const SUFFIX = /^\p{Script=Latin}{2}$/u;
/** What a maker adds behind the number of a model. */
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ...'pro max plus mini ultra lite air se fe xl neo'.split(' ').map((name) => [name, name] as const),
  ...([
    ['про', 'pro'],
    ['макс', 'max'],
    ['плюс', 'plus'],
    ['мини', 'mini'],
    ['ультра', 'ultra'],
    ['лайт', 'lite'],
  ] as const),
]);
const UNIT = /^(?:mm|cm|km|kg|gb|tb|ml|am|pm|st|nd|rd|th|ft|hp|kw|pc)$/u;

/**
 * «экран redmi 12» beside «Redmi Note 12», «s21 fe» beside «S21», «А4» beside «А3», «лестница 3 м» beside «Лестница 5 м»,
 * «массаж 60 минут» beside «Массаж, 90 минут»: of the
 * same kind, and another one. `line`: the row or line that would be given, `name`: what it is called.
 */
export function isOtherModel(question: string, { name, line }: { name: string; line: string }): boolean {
  const [asked, own] = [question, name].map((text) => wordsOf(spreadSizes(text)));
  if (asked === undefined || own === undefined) return false;
  return (
    hasOtherCode(question, line) ||
    isOtherLetterSize(question, line) ||
    namesOtherLine(asked, own) ||
    hasSuffixBesides(asked, wordsOf(line)) ||
    isOtherVariant(asked, wordsOf(line)) ||
    hasOtherMeasure(question, { name, line })
  );
}

function hasOtherCode(question: string, line: string): boolean {
  const own = codesIn(line);
  return own.length > 0 && codesIn(withoutHeld(question, line)).some((code) => !own.includes(code));
}

/** Before the same number stands another word: «Note 12», «mi 12». */
function namesOtherLine(asked: readonly string[], own: readonly string[]): boolean {
  return asked.some((number, at) => {
    const [before = '', place] = [asked[at - 1], own.indexOf(number)];
    const ownBefore = own[place - 1] ?? '';
    if (!DIGITS.test(number) || !LATIN_WORD.test(before) || !LATIN_WORD.test(ownBefore)) return false;
    return SPOKEN.test(ownBefore) && stemImportance(stemWord(before)) === 1 && !asked.includes(ownBefore);
  });
}

/** «iphone 12 se», «s21 fe»: a sign of another model. */
function hasSuffixBesides(asked: readonly string[], known: readonly string[]): boolean {
  return asked.some((word, at) => {
    const before = asked[at - 1] ?? '';
    if (!SUFFIX.test(word) || UNIT.test(word) || stemImportance(stemWord(word)) < 1) return false;
    return /\p{N}/u.test(before) && known.includes(before) && !known.includes(word);
  });
}

/** «13 pro» beside «13 Pro Max» and «13»; a question without any is of whichever there is. */
function isOtherVariant(asked: readonly string[], own: readonly string[]): boolean {
  return asked.some((number, at) => {
    const wanted = variantsAt(asked, at);
    if (wanted === '' || !own.includes(number)) return false;
    return own.every((word, place) => word !== number || variantsAt(own, place) !== wanted);
  });
}

function variantsAt(words: readonly string[], at: number): string {
  const names: string[] = [];
  for (let next = at + 1; ; next += 1) {
    const name = VARIANTS.get(words[next] ?? '');
    // «футболка xl» is of a size, «pixel 9 xl» a model.
    const isSize = name === 'xl' && names.length === 0 && !/\p{N}/u.test(words[at] ?? '');
    if (name === undefined || isSize) return names.join(' ');
    names.push(name);
  }
}

function hasOtherMeasure(question: string, row: { name: string; line: string }): boolean {
  const own = measuresOfRow(row);
  return measuresAsked(withoutHeld(question, row.line)).some(
    (asked) => own.some(({ unit }) => unit === asked.unit) && !hasMeasure(own, asked),
  );
}
