import type { Passage } from './index-state.ts';
import type { PassageIndex } from './passage-index.ts';

const PASSAGES_PER_SLICE = 64;
const CHARACTERS_PER_SLICE = 60_000;

/**
 * Puts many passages into an index without holding up other requests: after each slice of some ten milliseconds the
 * event loop gets its turn. `pause` is how; searches meanwhile see what is already in. Then sweeps out what is gone.
 */
export async function upsertInSlices(
  index: PassageIndex,
  passages: Iterable<Passage> | AsyncIterable<Passage>,
  pause: () => Promise<void> = nextTurn,
): Promise<void> {
  let slice: Passage[] = [];
  let characters = 0;
  for await (const passage of passages) {
    slice.push(passage);
    characters += passage.text.length + (passage.question?.length ?? 0);
    if (slice.length < PASSAGES_PER_SLICE && characters < CHARACTERS_PER_SLICE) continue;
    index.upsert(slice);
    slice = [];
    characters = 0;
    await pause();
  }
  index.upsert(slice);
  await index.compact(pause);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
