import { endsSentence } from '../../../../platform/text/ends-sentence.ts';
import type { AnalysedQuery } from '../analyse-query.ts';
import { isPriceStem } from '../words/price-words.ts';
import type { TextUnit } from './split-units.ts';

type ReadRow = TextUnit & { words: number; own: Float64Array };

const FOUND_FROM = 0.5;
/** Of such words as «Замена камеры — 600 ₽». */
const MAX_ROW_WORDS = 15;
const MAX_ROW_CHARACTERS = 150;
const PRICED = [/\p{L}/u, /\s[-–—]|[:|\t]/u, /\p{N}/u];

/**
 * The one line of a price list that has all that tells its lines apart: «поменять камеру» beside the tubes and the tyres. Undefined
 * where several have it or none has, and where nothing of the kind is asked: «какие цены?» asks for all of them.
 */
export function findOnlyRow<Row extends ReadRow>(units: Row[], query: AnalysedQuery): Row | undefined {
  const rows = units.filter(isRow);
  if (rows.length < 2 || rows.length * 2 < units.length) return undefined;
  const has = ({ own }: ReadRow, term: number) => (own[term] ?? 0) > FOUND_FROM;
  const telling = query.terms.flatMap(({ importance, stem }, term) => {
    const having = rows.filter((row) => has(row, term)).length;
    return importance === 1 && !isPriceStem(stem) && having > 0 && having < rows.length ? [term] : [];
  });
  if (telling.length === 0) return undefined;
  const [only, ...more] = rows.filter((row) => telling.every((term) => has(row, term)));
  return more.length === 0 ? only : undefined;
}

const isRow = ({ kind, text, words }: ReadRow): boolean =>
  kind === 'row' ||
  (words <= MAX_ROW_WORDS &&
    text.length <= MAX_ROW_CHARACTERS &&
    PRICED.every((sign) => sign.test(text)) &&
    !endsSentence(text));
