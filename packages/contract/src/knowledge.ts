import { z } from 'zod';
import { id, instant, requiredText } from './fields.ts';
import { limits } from './limits.ts';

export const knowledgeBaseInput = z.strictObject({ name: requiredText(limits.nameText) });

export const knowledgeBase = z.object({
  id,
  name: z.string(),
  pairs: z.number().int(),
  /** Channels whose assistant answers from this base. */
  channels: z.array(z.object({ id, name: z.string(), type: z.string() })),
  createdAt: instant,
  updatedAt: instant,
});
export type KnowledgeBase = z.infer<typeof knowledgeBase>;

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
