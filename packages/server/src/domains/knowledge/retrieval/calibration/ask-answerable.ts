import { analyseStems } from '../analyse-query.ts';
import { answerThresholds } from '../answer-thresholds.ts';
import { estimateConfidence } from '../estimate-confidence.ts';
import type { NearPassages } from '../near/near-passages.ts';
import type { PassageIndex } from '../passage-index/passage-index.ts';
import { type Ranking, rankAnalysed } from '../rank-answers.ts';
import type { RetrievalModel } from '../retrieval-model.ts';
import type { Calibration, CalibrationNear } from './calibration.ts';
import { askedWithoutPhrasing, type LeftOut } from './left-out.ts';
import { burdenOfMissing } from './missing-words.ts';
import { repeatsQuestion } from './repeats-question.ts';

type Asking = {
  asked: readonly LeftOut[];
  model: RetrievalModel;
  pause: () => Promise<void>;
  near: CalibrationNear | undefined;
};

/**
 * Asks a base what it can answer: each phrasing of a question that has several, as if only the others were there. Measured, its
 * share is that of real questions within ten points. A pair with one phrasing tells nothing, nor does a passage: nobody knows
 * in which words customers ask for it.
 */
export async function askAnswerable(
  index: PassageIndex,
  { asked, model, pause, near }: Asking,
): Promise<Calibration['answerable']> {
  const rankWith =
    (nearby: NearPassages | undefined) =>
    (stems: string[]): Ranking => {
      const words = stems.map((stem) => ({ stem, word: stem }));
      const query = analyseStems(index.state, words);
      return rankAnalysed(index.state, { query, weights: model.ranking, near: nearby });
    };
  const found: Calibration['answerable'] = { asked: 0, right: [] };
  for (const each of asked) {
    const nearby = each.kind === 'pair' ? await near?.ofQuestion({ ...each, isAlone: false }) : undefined;
    const act = rankWith(nearby);
    const ranking = each.kind === 'pair' ? askedWithoutPhrasing(index, { asked: each, act }) : undefined;
    await pause();
    if (ranking === undefined) continue;
    found.asked += 1;
    const [best, next] = ranking.answers;
    if (best === undefined || index.state.answers[best.answer]?.key !== each.key) continue;
    found.right.push({
      confidence: estimateConfidence(ranking, model),
      burden: burdenOfMissing(ranking, near !== undefined),
      isClose: next !== undefined && best.score - next.score < answerThresholds.closeMargin,
      isRepeat: repeatsQuestion(ranking),
    });
  }
  return found;
}
