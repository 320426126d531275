import { type AnalysedQuery, answerRarity, type QueryTerm } from './analyse-query.ts';
import { keepBest } from './keep-best.ts';
import { retrievalLimits } from './limits.ts';
import type { AnswerMember, PassageIndexState, SearchScratch } from './passage-index/index-state.ts';
import { type IntList, intAt } from './passage-index/int-list.ts';
import type { PostingLists } from './passage-index/posting-lists.ts';

/** An answer of the first pass; scores are shares of the query's weight. */
export type Candidate = {
  answer: number;
  value: number;
  questionScore: number;
  bodyScore: number;
  /** Those of its questions that are looked at closely, the best of the first pass first. */
  questions: Array<{ question: number; score: number; passageId: string }>;
};

const SATURATION = 1.2;
const LENGTH_PART = 0.75;
const BODY_SHARE = 0.5;
/** A term that so many passages have is left to the close look where it can hardly change the order. */
const FREQUENT_FROM = 5_000;
const HARDLY_MATTERS = 0.03;

/** First pass: BM25 over questions and over bodies, every query term by its best expansion; the best answers of all. */
export function collectCandidates(
  state: PassageIndexState,
  request: { query: AnalysedQuery; limit: number },
): Candidate[] {
  const scratch = preparedScratch(state);
  const { query } = request;
  const questions = scoreField(state, {
    query,
    lists: state.questionPostings,
    having: state.vocabulary.questions,
    lengths: state.questionLength,
    averageLength: state.questionWords / Math.max(1, state.liveQuestions),
    totals: scratch.questions,
  });
  const bodies = scoreField(state, {
    query,
    lists: state.bodyPostings,
    having: state.vocabulary.bodyAnswers,
    lengths: state.bodyLength,
    averageLength: state.bodyWords / Math.max(1, state.liveAnswers),
    totals: scratch.bodies,
  });
  const touched = joinAnswers(state, { scratch, questions, bodies });
  const best = bestAnswers(state, { scratch, touched, limit: request.limit });
  const scale = Math.max(1e-9, query.totalWeight * (SATURATION + 1));
  const candidates = best.map((answer) => candidateOf(state, { scratch, answer, scale }));
  for (const question of questions) scratch.questions[question] = 0;
  for (const answer of bodies) scratch.bodies[answer] = 0;
  for (const answer of touched) scratch.answers[answer] = 0;
  return candidates;
}

function preparedScratch(state: PassageIndexState): SearchScratch {
  const { scratch } = state;
  const questions = state.questionAnswer.length;
  const answers = state.answers.length;
  if (scratch.questions.length < questions) scratch.questions = new Float64Array(questions + (questions >> 2));
  if (scratch.bodies.length < answers) scratch.bodies = new Float64Array(answers + (answers >> 2));
  if (scratch.answers.length < answers) scratch.answers = new Float64Array(answers + (answers >> 2));
  const max = Math.max(scratch.questions.length, scratch.bodies.length);
  if (scratch.term.length < max) scratch.term = new Float64Array(max);
  return scratch;
}

type ScoredField = {
  query: AnalysedQuery;
  lists: PostingLists;
  having: IntList;
  lengths: IntList;
  averageLength: number;
  totals: Float64Array;
};

function scoreField(state: PassageIndexState, field: ScoredField): number[] {
  const touched: number[] = [];
  const { term: termScores } = state.scratch;
  const { totals } = field;
  for (const term of field.query.terms) {
    for (const entry of scoreTerm(state, { field, term })) {
      const before = totals[entry] ?? 0;
      if (before === 0) touched.push(entry);
      totals[entry] = before + (termScores[entry] ?? 0);
      termScores[entry] = 0;
    }
  }
  return touched;
}

