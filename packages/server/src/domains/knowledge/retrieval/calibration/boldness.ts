import type { Boldness } from '@otvet/contract';

/** How many of a hundred questions that a base cannot answer it may answer: the owner's choice. */
export const boldnessShares: Record<Boldness, number> = { careful: 0.02, usual: 0.05, bold: 0.15 };

/** The confidence from which bases of a few pairs or passages let about so many through; `npm run bench retrieval -- --small`. */
export const generalFrom: Record<'pairs' | 'passages', Record<Boldness, number>> = {
  pairs: { careful: 0.9, usual: 0.7, bold: 0.3 },
  passages: { careful: 0.8, usual: 0.6, bold: 0.4 },
};
