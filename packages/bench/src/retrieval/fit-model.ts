/**
 * Fits the ranking and the confidence on the evaluation data and writes both tables of weights into the product:
 * `node packages/bench/src/retrieval/fit-model.ts [--write]`. Beside each figure stands the one of weights that were
 * fitted without that task and its relatives, which is what an unknown base may expect.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type ConfidenceFeatures,
  confidenceFeatureNames,
  confidenceFeatures,
} from '../../../server/src/domains/knowledge/retrieval/confidence-features.ts';
import {
  type RankingFeatures,
  rankingFeatures,
} from '../../../server/src/domains/knowledge/retrieval/describe-candidate.ts';
import {
  createPassageIndex,
  type PassageIndex,
} from '../../../server/src/domains/knowledge/retrieval/passage-index/passage-index.ts';
import { rankAnswers } from '../../../server/src/domains/knowledge/retrieval/rank-answers.ts';
import { fitListwise, type RankedSample } from './listwise-fit.ts';
import { fitLogistic, type LogisticModel, type LogisticSample } from './logistic-fit.ts';
import { type BaselineRow, readBaselines } from './read-baselines.ts';
import { scoreRun } from './score-run.ts';
import { entryOfPassage, evaluationData, loadTask, passagesOfEntry, type TaskQuery } from './task-files.ts';

type Situation = {
  row: BaselineRow;
  name: string;
  family: string;
  index: PassageIndex;
  entryIds: Set<string>;
  queries: TaskQuery[];
};

const QUERIES_PER_FIT = 300;
const QUERIES_PER_LEFT_OUT = 400;

/** Data of one origin are left out together: the same texts in two languages would give each other away. */
function familyOf(task: string): string {
  return task.replace(/^(xquad|squad).*/, 'squad').replace(/^hwu.*/, 'hwu');
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
  return {
    row,
    name: `${row.task} ${row.kb}${row.isDropped ? ' -20' : ''}`,
    family: familyOf(row.task),
    index,
    entryIds: new Set(kept.map(({ id }) => id)),
    queries: leftOut === undefined ? queries : evenly(queries, QUERIES_PER_LEFT_OUT),
  };
}

function evenly<Item>(items: Item[], max: number): Item[] {
  const step = Math.ceil(items.length / max);
  return items.filter((_, place) => place % step === 0);
}

function rankingSamples(situation: Situation): RankedSample[] {
  const width = rankingFeatures.length;
  const samples: RankedSample[] = [];
  for (const query of situation.queries) {
    const { answers } = rankAnswers(situation.index.state, { text: query.text });
    const features = new Float64Array(answers.length * width);
    answers.forEach((answer, i) => {
      rankingFeatures.forEach((name, k) => {
        features[i * width + k] = answer.features[name];
      });
    });
    const gold = answers.flatMap(({ passageId }, i) => (query.gold.includes(entryOfPassage(passageId)) ? [i] : []));
    if (gold.length > 0 && gold.length < answers.length) samples.push({ features, gold, count: answers.length });
  }
  return evenly(samples, QUERIES_PER_FIT);
}

function confidenceSamples(situation: Situation, weights: RankingFeatures): LogisticSample[] {
  return situation.queries.map((query) => {
    const ranking = rankAnswers(situation.index.state, { text: query.text, weights });
    const features = confidenceFeatures(ranking);
    const gold = query.gold.filter((id) => situation.entryIds.has(id));
    return {
      features: Float64Array.from(confidenceFeatureNames, (name) => features[name]),
      isAnswerable: gold.length > 0,
      isRight: gold.includes(entryOfPassage(ranking.answers[0]?.passageId ?? '#')),
    };
  });
}

function weightsOf(fitted: Float64Array): RankingFeatures {
  const entries = rankingFeatures.map((name, k) => [name, fitted[k] ?? 0] as const);
  return record(entries);
}

function record<Name extends string>(entries: ReadonlyArray<readonly [Name, number]>): Record<Name, number>;
function record(entries: ReadonlyArray<readonly [string, number]>): Record<string, number> {
  return Object.fromEntries(entries);
}

function figuresOf(samples: LogisticSample[], model: LogisticModel) {
  const run = samples.map(({ features, isRight }, place) => {
    const sum = features.reduce((total, value, k) => total + value * (model.weights[k] ?? 0), model.bias);
    const confidence = 1 / (1 + Math.exp(-sum));
    return {
      id: `${place}`,
      ranked: [{ id: isRight ? 'right' : 'wrong', score: 1 }],
      confidence,
      answered: confidence >= 0.5,
    };
  });
  const queries = samples.map(({ isAnswerable }, place) => ({ id: `${place}`, gold: isAnswerable ? ['right'] : [] }));
  return scoreRun({ entryIds: new Set(['right']), queries, run });
}

