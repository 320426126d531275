import type { AnalysedQuery } from './analyse-query.ts';

type Match = {
  term: number;
  similarity: number;
};

/** Knows for one query which stems of the base match which of its terms. */
export type QueryMatcher = {
  query: AnalysedQuery;
  matches: Map<number, Match[]>;
  /** Per term its places in the query, the last first. */
  places: number[][];
  norm: number;
  pairWeight: number;
};

/** What of the query is found in one run of words; all shares are of weight, 0 to 1. */
export type Alignment = {
  /** Per query term the best similarity found. */
  matched: Float64Array;
  cosine: number;
  /** Share of the query found, and share of these words that the query explains. */
  queryCover: number;
  wordCover: number;
  /** Share of the words of both that they have in common, each weighing the same. */
  sameWords: number;
  /** Share of the query's neighbouring pairs that stand side by side here. */
  pairs: number;
  /** The weightiest unbroken run. */
  run: number;
  /** The most of the query found close together. */
  near: number;
};

const NEAR_WORDS = 12;
const TINY = 1e-9;

export function createMatcher(query: AnalysedQuery): QueryMatcher {
  const matches = new Map<number, Match[]>();
  query.terms.forEach((term, place) => {
    for (const { stem, similarity } of term.expansions) {
      const list = matches.get(stem);
      if (list === undefined) matches.set(stem, [{ term: place, similarity }]);
      else list.push({ term: place, similarity });
    }
  });
  const places: number[][] = query.terms.map(() => []);
  query.order.forEach((term, place) => {
    places[term]?.unshift(place);
  });
  let pairWeight = 0;
  for (let place = 1; place < query.order.length; place += 1) {
    pairWeight += weightAt(query, place - 1) + weightAt(query, place);
  }
  const norm = Math.sqrt(query.terms.reduce((sum, term) => sum + term.weight ** 2, 0));
  return { query, matches, places, norm, pairWeight };
}

function weightAt(query: AnalysedQuery, place: number): number {
  return query.terms[query.order[place] ?? -1]?.weight ?? 0;
}

type AlignState = {
  matched: Float64Array;
  product: Float64Array;
  lastPlace: Float64Array;
  runWeight: Float64Array;
  runEnd: Float64Array;
  pairFound: Float64Array;
  run: number;
  near: number;
};

/** Compares a query with a run of stems, given the weight of each stem. */
export function alignWords(
  matcher: QueryMatcher,
  read: { stems: Int32Array; weightOf: (stem: number) => number },
): Alignment {
  const { query } = matcher;
  const state = startState(query);
  let squares = 0;
  let covered = 0;
  let total = 0;
  for (let place = 0; place < read.stems.length; place += 1) {
    const stem = read.stems[place] ?? 0;
    const weight = read.weightOf(stem);
    squares += weight * weight;
    total += weight;
    const found = matcher.matches.get(stem);
    if (found === undefined) continue;
    covered += weight * noteMatches(matcher, { state, found, weight, place });
  }
  const whole = Math.max(TINY, query.totalWeight);
  return {
    matched: state.matched,
    cosine: sumOf(state.product) / Math.max(TINY, matcher.norm * Math.sqrt(squares)),
    queryCover: coverOf(query, [state.matched]),
    wordCover: covered / Math.max(TINY, total),
    sameWords: (2 * sumOf(state.matched)) / Math.max(1, query.terms.length + read.stems.length),
    pairs: sumOf(state.pairFound) / Math.max(TINY, matcher.pairWeight),
    run: state.run / whole,
    near: state.near / whole,
  };
}

function startState(query: AnalysedQuery): AlignState {
  return {
    matched: new Float64Array(query.terms.length),
    product: new Float64Array(query.terms.length),
    lastPlace: new Float64Array(query.terms.length).fill(-1e9),
    runWeight: new Float64Array(query.order.length),
    runEnd: new Float64Array(query.order.length).fill(-2),
    pairFound: new Float64Array(query.order.length),
    run: 0,
    near: 0,
  };
}

function noteMatches(
  matcher: QueryMatcher,
  noted: { state: AlignState; found: Match[]; weight: number; place: number },
): number {
  const { state, found, place } = noted;
  let best = 0;
  let isSubject = false;
  for (const { term, similarity } of found) {
    const queryTerm = matcher.query.terms[term];
    if (queryTerm === undefined) continue;
    best = Math.max(best, similarity);
    isSubject ||= queryTerm.importance === 1;
    state.product[term] = Math.max(state.product[term] ?? 0, similarity * queryTerm.weight * noted.weight);
    state.matched[term] = Math.max(state.matched[term] ?? 0, similarity);
    state.lastPlace[term] = place;
    for (const at of matcher.places[term] ?? []) noteRun(matcher.query, { state, at, similarity, place });
  }
  if (isSubject) state.near = Math.max(state.near, nearWeight(matcher.query, { state, place }));
  return best;
}

function noteRun(
  query: AnalysedQuery,
  noted: { state: AlignState; at: number; similarity: number; place: number },
): void {
  const { state, at, place } = noted;
  const weight = weightAt(query, at) * noted.similarity;
  const continues = at > 0 && state.runEnd[at - 1] === place - 1;
  const before = continues ? (state.runWeight[at - 1] ?? 0) : 0;
  if (continues) state.pairFound[at] = Math.max(state.pairFound[at] ?? 0, weightAt(query, at - 1) + weight);
  state.runWeight[at] = before + weight;
  state.runEnd[at] = place;
  state.run = Math.max(state.run, before + weight);
}

function nearWeight(query: AnalysedQuery, seen: { state: AlignState; place: number }): number {
  let sum = 0;
  query.terms.forEach((term, place) => {
    const distance = seen.place - (seen.state.lastPlace[place] ?? 0);
    if (distance < NEAR_WORDS * 4) {
      sum += term.weight * (seen.state.matched[place] ?? 0) * Math.exp(-distance / NEAR_WORDS);
    }
  });
  return sum;
}

/** Share of the query's weight that is found in any of these. */
export function coverOf(query: AnalysedQuery, matched: Float64Array[]): number {
  let found = 0;
  query.terms.forEach((term, place) => {
    let best = 0;
    for (const each of matched) best = Math.max(best, each[place] ?? 0);
    found += term.weight * best;
  });
  return found / Math.max(TINY, query.totalWeight);
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
