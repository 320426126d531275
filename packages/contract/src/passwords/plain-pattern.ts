import { commonNames, inLatinLetters } from './common-names.ts';
import type { PasswordWarning } from './judge-password.ts';

const MIN_RUN = 3;
const MIN_WORD = 3;
const MAX_WORD = 30;
const MAX_NAMES = 3;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;

const rows = [
  ...['1234567890', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm'],
  ...['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю', '1йфя', '2цыч', '3увс', '4кам', '5епи', '6нрт', '7гоь'],
].flatMap((row) => [row, Array.from(row).reverse().join('')]);

/** What a whole password is plainly made of, if anything: it says more than that it stands in a list. */
export function findPlainPattern(folded: string, own: readonly string[]): PasswordWarning | undefined {
  const letters = lettersOf(folded);
  if (letters !== '' && countParts(letters, new Set(own)) !== undefined) return 'own';
  if (isRepeat(folded)) return 'repeat';
  if (isSequence(folded)) return 'sequence';
  if (isRowsOfKeys(folded)) return 'keys';
  if (isDate(folded)) return 'date';
  return isOfNames(folded) ? 'name' : undefined;
}

/** Whether it is a name, or a few, with a year or a short count at most: guessed within millions of tries. */
export function isOfNames(folded: string): boolean {
  const letters = lettersOf(folded).replaceAll('ё', 'е');
  const digits = folded.replaceAll(/\P{N}/gu, '');
  if (letters === '' || !/^(?:\d{1,2}|123|1234|12345|(?:19|20)\d\d)?$/.test(digits)) return false;
  const names = countParts(letters, commonNames()) ?? Number.POSITIVE_INFINITY;
  return names <= (digits === '' ? MAX_NAMES : MAX_NAMES - 1);
}

/** Whether nothing but the person's own words, names, digits and signs stands in it, in either alphabet. */
export function isOfOwnWords(folded: string, own: readonly string[]): boolean {
  const ownInLatin = new Set(own.flatMap(inLatinLetters));
  return inLatinLetters(lettersOf(folded)).some((letters) => isCovered(letters, ownInLatin));
}

/** Whether own words, one at least, and names make up the whole text. */
function isCovered(letters: string, own: ReadonlySet<string>): boolean {
  const names = commonNames();
  const reached = [{ byNames: true, withOwn: false }];
  for (let end = 1; end <= letters.length; end += 1) {
    const place = { byNames: false, withOwn: false };
    for (let start = Math.max(0, end - MAX_WORD); start <= end - MIN_WORD; start += 1) {
      const before = reached[start];
      if (before === undefined || !(before.byNames || before.withOwn)) continue;
      const word = letters.slice(start, end);
      if (own.has(word)) place.withOwn = true;
      else if (names.has(word)) {
        place.byNames ||= before.byNames;
        place.withOwn ||= before.withOwn;
      }
    }
    reached.push(place);
  }
  return reached[letters.length]?.withOwn ?? false;
}

function lettersOf(text: string): string {
  return text.replaceAll(/\P{L}/gu, '');
}

/** Into how few of the words the text can be cut without a rest. */
function countParts(text: string, words: ReadonlySet<string>): number | undefined {
  const fewest: (number | undefined)[] = [0];
  for (let end = 1; end <= text.length; end += 1) {
    for (let start = Math.max(0, end - MAX_WORD); start <= end - MIN_WORD; start += 1) {
      const before = fewest[start];
      if (before === undefined || !words.has(text.slice(start, end))) continue;
      fewest[end] = Math.min(fewest[end] ?? Number.POSITIVE_INFINITY, before + 1);
    }
  }
  return fewest[text.length];
}

function isRepeat(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length)) return true;
  return false;
}

function isSequence(text: string): boolean {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) === 1 && codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step);
}

function isRowsOfKeys(text: string): boolean {
  let place = 0;
  while (place < text.length) {
    const length = runAt(text, place);
    if (length < MIN_RUN) return false;
    place += length;
  }
  return true;
}

/** How many keys of one row stand side by side from here on. */
function runAt(text: string, place: number): number {
  let length = 0;
  while (place + length < text.length && rows.some((row) => row.includes(text.slice(place, place + length + 1))))
    length += 1;
  return length;
}

function isDate(text: string): boolean {
  const compact = text.replaceAll(/[.\-/ ]/g, '');
  if (!/^\d{6}$|^\d{8}$/.test(compact)) return false;
  const part = (start: number, end?: number) => Number(compact.slice(start, end));
  const isDay = (day: number, month: number) =>
    (day >= 1 && day <= 31 && month >= 1 && month <= 12) || (month >= 13 && month <= 31 && day >= 1 && day <= 12);
  const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;
  if (compact.length === 6) return isDay(part(0, 2), part(2, 4));
  return (isYear(part(4)) && isDay(part(0, 2), part(2, 4))) || (isYear(part(0, 4)) && isDay(part(6), part(4, 6)));
}