const percent = (share: number | null): string => (share === null ? '-' : (share * 100).toFixed(1)).padStart(5);

const rows = readBaselines(`${evaluationData}README.md`).filter(({ kb }) => !kb.endsWith('.en'));
const situations = rows.map((row) => loadSituation(row));
const whole = situations.filter(({ row }) => !row.isDropped);
const families = [...new Set(situations.map(({ family }) => family))];
const lists = new Map(whole.map((situation) => [situation, rankingSamples(situation)]));
const fitRanking = (left: string | undefined): RankingFeatures => {
  const used = whole.filter(({ family }) => family !== left);
  return weightsOf(
    fitListwise(
      used.map((situation) => lists.get(situation) ?? []),
      rankingFeatures.length,
    ),
  );
};
const weights = fitRanking(undefined);
console.log(weights);

const training = [
  ...whole.flatMap(({ row }) => [1, 2].map((leftOut) => loadSituation(row, leftOut))),
  ...situations.filter(({ row }) => row.task === 'rzd-faq-ru' || row.task === 'squad2-dev-en'),
].map((situation) => ({ situation, samples: confidenceSamples(situation, weights) }));
const fitConfidence = (left: string | undefined): LogisticModel =>
  fitLogistic(training.filter(({ situation }) => situation.family !== left).map(({ samples }) => samples));
const model = fitConfidence(undefined);
const confidence: ConfidenceFeatures = record(
  confidenceFeatureNames.map((name, k) => [name, model.weights[k] ?? 0] as const),
);
console.log(model.bias, confidence);

console.log('columns: best baseline, fitted on all, fitted without the task');
const sums = new Float64Array(9);
const counts = new Float64Array(9);
for (const family of families) {
  const foreignWeights = fitRanking(family);
  const foreignModel = fitConfidence(family);
  for (const situation of situations.filter((each) => each.family === family)) {
    const own = figuresOf(confidenceSamples(situation, weights), model);
    const foreign = figuresOf(confidenceSamples(situation, foreignWeights), foreignModel);
    const { row } = situation;
    const figures = [
      row.r1,
      own.r1 * 100,
      foreign.r1 * 100,
      row.auroc,
      own.auroc === null ? undefined : own.auroc * 100,
      foreign.auroc === null ? undefined : foreign.auroc * 100,
      row.rightAtFa5,
      own.rightAtFa5 === null ? undefined : own.rightAtFa5 * 100,
      foreign.rightAtFa5 === null ? undefined : foreign.rightAtFa5 * 100,
    ];
    figures.forEach((figure, place) => {
      if (figure === undefined || figures[place - (place % 3)] === undefined) return;
      sums[place] = (sums[place] ?? 0) + figure;
      counts[place] = (counts[place] ?? 0) + 1;
    });
    const { decided } = foreign;
    console.log(
      situation.name.padEnd(24),
      figures.map((figure) => (figure === undefined ? '-' : figure.toFixed(1)).padStart(5)).join(' '),
      `| right ${percent(decided.rightShare)} refused ${percent(decided.refuseRecall)} wrong of answers ${percent(decided.wrongShareOfAnswers)}`,
    );
  }
}
console.log(
  'mean'.padEnd(24),
  Array.from(sums, (sum, place) => (sum / (counts[place] ?? 1)).toFixed(1).padStart(5)).join(' '),
);

function writeTable(file: string, content: string): void {
  writeFileSync(
    fileURLToPath(new URL(`../../../server/src/domains/knowledge/retrieval/${file}`, import.meta.url)),
    content,
  );
}

function tableText(values: Record<string, number>): string {
  return Object.entries(values)
    .map(([name, value]) => `  ${name}: ${Number(value.toFixed(3))},`)
    .join('\n');
}

const ORIGIN = '/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */';
if (process.argv.includes('--write')) {
  writeTable(
    'ranking-weights.ts',
    `import type { RankingFeatures } from './describe-candidate.ts';\n\n${ORIGIN}\nexport const rankingWeights: RankingFeatures = {\n${tableText(weights)}\n};\n`,
  );
  writeTable(
    'confidence-weights.ts',
    `import type { ConfidenceFeatures } from './confidence-features.ts';\n\n${ORIGIN}\nexport const confidenceWeights: ConfidenceFeatures = {\n${tableText(confidence)}\n};\n\nexport const confidenceBias = ${Number(model.bias.toFixed(3))};\n`,
  );
}
