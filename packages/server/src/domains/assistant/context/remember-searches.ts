import { createPause } from '../../../platform/time/create-pause.ts';
import type { Retrieval } from '../../knowledge/index.ts';
import type { Retrieve } from './find-knowledge.ts';

/** More than a message of three questions takes where the base knows none of what they are searched for by. */
const MAX_SEARCHES = 50;
const nothingFound: Retrieval = { passages: [], confidence: 0, decision: { kind: 'refuse' }, isEmpty: false };

const MAX_SLICE_MS = 10;

/**
 * The searches of one turn, whose ways to ask have words in common: none is made twice, and beyond the most of them nothing more
 * is found. Whatever one customer writes, the others wait no longer for it.
 */
export function rememberSearches(retrieve: Retrieve, pause = createPause(MAX_SLICE_MS)): Retrieve {
  const made = new Map<string, Promise<Retrieval>>();
  return async (asked) => {
    const key = JSON.stringify(asked);
    const before = made.get(key);
    if (before !== undefined) return await before;
    if (made.size >= MAX_SEARCHES) return nothingFound;
    const search = pause().then(() => retrieve(asked));
    made.set(key, search);
    return await search;
  };
}
