import { writeFileSync } from 'node:fs';
import type { RetrievalModel } from '../../../server/src/domains/knowledge/retrieval/retrieval-model.ts';
import { quantile } from '../figures.ts';
import type { OpenBase } from './open-base.ts';
import { type RunLine, type RunScore, scoreRun } from './score-run.ts';
import { type EntryPassage, entryOfPassage, loadTask, passagesOfEntry, type TaskFiles } from './task-files.ts';

export type OpenBaseFunction = (passages: EntryPassage[], model?: RetrievalModel) => Promise<OpenBase>;

export type TaskResult = RunScore & {
  entries: number;
  passages: number;
  clarified: {
    /** Shares: of answerable queries asked back, of those with the right answer among the offered, of must-refuse asked back. */
    answerable: number;
    withRight: number;
    mustRefuse: number;
  };
  importMs: number;
  p50Ms: number;
  p99Ms: number;
};

/** Imports one task's base, asks every query, scores the run and writes it where `out` says. */
export async function runTask(request: {
  files: TaskFiles;
  openBase: OpenBaseFunction;
  out?: string | undefined;
  model?: RetrievalModel | undefined;
}): Promise<TaskResult> {
  const { entries, queries } = loadTask(request.files);
  const passages = entries.flatMap(passagesOfEntry);
  const started = performance.now();
  const base = await request.openBase(passages, request.model);
  const importMs = performance.now() - started;
  const run: RunLine[] = [];
  const times: number[] = [];
  const entryIds = new Set(entries.map(({ id }) => id));
  const asked = { answerable: 0, withRight: 0, mustRefuse: 0 };
  for (const query of queries) {
    const before = performance.now();
    const answer = await base.answer(query.text);
    times.push(performance.now() - before);
    const ranked = rankedEntries(answer.ranked);
    run.push({
      id: query.id,
      ranked,
      confidence: answer.confidence,
      answered: answer.answered,
      ...(answer.answerText === undefined ? {} : { answer: answer.answerText }),
    });
    if (answer.clarified.length === 0) continue;
    const gold = query.gold.filter((id) => entryIds.has(id));
    if (gold.length === 0) asked.mustRefuse += 1;
    else asked.answerable += 1;
    if (answer.clarified.some((id) => gold.includes(entryOfPassage(id)))) asked.withRight += 1;
  }
  await base.close();
  if (request.out !== undefined) writeFileSync(request.out, run.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const score = scoreRun({ entryIds, queries, run });
  return {
    entries: entries.length,
    passages: passages.length,
    ...score,
    clarified: {
      answerable: asked.answerable / Math.max(1, score.answerable),
      withRight: asked.withRight / Math.max(1, asked.answerable),
      mustRefuse: asked.mustRefuse / Math.max(1, score.mustRefuse),
    },
    importMs,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

/** Passages of one entry count once, by the best of them. */
function rankedEntries(ranked: Array<{ passageId: string; score: number }>): Array<{ id: string; score: number }> {
  const found = new Map<string, number>();
  for (const { passageId, score } of ranked) {
    const id = entryOfPassage(passageId);
    if (!found.has(id)) found.set(id, score);
  }
  return Array.from(found, ([id, score]) => ({ id, score }));
}
