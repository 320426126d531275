import { z } from 'zod';
import { id, instant, requiredText } from './fields.ts';
import { limits } from './limits.ts';

export const knowledgeBaseInput = z.strictObject({ name: requiredText(limits.nameText) });

export const knowledgeBase = z.object({
  id,
  name: z.string(),
  pairs: z.number().int(),
  /** Pairs that the search leaves out, the newest ones: the base is too big for its memory. */
  unsearched: z.number().int(),
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
