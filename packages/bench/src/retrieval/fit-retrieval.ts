import {
  confidenceFeatureNames,
  confidenceFeatures,
} from '../../../server/src/domains/knowledge/retrieval/confidence-features.ts';
import {
  type RankingFeatures,
  rankingFeatures,
} from '../../../server/src/domains/knowledge/retrieval/describe-candidate.ts';
import { createPassageIndex } from '../../../server/src/domains/knowledge/retrieval/passage-index/passage-index.ts';
import { type Ranking, rankAnswers } from '../../../server/src/domains/knowledge/retrieval/rank-answers.ts';
import type { RetrievalModel } from '../../../server/src/domains/knowledge/retrieval/retrieval-model.ts';
import { familyOf } from './families.ts';
import { fitListwise, type RankedSample } from './listwise-fit.ts';
import { fitLogistic, type LogisticSample } from './logistic-fit.ts';
import { type BaselineRow, readBaselines } from './read-baselines.ts';
import { entryOfPassage, evaluationData, loadTask, passagesOfEntry } from './task-files.ts';

/** One base with its questions, ranked once: other weights only change the order of the first candidates. */
type Situation = {
  family: string;
  isDropped: boolean;
  asked: Array<{ ranking: Ranking; gold: string[] }>;
  /** For the ranking's fit: all candidates of a part of the questions. */
  lists: RankedSample[];
};

export type RetrievalFit = {
  families: string[];
  /** Weights fitted on all data but those of one family; on all without one. */
  fit(leftFamily?: string): RetrievalModel;
};

const QUERIES_PER_FIT = 400;
const KEPT_CANDIDATES = 12;

/** Reads the evaluation data and gives what fits weights to them. A minute of work. */
export function openRetrievalFit(): RetrievalFit {
  const rows = readBaselines(`${evaluationData}README.md`).filter(({ kb }) => !kb.endsWith('.en'));
  const situations = rows.map((row) => loadSituation(row));
  const whole = situations.filter(({ isDropped }) => !isDropped);
  const partly = rows
    .filter(({ isDropped }) => !isDropped)
    .flatMap((row) => [1, 2].map((leftOut) => loadSituation(row, leftOut)));
  const refusing = situations.filter(({ asked }, place) => {
    const hasOwn = rows[place]?.task === 'rzd-faq-ru' || rows[place]?.task === 'squad2-dev-en';
    return hasOwn && asked.length > 0;
  });
  const training = [...partly, ...refusing];
  return {
    families: [...new Set(situations.map(({ family }) => family))],
    fit(leftFamily) {
      const isKept = ({ family }: Situation) => family !== leftFamily;
      const lists = whole.filter(isKept).map((situation) => situation.lists);
      const fitted = fitListwise(lists, rankingFeatures.length);
      const ranking = record(rankingFeatures.map((name, k) => [name, fitted[k] ?? 0] as const));
      const model = fitLogistic(training.filter(isKept).map((situation) => confidenceSamples(situation, ranking)));
      return {
        ranking,
        confidence: record(confidenceFeatureNames.map((name, k) => [name, model.weights[k] ?? 0] as const)),
        confidenceBias: model.bias,
      };
    },
  };
}

function loadSituation(row: BaselineRow, leftOut?: number): Situation {
  const folder = `${evaluationData}tasks/${row.task}`;
  const { entries, queries } = loadTask({
    kb: `${folder}/${row.kb}.jsonl`,
    queries: `${folder}/queries.jsonl`,
    drop: row.isDropped ? `${folder}/drop20.txt` : undefined,
  });
  const kept = leftOut === undefined ? entries : entries.filter((_, place) => (place * 7 + leftOut) % 5 !== 0);
  const index = createPassageIndex();
  index.upsert(kept.flatMap(passagesOfEntry));
  const ids = new Set(kept.map(({ id }) => id));
  const lists: RankedSample[] = [];
  const asked = evenly(queries, QUERIES_PER_FIT).map((query) => {
    const { query: analysed, answers } = rankAnswers(index.state, { text: query.text });
    const gold = query.gold.filter((id) => ids.has(id));
    if (leftOut === undefined && !row.isDropped) lists.push(...listOf({ query: analysed, answers }, gold));
    return { ranking: { query: analysed, answers: answers.slice(0, KEPT_CANDIDATES) }, gold };
  });
  return { family: familyOf(row.task), isDropped: row.isDropped, asked, lists };
}

function evenly<Item>(items: Item[], max: number): Item[] {
  const step = Math.ceil(items.length / max);
  return items.filter((_, place) => place % step === 0);
}

/** The candidates as one sample, where some are right and some are not. */
function listOf({ answers }: Ranking, gold: string[]): RankedSample[] {
  const width = rankingFeatures.length;
  const features = new Float64Array(answers.length * width);
  answers.forEach((answer, i) => {
    rankingFeatures.forEach((name, k) => {
      features[i * width + k] = answer.features[name];
    });
  });
  const right = answers.flatMap(({ passageId }, i) => (gold.includes(entryOfPassage(passageId)) ? [i] : []));
  if (right.length === 0 || right.length === answers.length) return [];
  return [{ features, gold: right, count: answers.length }];
}

function confidenceSamples({ asked }: Situation, weights: RankingFeatures): LogisticSample[] {
  return asked.map(({ ranking, gold }) => {
    const answers = ranking.answers
      .map((answer) => {
        const words = weighed(answer.features, weights);
        return { ...answer, words, score: words };
      })
      .sort((a, b) => b.score - a.score);
    const features = confidenceFeatures({ query: ranking.query, answers });
    return {
      features: Float64Array.from(confidenceFeatureNames, (name) => features[name]),
      isAnswerable: gold.length > 0,
      isRight: gold.includes(entryOfPassage(answers[0]?.passageId ?? '#')),
    };
  });
}

function weighed(features: RankingFeatures, weights: RankingFeatures): number {
  return rankingFeatures.reduce((sum, name) => sum + weights[name] * features[name], 0);
}

function record<Name extends string>(entries: ReadonlyArray<readonly [Name, number]>): Record<Name, number>;
function record(entries: ReadonlyArray<readonly [string, number]>): Record<string, number> {
  return Object.fromEntries(entries);
}
