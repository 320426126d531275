/** Grounds and letters of people without a picture; each letter reads on its ground (4.5:1 at least). */
export const personColors = [
  { ground: '#FFE9D6', letter: '#8A4309' },
  { ground: '#DDF3E4', letter: '#1C6E40' },
  { ground: '#E5E8FF', letter: '#3A45A8' },
  { ground: '#FBE3EE', letter: '#A02560' },
  { ground: '#ECE8FF', letter: '#5140B8' },
  { ground: '#E4EBF2', letter: '#4B6072' },
] as const;

/** Which of the colours a person has: by name, so that it stays the same wherever the name is shown. */
export function colorIndexOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % personColors.length;
}

/** First letters of the first two words; names of one word give one letter, names without letters a question mark. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0]?.toLocaleUpperCase() ?? '');
  return letters.join('') || '?';
}
