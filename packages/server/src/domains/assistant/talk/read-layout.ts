import { isOrdinaryWord, otherLayout, relatedStems, stemWord } from '../../knowledge/index.ts';
import { wordsOf } from './words.ts';

/** Shorter words are letters on their own in both languages, and settle nothing. */
const MIN_WORD = 3;
/** A single word has to be this long: three keys are soon an abbreviation. */
const MIN_ALONE = 4;
const MAX_SIGNS = 3;
/** Every word is looked up: a longer text was seen by whoever typed it. */
const MAX_CHARACTERS = 4000;
const sign = /^[.,!?;:)]$/;

/** Russian that was typed on the Latin layout («ghbdtn») as it was meant; every other text as it stands. */
export function readLayout(text: string): string {
  if (text.length > MAX_CHARACTERS || !/[a-z]/i.test(text) || /\p{Script=Cyrillic}|@|:\/\//u.test(text)) return text;
  const pieces = text.toLowerCase().split(/(\s)/);
  const meant = pieces.map(retype);
  const known = meant.flatMap((piece) => wordsOf(piece).filter(isRussianWord));
  const counted = meant.filter((piece) => wordsOf(piece).some((word) => word.length >= MIN_WORD));
  const isEnglish = pieces.some((piece) =>
    wordsOf(piece).some((word) => word.length >= MIN_WORD && isOrdinaryWord(word)),
  );
  const isPlain = known.length > 1 || known.some((word) => word.length >= MIN_ALONE);
  return !isEnglish && isPlain && known.length * 2 >= counted.length ? meant.join('') : text;
}

/** A sign at the end is a letter («,» is «б») where that makes a word. */
function retype(piece: string): string {
  const whole = otherLayout(piece) ?? piece;
  if (isRussianWord(whole)) return whole;
  for (let signs = 1; signs <= MAX_SIGNS && sign.test(piece.at(-signs) ?? ''); signs += 1) {
    const start = piece.slice(0, -signs);
    const word = otherLayout(start);
    const isLast = !sign.test(piece.at(-signs - 1) ?? '');
    if (word !== undefined && (isLast || isRussianWord(word))) return word + piece.slice(-signs);
  }
  return whole;
}

/** Among the common words of Russian, or those with a meaning that the search knows. */
export function isRussianWord(word: string): boolean {
  if (word.length < MIN_WORD || !/^\p{Script=Cyrillic}+$/u.test(word)) return false;
  return isOrdinaryWord(word) || [...relatedStems(stemWord(word))].length > 0;
}
