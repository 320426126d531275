import { type Passage, wordsOf } from './index-state.ts';
import type { PassageIndex } from './passage-index.ts';

/** Even where every word is new, a slice takes a few milliseconds: a message on its way waits for one at each of its steps. */
const PASSAGES_PER_SLICE = 16;
const CHARACTERS_PER_SLICE = 500;
const WORDS_PER_STEP = 16;
const NEW_WORDS_PER_SLICE = 32;
const WORDS_PER_SLICE = 1_000;

/**
 * Puts many passages into an index without holding up other requests: after each slice the event loop gets its turn.
 * `pause` is how; searches meanwhile see what is already in. Then sweeps out what is gone.
 */
export async function upsertInSlices(
  index: PassageIndex,
  passages: Iterable<Passage> | AsyncIterable<Passage>,
  pause: () => Promise<void> = nextTurn,
): Promise<void> {
  let slice: Passage[] = [];
  let characters = 0;
  for await (const passage of passages) {
    const { text, question = '', phrasings = [] } = passage;
    const length = phrasings.reduce((sum, phrasing) => sum + phrasing.length, text.length + question.length);
    if (length > CHARACTERS_PER_SLICE) await learnInSlices(index, passage, pause);
    slice.push(passage);
    characters += length;
    if (slice.length < PASSAGES_PER_SLICE && characters < CHARACTERS_PER_SLICE) continue;
    index.upsert(slice);
    slice = [];
    characters = 0;
    await pause();
  }
  index.upsert(slice);
  await index.compact(pause);
}

/** A long passage, in pieces: when it is put in, none of its words is new. */
async function learnInSlices(index: PassageIndex, passage: Passage, pause: () => Promise<void>): Promise<void> {
  const words = wordsOf(passage);
  let fresh = 0;
  let seen = 0;
  for (let place = 0; place < words.length; place += WORDS_PER_STEP) {
    const step = words.slice(place, place + WORDS_PER_STEP);
    fresh += index.learn(step);
    seen += step.length;
    if (fresh < NEW_WORDS_PER_SLICE && seen < WORDS_PER_SLICE) continue;
    fresh = 0;
    seen = 0;
    await pause();
  }
  await pause();
}

/** Lets the event loop go round once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
