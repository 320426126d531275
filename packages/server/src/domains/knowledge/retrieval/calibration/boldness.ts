import type { Boldness } from '@otvet/contract';

/** How many of a hundred questions that a base cannot answer it may answer: the owner's choice. */
export const boldnessShares: Record<Boldness, number> = { careful: 0.02, usual: 0.05, bold: 0.15 };
