const SPACES = /\s+/gu;
const HIDDEN = /\p{Cf}+|[\u0300-\u036f]+/gu;
const WORD = /\p{L}+/gu;
const SPACED_OUT = /(?<![a-zа-я])[a-zа-я](?:[ .·*_-][a-zа-я]){3,}(?![a-zа-я])/gu;
const NOT_LETTERS = /\P{L}+/gu;
/** Letters of two alphabets side by side. */
const MIXED = /[а-я][a-zіѕјα-ω]|[a-z][а-яіѕјα-ω]|[іѕјα-ω][а-яa-z]/u;
const NOT_CYRILLIC = /\P{Script=Cyrillic}/u;
/** Letters that look the same in small or in capitals, and what else is taken for a Latin one. */
const LATIN_LETTERS = 'abcehkmoptxy';
const CYRILLIC_LETTERS = 'авсенкмортху';
const TAKEN_FOR_LATIN = 'іѕјαβεικνορτυχ';
const TAKEN_FOR = 'isjabeikvoptyx';

const createTable = (from: string, to: string) => new Map([...from].map((letter, at) => [letter, to[at] ?? letter]));
const toCyrillic = createTable(LATIN_LETTERS, CYRILLIC_LETTERS);
const toLatin = createTable(CYRILLIC_LETTERS, LATIN_LETTERS);
const othersToLatin = createTable(TAKEN_FOR_LATIN, TAKEN_FOR);

/**
 * As a reader takes it, in small letters: spaces of any kind are one, what is not seen is not there, and a word with letters of
 * two alphabets is of the one that all of it can be read in.
 */
export function readAsSeen(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(HIDDEN, '')
    .replace(SPACES, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('ё', 'е');
  const joined = plain.replace(SPACED_OUT, (letters) => letters.replace(NOT_LETTERS, ''));
  return MIXED.test(joined) ? joined.replace(WORD, toOneAlphabet) : joined;
}

function toOneAlphabet(word: string): string {
  if (!MIXED.test(word)) return word;
  const known = swap(word, othersToLatin);
  const cyrillic = swap(known, toCyrillic);
  return NOT_CYRILLIC.test(cyrillic) ? swap(known, toLatin) : cyrillic;
}

const swap = (word: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(word, (letter) => letters.get(letter) ?? letter).join('');
