import { limits, type PairImportResult, type SpreadsheetHeader } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createAccountTurns } from '../account-turns.ts';
import { type Changed, requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { type ChosenColumns, findColumns, readPairs } from './find-columns.ts';
import { getSheets, type SheetsDeps, type SheetsInput } from './get-sheets.ts';
import { createKeptLinks } from './keep-links.ts';
import { judgeRows, showRows } from './plan-import.ts';
import { planAgainst, takeIn } from './take-in.ts';

type SpreadsheetsDeps = KnowledgeDeps & SheetsDeps & { changed: Changed };
type Chosen = SheetsInput & ChosenColumns;
type Import = Chosen & { knowledgeBaseId: string; check: boolean };

/** Each takes a file in memory, and the process that reads it. */
const READS = { atOnce: 2, maxWaiting: 20, maxOfAccount: 3, retryAfterSeconds: 30 } as const;
/** Each takes what it has fetched; most of the time it waits for a site. */
const FETCHES = { ...READS, atOnce: 6 } as const;

/** Pairs out of spreadsheets, by file or link. */
export function createSpreadsheets(given: Omit<SpreadsheetsDeps, 'turns' | 'kept'>) {
  const turns = { fetch: createAccountTurns(FETCHES), read: createAccountTurns(READS) };
  const deps: SpreadsheetsDeps = { ...given, turns, kept: createKeptLinks(given) };
  return {
    /** Of a link: as it is now. The steps behind it stand on what was fetched here. */
    async checkHeader(input: Chosen): Promise<SpreadsheetHeader> {
      const found = findColumns(await getSheets(deps, { ...input, isFresh: true }), input);
      if (found === null) throw new AppError('files.empty');
      return found.header;
    },
    /** Takes all good rows in one transaction, or says what would become of each. */
    async importPairs({ check, knowledgeBaseId, ...input }: Import): Promise<PairImportResult> {
      const place = { accountId: input.accountId, knowledgeBaseId };
      await requireBase(deps, place.accountId, knowledgeBaseId);
      const judged = judgeRows(await readRows(deps, input));
      const plan = check ? await planAgainst(deps.pool, place, judged) : await takeIn(deps, place, judged);
      const { added, changed, unchanged, skipped } = plan;
      if (!check) deps.kept.drop(place.accountId);
      if (!check && added.length + changed.length > 0) deps.changed(place.accountId, knowledgeBaseId);
      const shown = showRows(plan);
      return {
        added: added.length,
        changed: changed.length,
        unchanged: unchanged.length,
        skipped: skipped.length,
        rows: check ? shown : shown.filter(({ outcome }) => outcome === 'unchanged' || outcome === 'skipped'),
      };
    },
  };
}

export type Spreadsheets = ReturnType<typeof createSpreadsheets>;

async function readRows(deps: SheetsDeps, input: Chosen) {
  const found = findColumns(await getSheets(deps, { ...input, isFresh: false }), input);
  if (found === null) throw new AppError('files.empty');
  const { question, answer } = found.columns;
  if (question !== undefined && question === answer)
    throw new AppError('request.invalid', { details: { answerColumn: 'same' } });
  const { missing } = found.header;
  if (missing.length > 0) throw new AppError('knowledge.header_missing', { details: { missing: missing.join(', ') } });
  const rows = readPairs(found);
  if (rows.length > limits.importRows) throw new AppError('knowledge.too_many_rows');
  return rows;
}
