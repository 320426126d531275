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
  /** Of these, what could not be read when it was last tried. */
  unreadSources: z.number().int(),
  /** Of these, what was read at least once and waits for nobody's decision: the assistant answers from it. */
  knownSources: z.number().int(),
  /** What people should look at: contradictions, offers past their day, pages that are gone. */
  findings: z.number().int(),
  /** Whether it was looked through since it changed last, and has no new source that is still to be read. */
  isChecked: z.boolean(),
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
  /** Other ways to ask it; left out: they stay as they are. */
  phrasings: z.array(text(limits.questionText)).max(limits.phrasings, 'too_many').optional(),
  /** Ids of uploaded pictures, in the order in which they are shown; left out: they stay as they are. */
  photos: z.array(id).max(limits.photoMax, 'too_many').optional(),
  /** Those that whoever changes them saw: what others added or took away since then stays so. */
  photosBefore: z.array(id).max(limits.photoMax, 'too_many').optional(),
  /** Its texts as whoever changes them saw them: what others changed since then stays so, and what both did is refused. */
  textsBefore: z
    .strictObject({
      question: text(limits.questionText),
      answer: text(limits.answerText),
      phrasings: z.array(text(limits.questionText)).max(limits.phrasings, 'too_many'),
    })
    .optional(),
});

/** A picture that goes out with the answer of a pair. */
export const pairPhoto = z.object({ id, url: z.string(), name: z.string(), size: z.number().int() });
export type PairPhoto = z.infer<typeof pairPhoto>;

/** A picture that was uploaded: in a pair, or in none yet. */
export const knowledgePhoto = pairPhoto.extend({ pairId: id.nullable(), createdAt: instant });
export type KnowledgePhoto = z.infer<typeof knowledgePhoto>;

export const questionAnswer = z.object({
  id,
  knowledgeBaseId: id,
  question: z.string(),
  answer: z.string(),
  phrasings: z.array(z.string()),
  photos: z.array(pairPhoto),
  createdAt: instant,
  updatedAt: instant,
});
export type QuestionAnswer = z.infer<typeof questionAnswer>;

/** A new pair as far as it is asked: what it would be found by. */
export const samePairsInput = z.strictObject({
  questions: z
    .array(text(limits.questionText))
    .min(1)
    .max(limits.phrasings + 1, 'too_many'),
});
/** Pairs of a base that are asked one of these already, whatever their capitals, signs and spaces; the oldest first. */
export const samePairs = z.object({ pairs: z.array(questionAnswer) });

/** Many pairs at once. Each is judged by itself: what is wrong with one refuses no other, so their fields may hold more than a pair does. */
export const manyPairsInput = z.strictObject({
  pairs: z
    .array(
      z.strictObject({
        question: text(limits.customerText),
        answer: text(limits.customerText),
        phrasings: z.array(text(limits.customerText)).max(limits.listMax).optional(),
      }),
    )
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
