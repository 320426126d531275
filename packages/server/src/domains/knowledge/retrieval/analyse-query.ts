import { retrievalLimits } from './limits.ts';
import type { PassageIndexState } from './passage-index/index-state.ts';
import { intAt } from './passage-index/int-list.ts';
import { type ComparisonBudget, type SimilarStem, similarStems } from './passage-index/vocabulary.ts';
import { otherLayout } from './words/keyboard-layout.ts';
import { isPriceStem } from './words/price-words.ts';
import { relatedStems } from './words/related-stems.ts';
import { splitWords } from './words/split-words.ts';
import { stemWord } from './words/stem-word.ts';
import { translatedStems } from './words/translated-stems.ts';
import { stemImportance } from './words/weak-words.ts';

/** One distinct stem of the query and the stems of the base that it stands for, the best first. */
export type QueryTerm = {
  stem: string;
  weight: number;
  importance: number;
  isKnown: boolean;
  /** Weight that takes no similar spelling into account: an unknown stem weighs as much as one can. */
  strictWeight: number;
  expansions: SimilarStem[];
};

export type AnalysedQuery = {
  terms: QueryTerm[];
  /** Places in `terms` in the order of the text. */
  order: number[];
  totalWeight: number;
};

const MIN_SIMILARITY = 0.45;
const RELATED_SIMILARITY = 0.7;
const LAYOUT_SIMILARITY = 0.95;
/** A similar spelling is worth less than its likeness: similarity to this power. */
const SIMILARITY_POWER = 1.5;
const numbers = /^\p{N}+$/u;

export function analyseQuery(state: PassageIndexState, text: string): AnalysedQuery {
  const limit = { characters: retrievalLimits.queryCharacters, words: retrievalLimits.queryTerms * 2 };
  return analyseStems(
    state,
    splitWords(text, limit).map((word) => ({ stem: stemWord(word), word })),
  );
}

/** The same for a text whose words are stems already. */
export function analyseStems(
  state: PassageIndexState,
  stems: ReadonlyArray<{ stem: string; word: string }>,
): AnalysedQuery {
  const places = new Map<string, number>();
  const terms: QueryTerm[] = [];
  const order: number[] = [];
  const budget = { left: retrievalLimits.sharedGrams };
  for (const { stem, word } of stems) {
    let place = places.get(stem);
    if (place === undefined) {
      if (terms.length >= retrievalLimits.queryTerms) continue;
      place = terms.length;
      places.set(stem, place);
      terms.push(analyseTerm(state, { stem, word, budget }));
    }
    order.push(place);
  }
  return { terms, order, totalWeight: terms.reduce((sum, term) => sum + term.weight, 0) };
}

type ReadTerm = { stem: string; word: string; budget: ComparisonBudget };

function analyseTerm(state: PassageIndexState, read: ReadTerm): QueryTerm {
  const { vocabulary } = state;
  const own = vocabulary.ids.get(read.stem);
  const isKnown = own !== undefined && intAt(vocabulary.anyAnswers, own) > 0;
  const importance = stemImportance(read.stem);
  const expansions = isKnown ? [{ stem: own, similarity: 1 }] : otherReadings(state, read.word);
  if (importance === 1) {
    for (const { stem, similarity } of similarStems(vocabulary, {
      stem: read.stem,
      min: MIN_SIMILARITY,
      limit: retrievalLimits.expansionsPerTerm,
      budget: read.budget,
    })) {
      if (expansions.some((known) => known.stem === stem)) continue;
      expansions.push({ stem, similarity: similarity ** SIMILARITY_POWER });
    }
  }
  for (const related of new Set([...relatedStems(read.stem), ...translatedStems(read.stem)])) {
    const stem = vocabulary.ids.get(related);
    if (stem === undefined || intAt(vocabulary.anyAnswers, stem) === 0) continue;
    const known = expansions.find((each) => each.stem === stem);
    if (known === undefined) expansions.push({ stem, similarity: RELATED_SIMILARITY });
    else known.similarity = Math.max(known.similarity, RELATED_SIMILARITY);
  }
  expansions.sort(
    (a, b) =>
      b.similarity - a.similarity || ((vocabulary.stems[a.stem] ?? '') < (vocabulary.stems[b.stem] ?? '') ? -1 : 1),
  );
  const weight = importance * termRarity(state, { own: isKnown ? own : undefined, stem: read.stem, expansions });
  const strict = isKnown ? answerRarity(state, own) : unseenRarity(state, read.stem);
  const strictWeight = importance * Math.min(strict, columnRarity(state, read.stem, expansions));
  return { stem: read.stem, weight, strictWeight, importance, isKnown, expansions };
}

/** «сколько стоит» asks for the column «Цена»: a row lacks nothing for not having those very words. */
function columnRarity(state: PassageIndexState, stem: string, expansions: SimilarStem[]): number {
  if (!isPriceStem(stem)) return Number.POSITIVE_INFINITY;
  const related = expansions.filter(({ stem: id, similarity }) => {
    return similarity >= RELATED_SIMILARITY && isPriceStem(state.vocabulary.stems[id] ?? '');
  });
  return Math.min(...related.map(({ stem: id }) => answerRarity(state, id)));
}

function otherReadings(state: PassageIndexState, word: string): SimilarStem[] {
  const swapped = otherLayout(word);
  if (swapped === undefined) return [];
  const id = state.vocabulary.ids.get(stemWord(swapped));
  if (id === undefined || intAt(state.vocabulary.anyAnswers, id) === 0) return [];
  return [{ stem: id, similarity: LAYOUT_SIMILARITY }];
}

/** Rarity of a stem that no passage has: as rare as can be, but an unknown number is no subject. */
function termRarity(
  state: PassageIndexState,
  term: { own: number | undefined; stem: string; expansions: SimilarStem[] },
): number {
  if (term.own !== undefined) return answerRarity(state, term.own);
  const unseen = unseenRarity(state, term.stem);
  const best = term.expansions[0];
  if (best === undefined) return unseen;
  return best.similarity * answerRarity(state, best.stem) + (1 - best.similarity) * unseen;
}

const UNKNOWN_NUMBER_SHARE = 0.3;

function unseenRarity(state: PassageIndexState, stem: string): number {
  return rarity(state.liveAnswers, 0) * (numbers.test(stem) ? UNKNOWN_NUMBER_SHARE : 1);
}

export function answerRarity(state: PassageIndexState, stem: number): number {
  return rarity(state.liveAnswers, intAt(state.vocabulary.anyAnswers, stem));
}

function rarity(total: number, having: number): number {
  return Math.log(1 + (total - having + 0.5) / (having + 0.5));
}
