import { z } from 'zod';
import { id, instant, requiredText, text } from './fields.ts';
import { limits } from './limits.ts';
import { pairFaults } from './many-pairs.ts';

export const knowledgeBaseInput = z.strictObject({ name: requiredText(limits.nameText) });

export const knowledgeBase = z.object({
  id,
  name: z.string(),
  pairs: z.number().int(),
  /** Pairs that the search leaves out, the newest ones: the base is too big for its memory. */
  unsearched: z.number().int(),
  /** Files, pages and documents by link that it is taught from. */
  sources: z.number().int(),
  /** Channels whose assistant answers from this base. */
  channels: z.array(z.object({ id, name: z.string(), type: z.string() })),
  createdAt: instant,
  updatedAt: instant,
});
export type KnowledgeBase = z.infer<typeof knowledgeBase>;

/** What the knowledge of the account takes in the memory of the search, in bytes. */
export const knowledgeMemory = z.object({ used: z.number().int(), max: z.number().int() });
export type KnowledgeMemory = z.infer<typeof knowledgeMemory>;

export const questionAnswerInput = z.strictObject({
  question: requiredText(limits.questionText),
  answer: requiredText(limits.answerText),
});

export const questionAnswer = z.object({
  id,
  knowledgeBaseId: id,
  question: z.string(),
  answer: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type QuestionAnswer = z.infer<typeof questionAnswer>;

/** Many pairs at once. Each is judged by itself: what is wrong with one refuses no other, so their fields may hold more than a pair does. */
export const manyPairsInput = z.strictObject({
  pairs: z
    .array(z.strictObject({ question: text(limits.customerText), answer: text(limits.customerText) }))
    .min(1)
    .max(limits.pairsPerCall),
  /** Only says what would become of them. */
  check: z.boolean().default(false),
});

/** How many were added, or would be, and which were not; `at` is the place in the list, from 0. */
export const manyPairsResult = z.object({
  added: z.number().int(),
  refused: z.array(z.object({ at: z.number().int(), reason: z.enum(pairFaults) })),
});
export type ManyPairsResult = z.infer<typeof manyPairsResult>;
