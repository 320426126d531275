import type { Boldness } from '@otvet/contract';
import { answerThresholds } from '../answer-thresholds.ts';
import { boldnessShares } from './boldness.ts';
import type { Calibration } from './calibration.ts';

/**
 * So many nearly fitting questions weigh as much as what is known of bases in general. Real questions to pairs are less
 * like another pair than those of the pairs themselves; of passages little is known in general.
 */
const GENERAL_KNOWLEDGE = { pairs: 30, passages: 5 } as const;
/** A base whose pairs are hardly told apart still answers a question that it has word for word. */
const MAX_ANSWER_FROM = 0.95;
/** With fewer questions a share of them says nothing. */
const MIN_ASKED = 20;
const MIN_BOLD_FROM = 0.35;

type Asked = { kind: 'pairs' | 'passages'; boldness: Boldness };

/** The confidence from which a base answers, so that it answers no more of the questions without an answer than it may. */
export function answerFrom(calibration: Calibration, { kind, boldness }: Asked): number {
  const share = boldnessShares[boldness];
  const near = calibration[kind];
  const trust = near.length / (near.length + GENERAL_KNOWLEDGE[kind]);
  const usual = logit(answerThresholds.answerFrom);
  const own = near.length === 0 ? usual : trust * logit(passedBy(near, share)) + (1 - trust) * usual;
  const general = calibration.general.length === 0 ? 0 : passedBy(calibration.general, share);
  const least = boldness === 'bold' ? MIN_BOLD_FROM : answerThresholds.answerFrom;
  return Math.min(MAX_ANSWER_FROM, Math.max(least, general, 1 / (1 + Math.exp(-own))));
}

/**
 * The figure for the owner: of 100 questions that the base cannot answer though they look as if it could, so many get an
 * answer. Undefined where the base holds too little to tell.
 */
export function falseAnswersOfHundred(calibration: Calibration, boldness: Boldness): number | undefined {
  const kinds = ['pairs', 'passages'] as const;
  const asked = calibration.pairs.length + calibration.passages.length;
  if (asked < MIN_ASKED) return undefined;
  let answered = 0;
  for (const kind of kinds) {
    const from = answerFrom(calibration, { kind, boldness });
    answered += calibration[kind].filter((confidence) => confidence >= from).length;
  }
  return Math.round((100 * answered) / asked);
}

/**
 * Of 100 questions that the base can answer, so many it answers by itself; the others it asks back or hands over. Undefined
 * where it holds too few of which that is known.
 */
export function ownAnswersOfHundred(calibration: Calibration, boldness: Boldness): number | undefined {
  const { asked, right } = calibration.answerable;
  if (asked < MIN_ASKED) return undefined;
  const own = answerFrom(calibration, { kind: 'pairs', boldness });
  const answered = right.filter(({ confidence, isClose, isRepeat }) => {
    const from = isRepeat ? answerThresholds.answerFrom : own;
    return confidence >= (isClose ? Math.max(answerThresholds.certainFrom, from) : from);
  });
  return Math.round((100 * answered.length) / asked);
}

/** The level that at most this share of the values, in rising order, reaches. */
function passedBy(values: Float64Array, share: number): number {
  const place = values.length - 1 - Math.floor(values.length * share);
  const reached = values[Math.max(0, place)] ?? 0;
  return reached + Number.EPSILON * 4;
}

function logit(share: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, share));
  return Math.log(bounded / (1 - bounded));
}
