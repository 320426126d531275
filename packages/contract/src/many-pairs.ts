import { limits } from './limits.ts';

/** Why a pair of many is not taken. `known`: its question is in the base already; `repeated`: it stands above in the same list. */
export const pairFaults = [
  'question_empty',
  'answer_empty',
  'question_long',
  'answer_long',
  'repeated',
  'known',
] as const;
export type PairFault = (typeof pairFaults)[number];

export type PairText = { question: string; answer: string };
/** A pair that is not taken; `at` is its place in the list, from 0. */
export type RefusedPair = { at: number; reason: PairFault };

/** Questions that differ only in their capitals and the space around them are one question. */
export const foldQuestion = (question: string): string => question.trim().toLowerCase();

/** Tells which of many pairs can be taken, trimmed, and what is wrong with the others; what a base holds it does not know. */
export function judgePairs(pairs: readonly PairText[]): {
  good: (PairText & { at: number })[];
  refused: RefusedPair[];
} {
  const seen = new Set<string>();
  const good: (PairText & { at: number })[] = [];
  const refused: RefusedPair[] = [];
  for (const [at, pair] of pairs.entries()) {
    const [question, answer] = [pair.question.trim(), pair.answer.trim()];
    const key = foldQuestion(question);
    const reason = findFault({ question, answer }) ?? (seen.has(key) ? 'repeated' : null);
    if (reason !== null) refused.push({ at, reason });
    else {
      seen.add(key);
      good.push({ at, question, answer });
    }
  }
  return { good, refused };
}

function findFault({ question, answer }: PairText): PairFault | null {
  if (question === '') return 'question_empty';
  if (answer === '') return 'answer_empty';
  if (question.length > limits.questionText) return 'question_long';
  return answer.length > limits.answerText ? 'answer_long' : null;
}
