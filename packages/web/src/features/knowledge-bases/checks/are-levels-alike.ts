import type { AnswerBoldness } from '@otvet/contract';

/** Of a hundred questions: a choice between levels that are no further apart changes nothing. */
const MIN_APART = 3;

/** Whether the most careful level and the boldest answer nearly the same; not where that is unknown. */
export function areLevelsAlike(figures: AnswerBoldness['figures']): boolean {
  const answered = figures.flatMap(({ ownAnswers }) => ownAnswers ?? []);
  return answered.length > 1 && Math.max(...answered) - Math.min(...answered) < MIN_APART;
}
