import snowball from 'snowball-stemmers';
import { rememberTexts } from '../../../../platform/text/remember-texts.ts';

const russian = snowball.newStemmer('russian');
const english = snowball.newStemmer('english');
const cyrillic = /[а-я]/;
const latin = /^[a-z]+$/;
/** Snowball takes the end of these for that of a verb: «кровать» would be no form of «кровати». */
const LIKE_VERBS = /(?:кровать|печать|память|рукоять|благодать|девять|десять|дцать)$/;
/** The same of nouns: «приём» would be no form of «приёма», but one of «при». */
const LIKE_WE = /(?:прием|ъем|проблем|систем)у?$/;
/** Of «платье» it would leave the beginning of «платить». */
const DRESS = /^плать(?:е|я|ю|ем|ев|ям|ями|ях)$/;
const CACHE_LIMIT = 150_000;

/** Snowball stem of one lower-case word; the script decides the language, other scripts and numbers stay as they are. */
export const stemWord = rememberTexts(CACHE_LIMIT, computeStem);

function computeStem(word: string): string {
  if (LIKE_VERBS.test(word)) return russian.stem(word.replace(/ь$/, 'и'));
  if (LIKE_WE.test(word)) return russian.stem(word.replace(/у?$/, 'а'));
  if (DRESS.test(word)) return 'платье';
  if (cyrillic.test(word)) return russian.stem(word) || word;
  if (latin.test(word)) return english.stem(word) || word;
  return word;
}
