const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const toCyrillic = new Map(Array.from(LATIN_KEYS, (key, place) => [key, CYRILLIC_KEYS[place] ?? key]));
const toLatin = new Map(Array.from(CYRILLIC_KEYS, (key, place) => [key, LATIN_KEYS[place] ?? key]));
const SHORTEST = 3;

/** The word as the same keys give it on the other layout ("ghbdtn" → "привет"), or undefined. */
export function otherLayout(word: string): string | undefined {
  if (word.length < SHORTEST) return undefined;
  const keys = /[a-z]/.test(word) ? toCyrillic : toLatin;
  let swapped = '';
  for (const letter of word) {
    const other = keys.get(letter);
    if (other === undefined) return undefined;
    swapped += other;
  }
  return swapped;
}
