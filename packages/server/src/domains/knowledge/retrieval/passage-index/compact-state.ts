import { addStems, bodyStems, emptyState, type PassageIndexState, removePassage, stemsAt } from './index-state.ts';
import { stemIdOf } from './vocabulary.ts';

const FEWEST_DEAD_WORDS = 20_000;
const WORDS_PER_SLICE = 4_000;
const CHANGED_PER_SLICE = 32;
const MIN_SLICES = 1_000;

/** True when a third of the words are of passages that are gone. */
export function wantsCompaction(state: PassageIndexState): boolean {
  return state.deadWords > FEWEST_DEAD_WORDS && state.deadWords * 3 > state.words.length;
}

/**
 * The same passages without what was removed; words are renumbered and not read again. In slices: what changes in the old
 * state meanwhile must be named in `changed`, which is emptied: it is put right at the end, in slices too, until nothing is left
 * that changed in the last pause. Nobody searches the new state before.
 */
export async function compactState(
  old: PassageIndexState,
  { changed, pause }: { changed: Set<string>; pause: () => Promise<void> },
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
  await putRight(copier, { changed, pause });
  return copier.state;
}

async function putRight(
  copier: Copier,
  { changed, pause }: { changed: Set<string>; pause: () => Promise<void> },
): Promise<void> {
  // Changes that come as fast as they are put right must not hold up the end for ever: what is left then is little.
  const maxSlices = MIN_SLICES + changed.size;
  let [slices, words, passages] = [0, 0, 0];
  // An id that is named again in a pause comes last: the loop meets it once more.
  for (const id of changed) {
    changed.delete(id);
    removePassage(copier.state, id);
    words += copier.copyPassage(id);
    passages += 1;
    if ((words < WORDS_PER_SLICE && passages < CHANGED_PER_SLICE) || slices >= maxSlices) continue;
    [slices, words, passages] = [slices + 1, 0, 0];
    await pause();
  }
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
