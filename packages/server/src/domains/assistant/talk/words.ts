import { joinSpellings } from '../../../platform/text/join-spellings.ts';
import { rememberAnyTexts } from '../../../platform/text/remember-texts.ts';

/**
 * Lower-case words of a text; `ё` counts as `е`, digits count as words, emoji and signs do not. A turn asks for those of one
 * text a dozen times, and most turns for those of the same passages: texts are taken apart once.
 */
export const wordsOf: (text: string) => readonly string[] = rememberAnyTexts(splitText);

function splitText(text: string): readonly string[] {
  return (
    joinSpellings(text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е'))
      .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
      .match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? []
  );
}

/** Whether two words differ by at most one letter added, lost, changed or swapped with its neighbour. */
export function isOneSlipAway(left: string, right: string): boolean {
  if (left === right) return true;
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  const longest = Math.min(left.length, right.length) - start;
  while (end < longest && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const leftRest = left.slice(start, left.length - end);
  const rightRest = right.slice(start, right.length - end);
  if (leftRest.length <= 1 && rightRest.length <= 1) return true;
  return leftRest.length === 2 && rightRest.length === 2 && leftRest === `${rightRest[1]}${rightRest[0]}`;
}

const prepositions = new Set(
  'в во на по до из к ко для от с со у через за о об про при под без in to into for from with at by via through about of on without'.split(
    ' ',
  ),
);

/** A lower-case word that stands before a noun and says where, when or what for. */
export const isPreposition = (word: string): boolean => prepositions.has(word);
