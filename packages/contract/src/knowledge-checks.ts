import { z } from 'zod';
import { id, instant } from './fields.ts';
import { passagePlace } from './knowledge-sources.ts';

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

/**
 * What a base says in two ways (prices, phones, hours), offers past their last day, lines of a file that give the
 * assistant orders, pages that are no longer there, and files that look like a conversation with customers.
 */
export const findingKinds = ['price', 'phone', 'hours', 'expired', 'order', 'vanished', 'conversation'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** `ignored`: the owner says that all of it is right; `settled`: it is found no more. */
export const findingStates = ['open', 'ignored', 'settled'] as const;

export const finding = z.object({
  id,
  kind: z.enum(findingKinds),
  subject: z.string(),
  /** The page that vanished, the conversation, or where the offer or the order stands; null for pairs and contradictions. */
  sourceId: id.nullable(),
  /** Side by side; `value`: what each of them says. */
  passages: z.array(
    z.object({
      id,
      kind: z.enum(['qa', 'file', 'page']),
      /** The question of a pair, or what stands above the passage. */
      title: z.string(),
      text: z.string(),
      value: z.string(),
      sourceId: id.nullable(),
      sourceName: z.string().nullable(),
      link: z.string().nullable(),
      place: passagePlace,
    }),
  ),
  /** Answers to customers of the last 30 days that stood on these passages, in the newest dialogs. */
  answers: z.object({
    count: z.number().int(),
    newest: z.array(z.object({ uniqueId: z.string(), text: z.string(), at: instant })),
  }),
  state: z.enum(['open', 'ignored']),
  foundAt: instant,
});
export type Finding = z.infer<typeof finding>;

const unansweredQuestion = z.object({
  /** Of its words: in the same ones it is the same question. */
  fingerprint: z.string().regex(/^[\w-]{43}$/),
  question: z.string(),
  count: z.number().int(),
  lastAt: instant,
  /** The dialog in which it was asked last. */
  uniqueId: z.string(),
});
export type UnansweredQuestion = z.infer<typeof unansweredQuestion>;

/** Whether a question needs no answer of the base: it is put away, however often it is asked again. */
export const hiddenQuestion = unansweredQuestion.pick({ fingerprint: true }).extend({ isHidden: z.boolean() });

/** What customers asked lately and the assistant did not know, the newest first; in the same words it is one question. */
export const unansweredQuestions = z.object({
  /** Of all that are not put away; listed are the first of them. */
  count: z.number().int(),
  questions: z.array(unansweredQuestion),
  hidden: z.array(unansweredQuestion),
});
export type UnansweredQuestions = z.infer<typeof unansweredQuestions>;

export const findingsOfBase = z.object({ findings: z.array(finding) });
export type FindingsOfBase = z.infer<typeof findingsOfBase>;
