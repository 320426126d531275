import type { PairText } from '@otvet/contract';
import { createRest } from '../../../platform/time/create-rest.ts';
import { weighPassage } from '../retrieval/index.ts';

const CHARACTERS_PER_SLICE = 2000;

/** A megabyte of texts takes a while: other requests get their turn in between. */
export async function weighInSlices(pairs: readonly PairText[]): Promise<Map<PairText, number>> {
  const rest = createRest(CHARACTERS_PER_SLICE);
  const weights = new Map<PairText, number>();
  for (const pair of pairs) {
    weights.set(pair, weighPair(pair));
    await rest(charactersOf(pair));
  }
  return weights;
}

/** What a pair takes in the memory of the search, in bytes. */
export const weighPair = ({ question, answer, phrasings }: PairText) =>
  weighPassage({ id: '', kind: 'qa', question, phrasings, text: answer });

const charactersOf = ({ question, answer, phrasings = [] }: PairText) =>
  [question, answer, ...phrasings].reduce((sum, { length }) => sum + length, 0);
