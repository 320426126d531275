import type { Boldness } from '@otvet/contract';
import { answerThresholds } from '../answer-thresholds.ts';
import { boldnessShares, generalFrom } from './boldness.ts';
import type { Calibration } from './calibration.ts';
import { shiftConfidence } from './missing-words.ts';

/** So many nearly fitting questions to pairs weigh as much as what is known of bases in general. */
const GENERAL_KNOWLEDGE = 25;
/**
 * Questions about another thing count so much, beside the pairs' own ones with their answers left out. Not where the owner is
 * bold: few of them are near the level that fifteen of a hundred reach.
 */
const OTHER_THINGS: Record<Boldness, number> = { careful: 2, usual: 2, bold: 0 };
/** At most so many of them: a base of many pairs knows enough by its own. */
const MAX_OTHER_THINGS = 150;
/** A base whose pairs are hardly told apart still answers a question that it has word for word. */
const MAX_ANSWER_FROM = 0.95;
/** With fewer questions a share of them is nothing to tell the owner. */
const MIN_ASKED = 50;
const MIN_BOLD_FROM = 0.35;

type Asked = { kind: 'pairs' | 'passages'; boldness: Boldness };
type Weighed = { confidence: number; weight: number };

/** Found once for each: every search asks. */
const found = new WeakMap<Calibration, Map<string, number>>();

/**
 * The confidence from which a base answers, so that it answers no more of the questions without an answer than it may: of a
 * question with as many missing words as is usual.
 */
export function answerFrom(calibration: Calibration, asked: Asked): number {
  const key = `${asked.kind} ${asked.boldness}`;
  const ofBase = found.get(calibration) ?? new Map<string, number>();
  const from = ofBase.get(key) ?? findAnswerFrom(calibration, asked);
  found.set(calibration, ofBase.set(key, from));
  return from;
}

function findAnswerFrom(calibration: Calibration, { kind, boldness }: Asked): number {
  const share = boldnessShares[boldness];
  const near = kind === 'pairs' ? nearPairs(calibration, boldness) : evenly(calibration.passages, 1);
  const trust = trustIn(calibration, kind);
  const usual = logit(generalFrom[kind][boldness]);
  const own = near.length === 0 ? usual : trust * logit(passedBy(near, share)) + (1 - trust) * usual;
  const general = calibration.general.length === 0 ? 0 : passedBy(evenly(calibration.general, 1), share);
  const least = boldness === 'bold' ? MIN_BOLD_FROM : answerThresholds.answerFrom;
  return Math.min(MAX_ANSWER_FROM, Math.max(least, general, 1 / (1 + Math.exp(-own))));
}

/**
 * Words of a passage with one exchanged are nearer to it than what most customers ask, so that few of them would make a base
 * of a few pages refuse nearly everything: they count for as much as they are of what a big base is asked.
 */
function trustIn({ pairs, passages, maxNear }: Calibration, kind: Asked['kind']): number {
  if (kind === 'pairs') return pairs.length / (pairs.length + GENERAL_KNOWLEDGE);
  return Math.min(1, passages.length / Math.max(1, maxNear - pairs.length));
}

function nearPairs({ pairs, otherThings }: Calibration, boldness: Boldness): Weighed[] {
  const counted = Math.min(MAX_OTHER_THINGS, OTHER_THINGS[boldness] * pairs.length);
  const weight = counted / Math.max(1, otherThings.length);
  return [...evenly(pairs, 1), ...(weight > 0 ? evenly(otherThings, weight) : [])];
}

const evenly = (values: Float64Array, weight: number): Weighed[] =>
  Array.from(values, (confidence) => ({ confidence, weight }));

/**
 * The figure for the owner: of 100 questions that the base cannot answer though they look as if it could, so many get an
 * answer. Undefined where the base holds too few pairs to tell: what is asked of its passages is harder than what customers ask.
 */
export function falseAnswersOfHundred(calibration: Calibration, boldness: Boldness): number | undefined {
  const { pairs, passages } = calibration;
  if (pairs.length < Math.max(MIN_ASKED, passages.length)) return undefined;
  const from = answerFrom(calibration, { kind: 'pairs', boldness });
  // Asked of all three choices alike, or the figures could not be compared.
  const near = nearPairs(calibration, 'usual');
  return Math.round((100 * sum(near.filter(({ confidence }) => confidence >= from))) / sum(near));
}

/**
 * Of 100 questions that the base can answer, so many it answers by itself; the others it asks back or hands over. Undefined
 * where it holds too few of which that is known.
 */
export function ownAnswersOfHundred(calibration: Calibration, boldness: Boldness): number | undefined {
  const { asked, right } = calibration.answerable;
  if (asked < MIN_ASKED) return undefined;
  const own = answerFrom(calibration, { kind: 'pairs', boldness });
  const answered = right.filter(({ confidence, burden, isClose, isRepeat }) => {
    const from = isRepeat ? answerThresholds.answerFrom : shiftConfidence(own, burden);
    return confidence >= (isClose ? Math.max(answerThresholds.certainFrom, from) : from);
  });
  return Math.round((100 * answered.length) / asked);
}

/** The level that at most this share of the questions, by their weight, reaches. */
function passedBy(asked: readonly Weighed[], share: number): number {
  const allowed = share * sum(asked);
  let passed = 0;
  for (const { confidence, weight } of asked.toSorted((a, b) => b.confidence - a.confidence)) {
    passed += weight;
    if (passed > allowed) return confidence + Number.EPSILON * 4;
  }
  return 0;
}

const sum = (asked: readonly Weighed[]): number => asked.reduce((total, { weight }) => total + weight, 0);

function logit(share: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, share));
  return Math.log(bounded / (1 - bounded));
}
