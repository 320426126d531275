const LATIN_OF_LETTER = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};
const latinOf = new Map(Object.entries(LATIN_OF_LETTER));

/** A Russian word in Latin letters as it sounds ("самсунг" → "samsung"). */
export function inLatin(word: string): string {
  return Array.from(word, (letter) => latinOf.get(letter) ?? letter).join('');
}
