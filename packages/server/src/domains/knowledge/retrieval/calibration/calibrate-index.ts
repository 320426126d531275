import { analyseStems } from '../analyse-query.ts';
import { estimateConfidence } from '../estimate-confidence.ts';
import type { NearPassages } from '../near/near-passages.ts';
import type { PassageIndex } from '../passage-index/passage-index.ts';
import { nextTurn } from '../passage-index/upsert-in-slices.ts';
import { type Ranking, rankAnalysed, rankAnswers } from '../rank-answers.ts';
import { type RetrievalModel, shippedModel } from '../retrieval-model.ts';
import { questionsOfAnotherThing } from './another-thing.ts';
import { askAnswerable } from './ask-answerable.ts';
import type { Calibration, CalibrationNear } from './calibration.ts';
import { exchangedQuestion, sharedStems } from './exchanged-question.ts';
import { generalQuestions } from './general-questions.ts';
import { askedWithout, type LeftOut, listLeftOut } from './left-out.ts';
import { burdenOfMissing, shiftConfidence } from './missing-words.ts';
import { repeatsQuestion } from './repeats-question.ts';

type Options = {
  model?: RetrievalModel | undefined;
  pause?: (() => Promise<void>) | undefined;
  /** What vectors say to a question of the calibration; without it, or without an answer of it, words alone count. */
  near?: CalibrationNear | undefined;
};

/** Searches of one calibration: enough for the upper twentieth to be known to a point or two, and a second of work at most. */
const MAX_NEAR = 300;
const MAX_OTHER_THINGS = 120;
const MAX_GENERAL = 120;
const MAX_ANSWERABLE = 150;
/** Where a search takes tens of milliseconds, fewer have to do. */
const BIG_BASE = 20_000;
const PART_OF_BIG = 0.4;
/** A base that changed by less is as sure as it was. */
const CHANGED_SHARE = 0.01;

/** True where the base changed by more than a little since it was calibrated. */
export function wantsCalibration(index: PassageIndex): boolean {
  const changed = index.changes - (index.calibration?.changes ?? 0);
  return changed > index.size * CHANGED_SHARE;
}

/**
 * Lets a base find out from which confidence it should answer. It is asked what it cannot answer: its own pairs' questions
 * with their answers left out, or asked about another thing, words of a passage with some of them exchanged, and questions
 * of the general stock. Other work gets its turn after each search.
 */
export async function calibrateIndex(index: PassageIndex, options: Options = {}): Promise<void> {
  index.calibration = await findCalibration(index, options);
}

/** The same without keeping it: with vectors a base has a second one. */
export async function findCalibration(index: PassageIndex, options: Options = {}): Promise<Calibration> {
  const { model = shippedModel, pause = nextTurn, near } = options;
  const { changes } = index;
  const part = index.size > BIG_BASE ? PART_OF_BIG : 1;
  const found: Record<'pairs' | 'passages' | 'general', number[]> = { pairs: [], passages: [], general: [] };
  const shared = await sharedStems(index.state, pause);
  const certaintyOf = (ranking: Ranking): number =>
    shiftConfidence(estimateConfidence(ranking, model), -burdenOfMissing(ranking, near !== undefined));
  const maxNear = Math.floor(MAX_NEAR * part);
  const leftOut = listLeftOut(index.state, maxNear);
  for (const asked of leftOut) {
    const nearby = asked.kind === 'pair' ? await near?.ofQuestion({ ...asked, isAlone: true }) : undefined;
    const ranking = rankNear(index, { asked, model, near: nearby, shared });
    if (ranking !== undefined && !repeatsQuestion(ranking)) {
      const kind = ranking.answers[0]?.hasQuestion === false ? 'passages' : 'pairs';
      // An exchanged question has no vector: how near a pair would be to it is not known.
      const isComparable = near === undefined || kind === 'passages' || nearby !== undefined;
      if (isComparable) found[kind].push(certaintyOf(ranking));
    }
    await pause();
  }
  // Such a question has no vector: how near a pair would be to it is not known.
  const max = near === undefined ? MAX_OTHER_THINGS * part : 0;
  const otherThings = await askOfOtherThings(index, { asked: leftOut, max, model, pause, certaintyOf });
  for (const text of generalQuestions(index.state, MAX_GENERAL * part)) {
    const nearby = await near?.ofText(text);
    const ranking = rankAnswers(index.state, { text, weights: model.ranking, near: nearby });
    found.general.push(certaintyOf(ranking));
    await pause();
  }
  const asked = listLeftOut(index.state, MAX_ANSWERABLE * part);
  const answerable = await askAnswerable(index, { asked, model, pause, near });
  await index.compact(pause);
  return {
    pairs: rising(found.pairs),
    passages: rising(found.passages),
    otherThings: rising(otherThings),
    maxNear,
    general: rising(found.general),
    answerable,
    changes,
  };
}

type OtherThings = {
  asked: readonly LeftOut[];
  max: number;
  model: RetrievalModel;
  pause: () => Promise<void>;
  certaintyOf(ranking: Ranking): number;
};

async function askOfOtherThings(index: PassageIndex, read: OtherThings): Promise<number[]> {
  const found: number[] = [];
  for (const stems of questionsOfAnotherThing(index.state, read)) {
    const query = analyseStems(index.state, asWords(stems));
    const ranking = rankAnalysed(index.state, { query, weights: read.model.ranking });
    const isOfPair = ranking.answers[0]?.hasQuestion !== false;
    if (isOfPair && !repeatsQuestion(ranking)) found.push(read.certaintyOf(ranking));
    await read.pause();
  }
  return found;
}

function rankNear(
  index: PassageIndex,
  {
    asked,
    model,
    near,
    shared,
  }: { asked: LeftOut; model: RetrievalModel; near: NearPassages | undefined; shared: ReadonlySet<string> },
): Ranking | undefined {
  const rank = (stems: string[]): Ranking => {
    const query = analyseStems(index.state, asWords(stems));
    return rankAnalysed(index.state, { query, weights: model.ranking, near });
  };
  if (asked.kind === 'pair') return askedWithout(index, { asked, act: rank });
  const stems = exchangedQuestion(index.state, { ...asked, shared });
  return stems && rank(stems);
}

const asWords = (stems: string[]) => stems.map((stem) => ({ stem, word: stem }));
const rising = (values: number[]) => Float64Array.from(values).sort();
