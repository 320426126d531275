import { addStems, bodyStems, emptyState, type PassageIndexState, removePassage, stemsAt } from './index-state.ts';
import { stemIdOf } from './vocabulary.ts';

const FEWEST_DEAD_WORDS = 20_000;
const WORDS_PER_SLICE = 4_000;

/** True when a third of the words are of passages that are gone. */
export function wantsCompaction(state: PassageIndexState): boolean {
  return state.deadWords > FEWEST_DEAD_WORDS && state.deadWords * 3 > state.words.length;
}

/**
 * The same passages without what was removed; words are renumbered and not read again. In slices: what changes in the old
 * state meanwhile must be named in `changed` and is put right at the end.
 */
export async function compactState(
  old: PassageIndexState,
  { changed, pause }: { changed: ReadonlySet<string>; pause: () => Promise<void> },
): Promise<PassageIndexState> {
  const copier = createCopier(old);
  let words = 0;
  for (const { members } of old.answers) {
    // As they are now: in a pause another member may take the place of one that is removed.
    for (const passageId of members.map((member) => member.passageId)) {
      words += copier.copyPassage(passageId);
      if (words < WORDS_PER_SLICE) continue;
      words = 0;
      await pause();
    }
  }
  for (const id of changed) removePassage(copier.state, id);
  for (const id of changed) copier.copyPassage(id);
  return copier.state;
}

type Copier = {
  state: PassageIndexState;
  /** Gives the number of words that were copied. */
  copyPassage(id: string): number;
};

function createCopier(old: PassageIndexState): Copier {
  const state = emptyState();
  const renumbered = new Map<number, number>();
  const stemIds = (stems: Int32Array): number[] => Array.from(stems, renumber);
  return { state, copyPassage };

  function renumber(stem: number): number {
    const known = renumbered.get(stem);
    if (known !== undefined) return known;
    const id = stemIdOf(state.vocabulary, old.vocabulary.stems[stem] ?? '');
    renumbered.set(stem, id);
    return id;
  }

  function copyPassage(passageId: string): number {
    const place = old.placeOfPassage.get(passageId);
    const entry = place && old.answers[place.answer];
    if (place === undefined || entry === undefined || state.placeOfPassage.has(passageId)) return 0;
    const questions = stemsAt(old, place).map(stemIds);
    const body = state.answerByKey.has(entry.key) ? [] : stemIds(bodyStems(old, entry));
    addStems(state, { passageId, key: entry.key, questions, body });
    return questions.reduce((sum, { length }) => sum + length, body.length);
  }
}
