import type { PassageIndexState } from '../passage-index/index-state.ts';
import { englishQuestions } from './english-questions.ts';
import { russianQuestions } from './russian-questions.ts';

const cyrillic = /[а-я]/;
const latin = /[a-z]/;
/** A language with a smaller share of the base's words is only names in it. */
const MIN_SHARE = 0.2;
const LOOKED_AT = 2_000;

/** The whole stock. */
export const listGeneralQuestions = (): string[] => [...russianQuestions, ...englishQuestions];

/** Questions of the stock in the languages of the base, at most so many. */
export function generalQuestions(state: PassageIndexState, max: number): string[] {
  const stems = state.vocabulary.stems.slice(0, LOOKED_AT);
  const written = (script: RegExp) => stems.filter((stem) => script.test(stem)).length;
  const least = Math.max(1, (written(cyrillic) + written(latin)) * MIN_SHARE);
  const has = (script: RegExp) => written(script) >= least;
  const stock = [...(has(cyrillic) ? russianQuestions : []), ...(has(latin) ? englishQuestions : [])];
  const step = Math.max(1, stock.length / max);
  return Array.from({ length: Math.min(max, stock.length) }, (_, place) => stock[Math.floor(place * step)] ?? '');
}
