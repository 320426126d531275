import { isVisible } from './clean-text.ts';
import { limits } from './limits.ts';

/** Why a pair of many is not taken, whatever the base holds. `repeated`: it stands above in the same list. */
export const ownPairFaults = [
  'question_empty',
  'answer_empty',
  'question_long',
  'answer_long',
  'phrasing_long',
  'too_many_phrasings',
  'repeated',
] as const;
/** `known`: its question is in the base already. */
export const pairFaults = [...ownPairFaults, 'known'] as const;
type OwnPairFault = (typeof ownPairFaults)[number];
export type PairFault = (typeof pairFaults)[number];

/** `phrasings`: other ways to ask the question, each a line of its own. */
export type PairText = { question: string; answer: string; phrasings?: readonly string[] | undefined };
/** A pair that can be taken, trimmed. */
export type GoodPair = { at: number; question: string; answer: string; phrasings: string[] };
/** A pair that is not taken; `at` is its place in the list, from 0. */
export type RefusedPair = { at: number; reason: OwnPairFault };

const BETWEEN_WORDS = /(?:[^\S\ufeff]|[\u0085.,:;!?…"'«»„“”()/–—-])+/u;

/**
 * Questions that differ only in their capitals, signs, spaces and ё are one question. As the function `question_asked` of the
 * database, which lowers each letter by itself.
 */
export const foldQuestion = (question: string): string =>
  question
    .replaceAll('İ', 'i')
    .replaceAll('Σ', 'σ')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(BETWEEN_WORDS)
    .filter(Boolean)
    .join(' ');

/** Other ways to ask a question, each on one line and once, in their order; what says no more than the question is left out. */
export function cleanPhrasings(question: string, phrasings: readonly string[]): string[] {
  const seen = new Set([foldQuestion(question)]);
  const kept: string[] = [];
  for (const phrasing of phrasings) {
    const line = phrasing.split(/\s/u).filter(Boolean).join(' ');
    const key = foldQuestion(line);
    if (line === '' || seen.has(key)) continue;
    seen.add(key);
    kept.push(line);
  }
  return kept;
}

/**
 * Tells which of many pairs can be taken, trimmed, and what is wrong with the others; what a base holds it does not know. `seen`:
 * the folded questions of those that were taken before, where they are judged a part at a time.
 */
export function judgePairs(
  pairs: readonly PairText[],
  seen = new Set<string>(),
): { good: GoodPair[]; refused: RefusedPair[] } {
  const good: GoodPair[] = [];
  const refused: RefusedPair[] = [];
  for (const [at, pair] of pairs.entries()) {
    const [question, answer] = [pair.question.trim(), pair.answer.trim()];
    const key = foldQuestion(question);
    const phrasings = cleanPhrasings(question, pair.phrasings ?? []);
    const reason = findFault({ question, answer, phrasings }) ?? (seen.has(key) ? 'repeated' : null);
    if (reason !== null) refused.push({ at, reason });
    else {
      seen.add(key);
      good.push({ at, question, answer, phrasings });
    }
  }
  return { good, refused };
}

function findFault({ question, answer, phrasings }: Omit<GoodPair, 'at'>): OwnPairFault | null {
  if (!isVisible(question)) return 'question_empty';
  if (!isVisible(answer)) return 'answer_empty';
  if (question.length > limits.questionText) return 'question_long';
  if (answer.length > limits.answerText) return 'answer_long';
  if (phrasings.length > limits.phrasings) return 'too_many_phrasings';
  return phrasings.some((phrasing) => phrasing.length > limits.questionText) ? 'phrasing_long' : null;
}
