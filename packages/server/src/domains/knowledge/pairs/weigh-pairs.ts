import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PairText } from '@otvet/contract';
import { weighPassage } from '../retrieval/index.ts';

const CHARACTERS_PER_SLICE = 20_000;

/** A megabyte of texts takes a while: other requests get their turn in between. */
export async function weighInSlices(pairs: readonly PairText[]): Promise<Map<PairText, number>> {
  const weights = new Map<PairText, number>();
  let characters = 0;
  for (const pair of pairs) {
    weights.set(pair, weighPair(pair));
    characters += charactersOf(pair);
    if (characters < CHARACTERS_PER_SLICE) continue;
    characters = 0;
    await nextTurn();
  }
  return weights;
}

/** What a pair takes in the memory of the search, in bytes. */
export const weighPair = ({ question, answer, phrasings }: PairText) =>
  weighPassage({ id: '', kind: 'qa', question, phrasings, text: answer });

const charactersOf = ({ question, answer, phrasings = [] }: PairText) =>
  [question, answer, ...phrasings].reduce((sum, { length }) => sum + length, 0);
