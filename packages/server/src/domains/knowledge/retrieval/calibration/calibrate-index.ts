import { analyseQuery, analyseStems } from '../analyse-query.ts';
import { estimateConfidence } from '../estimate-confidence.ts';
import type { PassageIndex } from '../passage-index/passage-index.ts';
import { type Ranking, rankAnalysed } from '../rank-answers.ts';
import { type RetrievalModel, shippedModel } from '../retrieval-model.ts';
import { askAnswerable } from './ask-answerable.ts';
import { exchangedQuestion } from './exchanged-question.ts';
import { generalQuestions } from './general-questions.ts';
import { askedWithout, type LeftOut, listLeftOut } from './left-out.ts';
import { repeatsQuestion } from './repeats-question.ts';

type Options = {
  model?: RetrievalModel | undefined;
  pause?: (() => Promise<void>) | undefined;
};

/** Searches of one calibration: enough for the upper twentieth to be known to a point or two, and a second of work at most. */
const MAX_NEAR = 300;
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
 * with their answers left out, words of a passage with some of them exchanged, and questions of the general stock. Other
 * work gets its turn after each search.
 */
export async function calibrateIndex(index: PassageIndex, options: Options = {}): Promise<void> {
  const { model = shippedModel, pause = nextTurn } = options;
  const { changes } = index;
  const part = index.size > BIG_BASE ? PART_OF_BIG : 1;
  const found: Record<'pairs' | 'passages' | 'general', number[]> = { pairs: [], passages: [], general: [] };
  for (const asked of listLeftOut(index.state, MAX_NEAR * part)) {
    const ranking = rankNear(index, { asked, model });
    if (ranking !== undefined && !repeatsQuestion(ranking)) {
      const kind = ranking.answers[0]?.hasQuestion === false ? 'passages' : 'pairs';
      found[kind].push(estimateConfidence(ranking, model));
    }
    await pause();
  }
  for (const text of generalQuestions(index.state, MAX_GENERAL * part)) {
    const query = analyseQuery(index.state, text);
    found.general.push(estimateConfidence(rankAnalysed(index.state, { query, weights: model.ranking }), model));
    await pause();
  }
  const asked = listLeftOut(index.state, MAX_ANSWERABLE * part);
  const answerable = await askAnswerable(index, { asked, model, pause });
  index.calibration = {
    pairs: rising(found.pairs),
    passages: rising(found.passages),
    general: rising(found.general),
    answerable,
    changes,
  };
  await index.compact(pause);
}

function rankNear(
  index: PassageIndex,
  { asked, model }: { asked: LeftOut; model: RetrievalModel },
): Ranking | undefined {
  const rank = (stems: string[]): Ranking => {
    const words = stems.map((stem) => ({ stem, word: stem }));
    return rankAnalysed(index.state, { query: analyseStems(index.state, words), weights: model.ranking });
  };
  if (asked.kind === 'pair') return askedWithout(index, { asked, act: rank });
  const stems = exchangedQuestion(index.state, asked);
  return stems && rank(stems);
}

const rising = (values: number[]) => Float64Array.from(values).sort();

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
