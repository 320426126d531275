/**
 * Two lines of one text. A word that was divided at the end of the first is one again, but for words that stand elsewhere
 * with their hyphen (`hyphenated`, in small letters).
 */
export function joinWords(one: string, other: string, hyphenated?: Set<string>): string {
  if (one === '' || other === '') return one + other;
  if (one.endsWith('\u00ad')) return one.slice(0, -1) + other;
  const isDivided = /\p{Letter}[-\u2010]$/u.test(one) && /^\p{Ll}/u.test(other);
  if (!isDivided) return `${one} ${other}`;
  const [end = ''] = one.split(' ').slice(-1);
  const [begin = ''] = other.split(' ');
  return hyphenated?.has(wordOf(end + begin)) === true ? one + other : one.slice(0, -1) + other;
}

/** Words that a text writes with a hyphen within a line. */
export function listHyphenated(lines: string[]): Set<string> {
  const words = lines.flatMap((line) => line.split(' ').slice(0, -1));
  return new Set(words.filter((word) => /\p{Letter}-\p{Letter}/u.test(word)).map(wordOf));
}

function wordOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('\u2010', '-')
    .replaceAll(/[^\p{Letter}\p{Nd}-]/gu, '');
}
