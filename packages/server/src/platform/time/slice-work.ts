import { createRest } from './create-rest.ts';

/** What each piece of work takes beside its characters. */
const OF_A_PIECE = 200;

/** For long work over texts: called after each piece with its characters, it gives way after so many of them. */
export function sliceWork(charactersPerSlice: number): (characters: number) => Promise<void> {
  const rest = createRest(charactersPerSlice);
  return (characters) => rest(characters + OF_A_PIECE);
}
