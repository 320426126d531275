import { z } from 'zod';
import { queryFlag } from './fields.ts';
import { sourceLink } from './knowledge-sources.ts';
import { limits } from './limits.ts';
import { ownPairFaults } from './many-pairs.ts';

/** Why a row is not taken. `cell_error`: the spreadsheet shows an error in it, such as `#REF!`. */
export const importFaults = [...ownPairFaults, 'cell_error'] as const;
export type ImportFault = (typeof importFaults)[number];

const columnPlace = z.coerce.number().int().min(0).max(1000);

/** A spreadsheet with pairs: its file, or a link to it. */
export const spreadsheetInput = z.strictObject({
  file: z.file().max(limits.sourceBytes, 'too_large').optional(),
  url: sourceLink.optional(),
  /** Which of its sheets; left out: the first with both columns. */
  sheet: z.string().max(200, 'too_long').optional(),
  /** Where the names of columns do not say it: their places, from 0. */
  questionColumn: columnPlace.optional(),
  answerColumn: columnPlace.optional(),
  phrasingsColumn: columnPlace.optional(),
  /** There is no row of names: the first row is a pair already. */
  isFirstRowPair: queryFlag.optional(),
});

/** Of the bytes that were read: given back with the next step, so that nothing else is taken in than what was shown. */
const sheetHash = z.string();

/** What was found where the names of columns should be. */
export const spreadsheetHeader = z.object({
  hash: sheetHash,
  /** The sheet that was looked at, and all of them; null where sheets have no names. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** The first row that is not empty, and its number. */
  header: z.array(z.string()),
  row: z.number().int(),
  missing: z.array(z.enum(['question', 'answer'])),
  /** Of the columns that were found, their names as they stand in the sheet. */
  found: z.object({ question: z.string().nullable(), answer: z.string().nullable(), phrasings: z.array(z.string()) }),
  /** Rows below it that are not empty. */
  rows: z.number().int(),
});
export type SpreadsheetHeader = z.infer<typeof spreadsheetHeader>;

/** The hash of what was shown; left out: whatever stands there now is taken. */
export const shownHash = z.string().max(64).optional();

export const pairImportFlag = queryFlag.default(false);

const rowPair = {
  row: z.number().int(),
  question: z.string(),
  answer: z.string(),
  /** Other ways to ask it, as the sheet has them. */
  phrasings: z.array(z.string()),
};

/** The row of the same sheet that has its question already, and is taken. */
const repeatedRow = z.object({ row: z.number().int(), isSameAnswer: z.boolean() });
export type RepeatedRow = z.infer<typeof repeatedRow>;

/** What becomes of a row, which has the number that people see. Long texts are cut. */
export const importedRow = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('added'), ...rowPair }),
  z.object({
    outcome: z.literal('changed'),
    ...rowPair,
    /** `null`: the answer stays. Both answers are shown from where they begin to differ. */
    formerAnswer: z.string().nullable(),
    /** Of the ways to ask those that the base lacks. */
    phrasingsAdded: z.array(z.string()),
  }),
  /** The base holds all of it already. */
  z.object({ outcome: z.literal('unchanged'), ...rowPair }),
  z.object({
    outcome: z.literal('skipped'),
    ...rowPair,
    reason: z.enum(importFaults),
    /** Of a `repeated` one. */
    repeats: repeatedRow.optional(),
  }),
]);
export type ImportedRow = z.infer<typeof importedRow>;

/** `rows`: all of them where it was only checked, else those that were not taken. */
export const pairImportResult = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  /** To take it back by; null where nothing was changed. */
  importId: z.uuid().nullable(),
  rows: z.array(importedRow),
});
export type PairImportResult = z.infer<typeof pairImportResult>;

export const sheetImportResult = pairImportResult.extend({ hash: sheetHash });
export type SheetImportResult = z.infer<typeof sheetImportResult>;

/** The last import into a base: what of it stands as it was imported and can be taken back, and what was changed since then and stays. */
export const lastImport = z.object({
  id: z.uuid(),
  /** Of the file or link; null where the pairs were chosen on a page. */
  name: z.string().nullable(),
  importedAt: z.iso.datetime(),
  added: z.number().int(),
  changed: z.number().int(),
  kept: z.number().int(),
});
export type LastImport = z.infer<typeof lastImport>;

/** What became of an import that was taken back. */
export const undoneImport = z.object({
  removed: z.number().int(),
  restored: z.number().int(),
  /** Changed by somebody since then. */
  kept: z.number().int(),
});
export type UndoneImport = z.infer<typeof undoneImport>;
