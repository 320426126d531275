import { z } from 'zod';
import { id, instant, text } from './fields.ts';
import { limits } from './limits.ts';

export const sourceKinds = ['file', 'page', 'google_document', 'google_sheet'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** `waiting` for its turn or the next try; `failed`: the last reading; what an earlier one found is still searched. */
export const sourceStates = ['waiting', 'reading', 'ready', 'failed'] as const;
export type SourceState = (typeof sourceStates)[number];

/** How often a link is looked at by itself. */
export const checkPeriods = ['never', 'hour', 'day', 'week', 'month'] as const;
export type CheckPeriod = (typeof checkPeriods)[number];

/** Why a source was not read; the texts stand under `knowledge.source.reason.*`. */
export const sourceReasons = [
  'wrong_type',
  'too_large',
  'password',
  'damaged',
  'no_text',
  'no_answers',
  'too_long',
  'file_lost',
  'google_permission',
  'google_link',
  'link_wrong',
  'page_missing',
  'page_closed',
  'unreachable',
  'site_error',
  'much_gone',
  'busy',
  'memory_limit',
  'not_read',
  'picture_unseen',
  'picture_empty',
  'picture_long',
  'picture_large',
  'picture_refused',
  'picture_limit',
  'model_busy',
  'model_down',
  'model_unset',
] as const;
export type SourceReason = (typeof sourceReasons)[number];

/** What a file or a page is about, in the words of whoever adds it: stands above each of its passages. */
export const fileHint = text(limits.nameText).default('');

/** A link as people paste it: judged by the server, which says what is wrong with it. */
export const sourceLink = text(2000).transform((value) => value.trim());

/** A file of several that was not taken, though it could be read. */
export const refusedFile = z.object({ name: z.string(), code: z.enum(['knowledge.source_limit', 'files.quota']) });
export type RefusedFile = z.infer<typeof refusedFile>;

/** A file whose content the base has already: it is the source `sourceId`, which keeps the name `knownAs`. */
export const knownFile = z.object({ name: z.string(), sourceId: id, knownAs: z.string() });
export type KnownFile = z.infer<typeof knownFile>;

export const knowledgeSource = z.object({
  id,
  knowledgeBaseId: id,
  kind: z.enum(sourceKinds),
  name: z.string(),
  hint: z.string(),
  link: z.string().nullable(),
  state: z.enum(sourceStates),
  reason: z.enum(sourceReasons).nullable(),
  /** Of the reading that runs; 0 of 0 while nothing is known. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  /** Tries of the reading that runs or failed. */
  attempts: z.number().int(),
  nextTryAt: instant.nullable(),
  /** How many good readings there were; 0: nothing of it is searched yet. */
  version: z.number().int(),
  title: z.string().nullable(),
  language: z.enum(['ru', 'en']).nullable(),
  passages: z.number().int(),
  /** Pages of a PDF that could not be read, while others could. */
  unreadPages: z.array(z.number().int()),
  /** It looks like a conversation with customers, and nothing of it is told until somebody has looked at it. */
  isHeld: z.boolean(),
  /** What the last reading that found a change put in and took away. */
  change: z.object({ added: z.number().int(), removed: z.number().int(), at: instant }).nullable(),
  checkEvery: z.enum(checkPeriods),
  checkedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type KnowledgeSource = z.infer<typeof knowledgeSource>;

/** The first texts that the last change of a source took away and put in. */
export const sourceChanges = z.object({
  removed: z.array(z.string()),
  added: z.array(z.string()),
  /** There are more than these. */
  isCut: z.boolean(),
});
export type SourceChanges = z.infer<typeof sourceChanges>;

/** Where a passage stands in its source. */
export const passagePlace = z.object({
  page: z.number().int().optional(),
  sheet: z.string().optional(),
  row: z.number().int().optional(),
  /** Of a passage of several rows, with the row of each of its lines. */
  lastRow: z.number().int().optional(),
  lineRows: z.array(z.number().int()).optional(),
  anchor: z.string().optional(),
});
export type PassagePlace = z.infer<typeof passagePlace>;

export const sourcePassage = z.object({
  id,
  trail: z.array(z.string()),
  text: z.string(),
  place: passagePlace,
});
export type SourcePassage = z.infer<typeof sourcePassage>;
