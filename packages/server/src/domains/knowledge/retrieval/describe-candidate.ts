import { type Alignment, alignWords, coverOf, type QueryMatcher } from './align-words.ts';
import { type AnalysedQuery, answerRarity } from './analyse-query.ts';
import type { Candidate } from './collect-candidates.ts';
import { retrievalLimits } from './limits.ts';
import { type AnswerEntry, bodyStems, type PassageIndexState, questionStems } from './passage-index/index-state.ts';
import { intAt } from './passage-index/int-list.ts';

/** What the close look measures of one candidate. "answer…" are of the body of a pair, "body…" of a passage without a question. */
export const rankingFeatures = [
  'questionScore',
  'cosine',
  'queryCover',
  'questionCover',
  'second',
  'third',
  'pooledCover',
  'sameWords',
  'frequency',
  'purity',
  'answerScore',
  'answerNear',
  'answerGain',
  'bodyScore',
  'bodyStrict',
  'bodyNear',
  'bodyPairs',
  'bodyRun',
] as const;
export type RankingFeatures = Record<(typeof rankingFeatures)[number], number>;

export type CandidateView = {
  answer: number;
  features: RankingFeatures;
  /** The passage whose question fits best, or the first passage of an answer without questions. */
  passageId: string;
  hasQuestion: boolean;
  /** Per query term the best similarity, in the questions and in the body. */
  questionMatched: Float64Array;
  bodyMatched: Float64Array;
};

export function describeCandidate(
  state: PassageIndexState,
  request: { matcher: QueryMatcher; candidate: Candidate },
): CandidateView {
  const { matcher, candidate } = request;
  const entry = state.answers[candidate.answer];
  if (entry === undefined) throw new Error('the candidate names no answer');
  const weightOf = (stem: number): number => (state.vocabulary.importance[stem] ?? 1) * answerRarity(state, stem);
  const looked = candidate.questions.map((each) => ({
    ...each,
    fit: alignWords(matcher, { stems: questionStems(state, each.question), weightOf }),
  }));
  looked.sort((a, b) => b.fit.cosine - a.fit.cosine || (a.passageId < b.passageId ? -1 : 1));
  const stems = bodyStems(state, entry).subarray(0, retrievalLimits.closeBodyTerms);
  const body = alignWords(matcher, { stems, weightOf: () => 1 });
  const fits = looked.map(({ fit }) => fit);
  const hasQuestion = looked.length > 0;
  return {
    answer: candidate.answer,
    hasQuestion,
    questionMatched: Float64Array.from(body.matched, (_, term) =>
      Math.max(0, ...fits.map((fit) => fit.matched[term] ?? 0)),
    ),
    bodyMatched: body.matched,
    passageId: looked[0]?.passageId ?? firstOf(entry),
    features: {
      ...questionFeatures(state, { matcher, fits }),
      questionScore: candidate.questionScore,
      ...bodyFeatures({ matcher, body, candidate, question: hasQuestion ? fits[0] : undefined }),
    },
  };
}

function firstOf({ members }: AnswerEntry): string {
  const [first] = members;
  return members.reduce((least, { passageId }) => (passageId < least ? passageId : least), first?.passageId ?? '');
}

type BodyFeature =
  | 'answerScore'
  | 'answerNear'
  | 'answerGain'
  | 'bodyScore'
  | 'bodyStrict'
  | 'bodyNear'
  | 'bodyPairs'
  | 'bodyRun';

function bodyFeatures(read: {
  matcher: QueryMatcher;
  body: Alignment;
  candidate: Candidate;
  question: Alignment | undefined;
}): Pick<RankingFeatures, BodyFeature> {
  const { body, candidate, question } = read;
  if (question === undefined) {
    return {
      answerScore: 0,
      answerNear: 0,
      answerGain: 0,
      bodyScore: candidate.bodyScore,
      bodyStrict: strictCover(read.matcher.query, body.matched),
      bodyNear: body.near,
      bodyPairs: body.pairs,
      bodyRun: body.run,
    };
  }
  return {
    answerScore: candidate.bodyScore,
    answerNear: body.near,
    answerGain: coverOf(read.matcher.query, [body.matched, question.matched]) - question.queryCover,
    bodyScore: 0,
    bodyStrict: 0,
    bodyNear: 0,
    bodyPairs: 0,
    bodyRun: 0,
  };
}

/** A word that stands there itself, in whatever form; what only looks alike or means about the same does not count. */
const STRICT_SIMILARITY = 0.9;

function strictCover(query: AnalysedQuery, matched: Float64Array): number {
  let found = 0;
  let total = 1e-9;
  query.terms.forEach((term, place) => {
    total += term.strictWeight;
    if ((matched[place] ?? 0) >= STRICT_SIMILARITY) found += term.strictWeight;
  });
  return found / total;
}

function questionFeatures(
  state: PassageIndexState,
  read: { matcher: QueryMatcher; fits: Alignment[] },
): Omit<RankingFeatures, BodyFeature | 'questionScore'> {
  const { fits, matcher } = read;
  const best = fits[0];
  return {
    cosine: best?.cosine ?? 0,
    queryCover: best?.queryCover ?? 0,
    questionCover: best?.wordCover ?? 0,
    second: fits[1]?.cosine ?? 0,
    third: fits[2]?.cosine ?? 0,
    pooledCover: coverOf(
      matcher.query,
      fits.map((fit) => fit.matched),
    ),
    sameWords: fits.reduce((most, fit) => Math.max(most, fit.sameWords), 0),
    ...termVotes(state, read),
  };
}

/** How many of the answer's questions have the query's words, and how many of the questions with them are the answer's. */
function termVotes(
  state: PassageIndexState,
  read: { matcher: QueryMatcher; fits: Alignment[] },
): { frequency: number; purity: number } {
  const { query } = read.matcher;
  if (read.fits.length === 0) return { frequency: 0, purity: 0 };
  let frequency = 0;
  let purity = 0;
  query.terms.forEach((term, place) => {
    let here = 0;
    for (const fit of read.fits) here += fit.matched[place] ?? 0;
    let everywhere = 0;
    for (const { stem, similarity } of term.expansions) {
      everywhere += similarity * intAt(state.vocabulary.questions, stem);
    }
    const share = term.weight / Math.max(1e-9, query.totalWeight);
    frequency += (share * Math.log(1 + here)) / Math.log(1 + read.fits.length);
    if (everywhere > 0) purity += (share * Math.min(here, everywhere)) / everywhere;
  });
  return { frequency, purity };
}
