import { expect, it } from 'vitest';
import { answerThresholds } from '../answer-thresholds.ts';
import { answerFrom, falseAnswersOfHundred } from './answer-from.ts';
import type { Calibration } from './calibration.ts';

const COUNT = 100;
const BOLD_FROM = 0.35;
const alike = (confidence: number) => new Float64Array(COUNT).fill(confidence);
const calibrationOf = (known: Partial<Calibration>): Calibration => ({
  ...{ pairs: new Float64Array(), passages: new Float64Array(), otherThings: new Float64Array() },
  ...{ maxNear: COUNT, general: new Float64Array(), answerable: { asked: 0, right: [] }, changes: 0 },
  ...known,
});

it('risk: what is asked of other things makes a base careful whose owner is bold', () => {
  const calibration = calibrationOf({ pairs: alike(0.4), otherThings: alike(0.9) });
  const from = (boldness: 'careful' | 'usual' | 'bold') => answerFrom(calibration, { kind: 'pairs', boldness });
  expect(from('usual')).toBeGreaterThan(0.8);
  expect(from('bold')).toBeLessThan(0.45);
  expect(from('bold')).toBeCloseTo(
    answerFrom(calibrationOf({ pairs: alike(0.4) }), { kind: 'pairs', boldness: 'bold' }),
    5,
  );
});

it('a bold base answers from less than any other, and not from nothing', () => {
  const calibration = calibrationOf({ pairs: alike(0.01) });
  expect(answerFrom(calibration, { kind: 'pairs', boldness: 'bold' })).toBe(BOLD_FROM);
  expect(answerFrom(calibration, { kind: 'pairs', boldness: 'usual' })).toBe(answerThresholds.answerFrom);
  expect(answerThresholds.answerFrom).toBeGreaterThan(BOLD_FROM);
});

/** So many of a hundred as sure as can be, the others hardly. */
const sure = (count: number) => Float64Array.from({ length: COUNT }, (_, at) => (at < count ? 0.99 : 0.1)).sort();

it.each([
  ['most of what is asked of other things seems known', 15, 25],
  ['little of what is asked of other things seems known', 25, 5],
  ['nothing is told apart', COUNT, COUNT],
])('the figure of a bolder choice is never lower: %s', (_name, ofPairs, ofOtherThings) => {
  const calibration = calibrationOf({ pairs: sure(ofPairs), otherThings: sure(ofOtherThings) });
  const shown = (['careful', 'usual', 'bold'] as const).map((one) => falseAnswersOfHundred(calibration, one) ?? -1);
  expect(shown).toEqual(shown.toSorted((one, other) => one - other));
});
