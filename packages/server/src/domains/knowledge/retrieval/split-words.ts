import { retrievalLimits } from './limits.ts';

const apostrophes = /['’ʼ`´]/g;
const possessive = /['’ʼ]s(?![\p{L}\p{N}])/gu;
const marks = /\p{M}+/gu;
/** Letters and digits are separate words, so that "covid19", "covid-19" and "covid 19" are the same. */
const wordPattern = /\p{L}+|\p{N}+/gu;

/** Lower-case words of a text in order: NFKC, ё as е, no marks, no apostrophes; bounded by both limits. */
export function splitWords(text: string, limit: { characters: number; words: number }): string[] {
  const plain = plainText(text, limit.characters);
  const words: string[] = [];
  for (const match of plain.matchAll(wordPattern)) {
    if (words.length >= limit.words) break;
    words.push(match[0].slice(0, retrievalLimits.wordCharacters));
  }
  return words;
}

function plainText(text: string, characters: number): string {
  return text
    .slice(0, characters)
    .normalize('NFKC')
    .slice(0, characters * 2)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(marks, '')
    .replace(possessive, '')
    .replace(apostrophes, '');
}
