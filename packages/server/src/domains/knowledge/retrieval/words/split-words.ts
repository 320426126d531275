import { joinSpellings } from '../../../../platform/text/join-spellings.ts';
import { retrievalLimits } from '../limits.ts';

const apostrophes = /['’ʼ`´]/g;
const possessive = /['’ʼ]s(?![\p{L}\p{N}])/gu;
const marks = /\p{M}+/gu;
/** Letters and digits are separate words, so that "covid19", "covid-19" and "covid 19" are the same. */
const wordPattern = /\p{L}+|\p{N}+/gu;

/** Texts of these characters alone (basic Latin and Cyrillic, usual quotes and dashes) are in NFKC and without marks. */
const plainCharacters = /^[\0-\x7F\u0400-\u045F«»–—‘’“”„]*$/;

/** Lower-case words of a text in order: NFKC, ё as е, no marks, no apostrophes; bounded by both limits. */
export function splitWords(text: string, limit: { characters: number; words: number }): string[] {
  const words = plainText(text, limit.characters).match(wordPattern)?.slice(0, limit.words) ?? [];
  return words.map((word) => word.slice(0, retrievalLimits.wordCharacters));
}

function plainText(text: string, characters: number): string {
  const taken = text.slice(0, characters);
  const composed = plainCharacters.test(taken) ? taken : taken.normalize('NFKC').slice(0, characters * 2);
  const lower = composed.toLowerCase().replaceAll('ё', 'е');
  const bare = plainCharacters.test(lower) ? lower : lower.replace(marks, '');
  return joinSpellings(bare).replace(possessive, '').replace(apostrophes, '');
}
