import { type AnalysedQuery, analyseQuery } from '../analyse-query.ts';
import type { PassageIndexState } from '../passage-index/index-state.ts';
import { isPriceStem, isPriceWord } from '../words/price-words.ts';
import { splitWords } from '../words/split-words.ts';
import { stemWord } from '../words/stem-word.ts';
import { findOnlyRow } from './find-only-row.ts';
import { listQuotes, type Quotable } from './list-quotes.ts';
import { splitUnits, type TextUnit } from './split-units.ts';
import { hasWanted, wantedOf } from './wanted-kind.ts';
import { isConditionalFree, statesPrice, wantsPrice } from './wants-price.ts';

/** `found`: per term of the question, and last for what it wants to hear, how much of it is there; `own`: not in the heading alone. */
type ReadUnit = TextUnit & { words: number; own: Float64Array; found: Float64Array };

const UNIT_LIMIT = { characters: 4_000, words: 400 };
/** A text up to so many words is an answer as it stands. */
const MAX_WHOLE_WORDS = 25;
/** What is wanted (a number, a name) weighs so much of a word of the question; each further unit has to bring so much. */
const WANTED_SHARE = 0.6;
const MORE_SHARE = 0.25;
/** Where a price is asked for, «стоит» is no more than a sign of it: the figure is wanted, not the word. */
const PRICE_WORD_SHARE = 0.2;
const FOUND_FROM = 0.5;
const BULLET = /^[-–—•*·]\s/u;

type Asked = { query: string; text: string; heading?: string | null };

/**
 * The words of a passage that answer a question: a sentence or two, a row of a table, an item or the whole of a list. What stands
 * in the heading is true of each of them.
 */
export function quotePassage(state: PassageIndexState, asked: Asked): string {
  const query = analyseQuery(state, asked.query);
  const units = readUnits(asked, { query, stems: state.vocabulary.stems });
  const row = findOnlyRow(units, query);
  if (row !== undefined) return sayUnder(row, { units, query, heading: asked.heading ?? '' });
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  if (words <= MAX_WHOLE_WORDS && !isAllInOne(units, query)) return asked.text.trim();
  const weights = weighTerms(query, { units, priceStems: priceStemsOf(asked.query) });
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, query.terms.length);
  const isHalf = wantsPrice(asked.query) ? findHalfPrices(units) : () => false;
  let best: { quote: Quotable; score: number } | undefined;
  for (const quote of listQuotes(units, (place) => units[place]?.words ?? 0)) {
    if (isAnyItem(quote, units) || isHalf(quote)) continue;
    const score = scoreQuote(quote, { units, weights }) - (quote.end - quote.start > 1 ? MORE_SHARE * mean : 0);
    if (best === undefined || score > best.score) best = { quote, score };
  }
  return best === undefined ? asked.text.trim() : writeQuote(units, best.quote);
}

/** One unit says all that is asked, and no other one has a word of it: it is the answer without what stands beside it. */
function isAllInOne(units: ReadUnit[], { terms }: AnalysedQuery): boolean {
  const named = terms.flatMap(({ importance, stem }, term) => (importance === 1 && !isPriceStem(stem) ? [term] : []));
  const has = ({ found }: ReadUnit, term: number) => (found[term] ?? 0) > FOUND_FROM;
  const [only, ...more] = units.filter((unit) => named.some((term) => has(unit, term)));
  return only !== undefined && more.length === 0 && named.every((term) => has(only, term)) && saysWanted(only, units);
}

const saysWanted = ({ found }: ReadUnit, units: ReadUnit[]): boolean =>
  found.at(-1) === 1 || units.every((unit) => unit.found.at(-1) !== 1);

type Above = { units: ReadUnit[]; query: AnalysedQuery; heading: string };

/** A row with what says what it is of: the line above the list, or the heading where that alone has a word of the question. */
function sayUnder(row: ReadUnit, { units, query, heading }: Above): string {
  const lead = units.slice(0, units.indexOf(row)).findLast(({ text }) => text.endsWith(':'));
  const isOfHeading = query.terms.some(
    ({ importance, stem }, term) =>
      importance === 1 &&
      !isPriceStem(stem) &&
      (row.own[term] ?? 0) <= FOUND_FROM &&
      (row.found[term] ?? 0) > FOUND_FROM,
  );
  const above = lead?.text ?? (isOfHeading ? heading : '');
  return above === '' ? row.text.replace(BULLET, '') : `${above}\n${row.text}`;
}

