import type { PassageIndex } from './passage-index.ts';
import { nextTurn } from './upsert-in-slices.ts';

/** Even where each has thousands of words, a slice takes a few milliseconds. */
const PASSAGES_PER_SLICE = 4;

/**
 * Takes many passages out of an index without holding up other requests, and sweeps out what is gone; searches meanwhile see
 * what is still there.
 */
export async function removeInSlices(
  index: PassageIndex,
  ids: readonly string[],
  pause: () => Promise<void> = nextTurn,
): Promise<void> {
  for (let from = 0; from < ids.length; from += PASSAGES_PER_SLICE) {
    index.remove(ids.slice(from, from + PASSAGES_PER_SLICE));
    await pause();
  }
  await index.compact(pause);
}