/** Leaves each entry's score by its best expansion in the scratch; returns the entries. */
function scoreTerm(state: PassageIndexState, scored: { field: ScoredField; term: QueryTerm }): number[] {
  const { field, term } = scored;
  const { lists } = field;
  const lengths = field.lengths.values;
  const scores = state.scratch.term;
  const touched: number[] = [];
  const base = SATURATION * (1 - LENGTH_PART);
  const perWord = (SATURATION * LENGTH_PART) / Math.max(1, field.averageLength);
  for (const { stem, similarity } of term.expansions) {
    const weight = similarity * Math.min(term.weight, term.importance * answerRarity(state, stem));
    if (intAt(field.having, stem) > FREQUENT_FROM && weight < HARDLY_MATTERS * field.query.totalWeight) continue;
    const start = lists.starts[stem] ?? 0;
    const end = start + (lists.lengths[stem] ?? 0);
    for (let place = start; place < end; place += 1) {
      const entry = lists.entries[place] ?? 0;
      const count = lists.counts[place] ?? 0;
      const score = (weight * count * (SATURATION + 1)) / (count + base + perWord * (lengths[entry] ?? 0));
      const known = scores[entry] ?? 0;
      if (known === 0) touched.push(entry);
      if (score > known) scores[entry] = score;
    }
  }
  return touched;
}

function joinAnswers(
  state: PassageIndexState,
  scored: { scratch: SearchScratch; questions: number[]; bodies: number[] },
): number[] {
  const { answers, bodies, questions } = scored.scratch;
  const owners = state.questionAnswer.values;
  const touched: number[] = [];
  for (const question of scored.questions) {
    const answer = owners[question] ?? -1;
    if (answer < 0) continue;
    const known = answers[answer] ?? 0;
    if (known === 0) touched.push(answer);
    answers[answer] = Math.max(known, questions[question] ?? 0);
  }
  for (const answer of scored.bodies) {
    const known = answers[answer] ?? 0;
    if (known === 0) touched.push(answer);
    answers[answer] = known + BODY_SHARE * (bodies[answer] ?? 0);
  }
  return touched;
}

function bestAnswers(
  state: PassageIndexState,
  request: { scratch: SearchScratch; touched: number[]; limit: number },
): number[] {
  const value = (answer: number): number => request.scratch.answers[answer] ?? 0;
  const key = (answer: number): string => state.answers[answer]?.key ?? '';
  const best: number[] = [];
  for (const answer of request.touched) {
    if (state.answers[answer]?.members.length === 0) continue;
    keepBest(best, answer, { max: request.limit, isBefore });
  }
  return best;

  function isBefore(a: number, b: number): boolean {
    return value(a) > value(b) || (value(a) === value(b) && key(a) < key(b));
  }
}

function candidateOf(
  state: PassageIndexState,
  read: { scratch: SearchScratch; answer: number; scale: number },
): Candidate {
  const { scratch, answer, scale } = read;
  const scoreOf = ({ question }: AnswerMember): number => (scratch.questions[question] ?? 0) / scale;
  const best = bestMembers(state, { answer, weigh: scoreOf });
  const questions = best.map((member) => ({ ...member, score: scoreOf(member) }));
  return {
    answer,
    value: (scratch.answers[answer] ?? 0) / scale,
    questionScore: questions[0]?.score ?? 0,
    bodyScore: (scratch.bodies[answer] ?? 0) / scale,
    questions,
  };
}

/** The questions of an answer that are looked at closely; of the same weight by passage, and in the order of its texts. */
export function bestMembers(
  state: PassageIndexState,
  { answer, weigh }: { answer: number; weigh: (member: AnswerMember) => number },
): AnswerMember[] {
  const best: AnswerMember[] = [];
  const max = retrievalLimits.questionsPerCandidate;
  for (const member of state.answers[answer]?.members ?? []) {
    if (member.question >= 0) keepBest(best, member, { max, isBefore });
  }
  return best;

  function isBefore(one: AnswerMember, other: AnswerMember): boolean {
    const difference = weigh(one) - weigh(other);
    if (difference !== 0) return difference > 0;
    if (one.passageId !== other.passageId) return one.passageId < other.passageId;
    return one.question < other.question;
  }
}
