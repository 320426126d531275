import { isOfState } from '../../talk/asks-of-state.ts';
import { wordsOf } from '../../talk/words.ts';
import { TELL, WHICH, wordSet } from './asking-words.ts';

const MAX_ELLIPTIC_WORDS = 8;

/** Words that carry no subject of their own. */
const emptyWords = wordSet(
  ...[WHICH, TELL],
  `а и но или же ну так то это этот эта эти этого этом его ее их ему ей он она они оно там тут туда
  сколько когда где куда откуда почему зачем как кто что чем чего можно нужно надо есть ли бы у в на по для с со из от до за о об при у вас мне нам я мы вы
  будет стоит стоят стоило стоить цена почем если без еще тоже пожалуйста
  and but or so what how about when where which who why much many long is are was does do can could it its this that these those they them he she there
  the a an of for to in on at by with without you your i me my we please cost price ok then also`,
);
export const ellipticStart = /^\s*(?:а|и|но|или|and|but|or|so|what about|how about)(?![\p{L}])/iu;
const FIGURE_OF_IT = /^\s*(?:на|для|до|от|с|for|up to|with) (?:\p{L}+ )?[rр]?\p{N}+(?: \p{L}+)?[?\s]*$/iu;
/** «12 500 кг» are two words. */
const THOUSANDS = /(?<=(?<!\p{N})\p{N}{1,3})[ \u00a0\u202f](?=\p{N}{3}(?!\p{N}))/gu;
const pointingWord =
  /(?<![\p{L}])(?:это|этот|эту|этого|этом|его|её|ее|их|он|она|они|оно|там|такой|такая|it|its|this|that|these|those|they|them|there)(?![\p{L}])/iu;

/**
 * How far a question stands on what was said before it: `wholly` («а сколько?»: no subject of its own), `partly`
 * ("what about weekends?") or not at all.
 */
export function readEllipsis(text: string): 'wholly' | 'partly' | undefined {
  const said = text.replaceAll(THOUSANDS, '');
  const [words, own] = [wordsOf(said), ownWords(said)];
  if (own.length === 0) return 'wholly';
  if (own.length > 2 || words.length > MAX_ELLIPTIC_WORDS) return undefined;
  return ellipticStart.test(text) || pointingWord.test(text) || words.length <= 2 ? 'partly' : undefined;
}

/** «на 3 дня», «на кроссовер R18»: with a preposition it is as short as «R18». */
export function isFigureAlone(text: string): boolean {
  const said = text.replaceAll(THOUSANDS, '');
  return FIGURE_OF_IT.test(said) && ownWords(said).length <= 2;
}

/** Words that carry a subject. */
export function ownWords(text: string): string[] {
  return wordsOf(text).filter((word) => !emptyWords.has(word) && !isOfState(word) && word.length > 1);
}
