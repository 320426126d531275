import type { Calibration } from '../calibration/calibration.ts';
import { stemWord } from '../words/stem-word.ts';
import { compactState, wantsCompaction } from './compact-state.ts';
import { addPassage, emptyState, type Passage, type PassageIndexState, removePassage } from './index-state.ts';
import { stateBytes } from './state-bytes.ts';
import { stemIdOf } from './vocabulary.ts';
import { withoutAnswer, withoutQuestion, withReplaced } from './without-answer.ts';

/** All passages of one knowledge base, ready to be searched; owns nothing outside the heap. */
export type PassageIndex = {
  readonly state: PassageIndexState;
  readonly size: number;
  /** What it takes in memory, about. */
  readonly bytes: number;
  /** Passages that were put in or removed since it was created. */
  readonly changes: number;
  /** What the base knows of its own certainty, once it has been calibrated. */
  calibration: Calibration | undefined;
  ids(): Iterable<string>;
  /**
   * Learns words before the passage that they stand in comes: a new word costs a hundred times what a known one does.
   * Gives how many were new.
   */
  learn(words: string[]): number;
  upsert(passages: Iterable<Passage>): void;
  remove(ids: Iterable<string>): void;
  /** Does something as if one answer, by its number, were not there; it is back when this returns. */
  without<Result>(answer: number, act: () => Result): Result;
  /** The same for one of the passages that lead to an answer. */
  withoutQuestion<Result>(asked: { passageId: string; phrasing: number }, act: () => Result): Result;
  /** Does something while a passage has other texts. */
  replacing<Result>(passage: Passage, act: () => Result): Result;
  /** Sweeps out what was removed, when that is worth it, in slices between which others get their turn. */
  compact(pause: () => Promise<void>): Promise<void>;
};

export function createPassageIndex(): PassageIndex {
  let state = emptyState();
  /** Passages that changed while a sweep in slices was under way. */
  let changed: Set<string> | undefined;
  let changes = 0;

  return {
    get state() {
      return state;
    },
    get size() {
      return state.placeOfPassage.size;
    },
    get bytes() {
      return stateBytes(state);
    },
    get changes() {
      return changes;
    },
    calibration: undefined,
    learn: (words) => {
      const before = state.vocabulary.stems.length;
      for (const word of words) stemIdOf(state.vocabulary, stemWord(word));
      return state.vocabulary.stems.length - before;
    },
    ids: () => state.placeOfPassage.keys(),
    upsert(passages) {
      for (const passage of passages) {
        removePassage(state, passage.id);
        addPassage(state, passage);
        changes += 1;
        changed?.add(passage.id);
      }
    },
    remove(ids) {
      for (const id of ids) {
        removePassage(state, id);
        changes += 1;
        changed?.add(id);
      }
    },
    without: (answer, act) => withoutAnswer(state, { answer, act }),
    withoutQuestion(asked, act) {
      changed?.add(asked.passageId);
      return withoutQuestion(state, { ...asked, act });
    },
    replacing(passage, act) {
      changed?.add(passage.id);
      return withReplaced(state, { passage, act });
    },
    async compact(pause) {
      if (changed !== undefined || !wantsCompaction(state)) return;
      changed = new Set();
      try {
        state = await compactState(state, { changed, pause });
      } finally {
        changed = undefined;
      }
    },
  };
}
