import type { Ranking } from '../rank-answers.ts';

const SAME_QUESTION = 0.98;

/** Almost word for word the question of the best answer: that is no question without an answer. */
export function repeatsQuestion({ answers: [best] }: Ranking): boolean {
  return best?.hasQuestion === true && best.features.cosine >= SAME_QUESTION;
}
