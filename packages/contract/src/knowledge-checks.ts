import { z } from 'zod';

/** How bold a base answers: how many of the questions that it cannot answer it may answer all the same. */
export const boldnesses = ['careful', 'usual', 'bold'] as const;
export type Boldness = (typeof boldnesses)[number];

/** The owner's choice, and what each choice would mean; null where the base holds too little to tell. */
export const answerBoldness = z.object({
  boldness: z.enum(boldnesses),
  figures: z.array(
    z.object({
      boldness: z.enum(boldnesses),
      /** Of 100 questions that it cannot answer though they look as if it could, so many get an answer. */
      falseAnswers: z.number().int().min(0).max(100).nullable(),
      /** Of 100 questions that it can answer, so many it answers by itself. */
      ownAnswers: z.number().int().min(0).max(100).nullable(),
    }),
  ),
});
export type AnswerBoldness = z.infer<typeof answerBoldness>;
