import { z } from 'zod';
import { text } from './fields.ts';
import { sourceLink } from './knowledge-sources.ts';
import { limits } from './limits.ts';
import { importedRow } from './pair-import.ts';

/** A page whose questions and answers are to be proposed. */
export const pagePairsInput = z.strictObject({ url: sourceLink });

/**
 * A question of a page with its answer and what would become of it, texts whole. `isSure`: it is a question for certain; else
 * it may be a name that something is hidden under.
 */
export const proposedPair = z.object({ pair: importedRow, isSure: z.boolean() });
export type ProposedPair = z.infer<typeof proposedPair>;

export const pagePairs = z.object({
  title: z.string().nullable(),
  pairs: z.array(proposedPair),
  /** The page has more than are proposed at once. */
  isCut: z.boolean(),
});
export type PagePairs = z.infer<typeof pagePairs>;

/** Those that were chosen, as their reader left them. Each is judged by itself, so their fields may hold more than a pair does. */
export const chosenPairs = z.strictObject({
  pairs: z
    .array(z.strictObject({ question: text(limits.customerText), answer: text(limits.customerText) }))
    .min(1)
    .max(limits.proposedPairs),
});