/**
 * «При заказе от 30 000 ₽ доставка бесплатная» is half of what a thing costs: it does not stand alone where another unit has a price
 * and all that it has of the question.
 */
function findHalfPrices(units: ReadUnit[]): (quote: Quotable) => boolean {
  const priced = units.filter(({ text }) => statesPrice(text) && !isConditionalFree(text));
  return ({ start, end }) =>
    units
      .slice(start, end)
      .every(
        ({ text, found }) =>
          isConditionalFree(text) &&
          priced.some((other) => found.every((near, term) => near <= Math.max(FOUND_FROM, other.found[term] ?? 0))),
      );
}

function readUnits(asked: Asked, { query, stems }: { query: AnalysedQuery; stems: string[] }): ReadUnit[] {
  const matches = new Map<string, Array<{ term: number; similarity: number }>>();
  query.terms.forEach(({ expansions }, term) => {
    for (const { stem, similarity } of expansions) {
      const name = stems[stem] ?? '';
      matches.set(name, [...(matches.get(name) ?? []), { term, similarity }]);
    }
  });
  const wanted = wantedOf(asked.query, new Set(query.terms.map(({ stem }) => stem)));
  const above = splitWords(asked.heading ?? '', UNIT_LIMIT);
  const note = (found: Float64Array, words: string[]): Float64Array => {
    for (const { term, similarity } of words.flatMap((word) => matches.get(stemWord(word)) ?? [])) {
      found[term] = Math.max(found[term] ?? 0, similarity);
    }
    return found;
  };
  return splitUnits(asked.text).map((unit) => {
    const words = splitWords(unit.text, UNIT_LIMIT);
    const own = note(new Float64Array(query.terms.length), words);
    const found = note(Float64Array.from([...own, 0]), above);
    if (wanted !== undefined && hasWanted(unit.text, wanted)) found[query.terms.length] = 1;
    return { ...unit, words: words.length, own, found };
  });
}

/** The words of a question for a price that say nothing of what it is the price of. */
function priceStemsOf(query: string): ReadonlySet<string> {
  if (!wantsPrice(query)) return new Set();
  return new Set(splitWords(query, UNIT_LIMIT).filter(isPriceWord).map(stemWord));
}

/** A word that few units of the passage have tells them apart. */
function weighTerms(
  query: AnalysedQuery,
  { units, priceStems }: { units: ReadUnit[]; priceStems: ReadonlySet<string> },
): Float64Array {
  const weights = Float64Array.from(query.terms, ({ weight, stem }, term) => {
    const having = units.filter(({ found }) => (found[term] ?? 0) > FOUND_FROM).length;
    const share = priceStems.has(stem) ? PRICE_WORD_SHARE : 1;
    return share * weight * Math.log(1 + (units.length + 0.5) / (having + 0.5));
  });
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
  return Float64Array.from([...weights, WANTED_SHARE * mean]);
}

/** An item that has no word of the question which the line above the list does not have: no more the answer than the others. */
function isAnyItem({ start, end, lead }: Quotable, units: ReadUnit[]): boolean {
  if (lead === undefined || end - start > 1 || units[start]?.kind !== 'item') return false;
  const above = units[lead]?.found;
  return units[start].found.every((similarity, term) => similarity <= Math.max(FOUND_FROM, above?.[term] ?? 0));
}

function scoreQuote({ start, end, lead }: Quotable, read: { units: ReadUnit[]; weights: Float64Array }): number {
  const quoted = read.units.slice(start, end);
  const before = lead === undefined ? undefined : read.units[lead];
  let score = 0;
  read.weights.forEach((weight, term) => {
    const own = quoted.reduce((best, { found }) => Math.max(best, found[term] ?? 0), 0);
    score += weight * Math.max(own, before?.found[term] ?? 0);
  });
  return score;
}

function writeQuote(units: ReadUnit[], { start, end, lead }: Quotable): string {
  const quoted = [...(lead === undefined ? [] : units.slice(lead, lead + 1)), ...units.slice(start, end)];
  return quoted.reduce((text, unit, place) => {
    if (place === 0) return unit.text;
    return `${text}${unit.line === quoted[place - 1]?.line ? ' ' : '\n'}${unit.text}`;
  }, '');
}
