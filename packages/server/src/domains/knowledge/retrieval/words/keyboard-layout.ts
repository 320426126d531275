const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const cyrillicKeys = 'йцукенгшщзхъфывапролджэячсмитьбю';
const toCyrillic = new Map(Array.from(latinKeys, (key, place) => [key, cyrillicKeys[place] ?? key]));
const toLatin = new Map(Array.from(cyrillicKeys, (key, place) => [key, latinKeys[place] ?? key]));
const shortest = 3;

/** The word as the same keys give it on the other layout ("ghbdtn" → "привет"), or undefined. */
export function otherLayout(word: string): string | undefined {
  if (word.length < shortest) return undefined;
  const keys = /^[a-z]+$/.test(word) ? toCyrillic : toLatin;
  let swapped = '';
  for (const letter of word) {
    const other = keys.get(letter);
    if (other === undefined) return undefined;
    swapped += other;
  }
  return swapped;
}
