import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import { wordsToSay } from '../say-passage.ts';

const MAX_CHOICES = 3;

/** Of a file or page: with the words that answer; a pair answers as it stands. */
export const sayIn = (passage: FoundPassage, quote: string): FoundPassage =>
  passage.kind === 'qa' ? passage : { ...passage, quote };

/** The passage is the answer, whatever the search put first. */
export const giveFirst = (retrieval: Retrieval, passage: FoundPassage): Retrieval => ({
  ...retrieval,
  passages: [passage, ...retrieval.passages.filter(({ id }) => id !== passage.id)],
  decision: { kind: 'answer', id: passage.id },
  isStated: true,
});

/**
 * The one that says it is the answer, a pair before a piece of a file; of several that say different things (two towns, a shop
 * and an office) it is asked which is meant. Undefined where none does.
 */
export function giveEach(retrieval: Retrieval, found: readonly FoundPassage[]): Retrieval | undefined {
  const pairs = found.filter(({ kind }) => kind === 'qa');
  // Each once, wherever it is said.
  const distinct = new Map((pairs.length > 0 ? pairs : found).map((passage) => [wordsToSay(passage), passage]));
  const [first, ...more] = distinct.values();
  if (first === undefined || more.length === 0) return first && giveFirst(retrieval, first);
  const ids = [first, ...more].map(({ id }) => id);
  return {
    ...retrieval,
    passages: [first, ...more, ...retrieval.passages.filter(({ id }) => !ids.includes(id))],
    decision: { kind: 'clarify', ids: ids.slice(0, MAX_CHOICES) },
  };
}
