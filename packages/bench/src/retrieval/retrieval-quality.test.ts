import { describe, expect, it } from 'vitest';
import { openBase } from './open-base.ts';
import { readBaselines } from './read-baselines.ts';
import { runTask } from './run-task.ts';
import { evaluationData, hasEvaluationData } from './task-files.ts';

if (!hasEvaluationData()) console.log('Left out: retrieval quality, because ../shared/data is absent.');

describe.skipIf(!hasEvaluationData())('retrieval beside the baselines', () => {
  const rows = hasEvaluationData() ? readBaselines(`${evaluationData}README.md`) : [];

  it('reads every situation of the README', () => {
    expect(rows.filter(({ r1 }) => r1 !== undefined)).toHaveLength(16);
    expect(rows.filter(({ auroc }) => auroc !== undefined)).toHaveLength(13);
    expect(rows.find(({ task, isDropped }) => task === 'rzd-faq-ru' && isDropped)).toEqual({
      task: 'rzd-faq-ru',
      kb: 'kb',
      isDropped: true,
      auroc: 93.2,
      refuseF1: 90.6,
      rightAtFa5: 41.3,
    });
  });

  it.each([
    ['rzd-faq-ru', false],
    ['covid-faq-en', true],
    ['webapps', false],
  ])('%s (entries left out: %s) is above the best baseline', async (task, isDropped) => {
    const row = rows.find((each) => each.task === task && each.isDropped === isDropped);
    const folder = `${evaluationData}tasks/${task}`;
    const result = await runTask({
      openBase,
      files: {
        kb: `${folder}/${row?.kb}.jsonl`,
        queries: `${folder}/queries.jsonl`,
        drop: isDropped ? `${folder}/drop20.txt` : undefined,
      },
    });
    expect(result.r1 * 100).toBeGreaterThan(row?.r1 ?? 0);
    expect((result.rightAtFa5 ?? 0) * 100).toBeGreaterThan(row?.rightAtFa5 ?? 0);
  });
});
