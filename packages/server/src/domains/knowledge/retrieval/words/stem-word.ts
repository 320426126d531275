import snowball from 'snowball-stemmers';

const russian = snowball.newStemmer('russian');
const english = snowball.newStemmer('english');
const cyrillic = /[а-я]/;
const latin = /^[a-z]+$/;
/** Snowball takes the end of these for that of a verb: «кровать» would be no form of «кровати». */
const LIKE_VERBS = /(?:кровать|печать|память|рукоять|благодать|девять|десять|дцать)$/;
const CACHE_LIMIT = 150_000;
const cache = new Map<string, string>();

/** Snowball stem of one lower-case word; the script decides the language, other scripts and numbers stay as they are. */
export function stemWord(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const stem = computeStem(word);
  cache.set(word, stem);
  return stem;
}

function computeStem(word: string): string {
  if (LIKE_VERBS.test(word)) return russian.stem(word.replace(/ь$/, 'и'));
  if (cyrillic.test(word)) return russian.stem(word) || word;
  if (latin.test(word)) return english.stem(word) || word;
  return word;
}
