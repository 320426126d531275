import {
  type LastImport,
  limits,
  type SheetImportResult,
  type SpreadsheetHeader,
  type UndoneImport,
} from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createAccountTurns } from '../account-turns.ts';
import { type Changed, requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { type ChosenColumns, findColumns, readPairs } from './find-columns.ts';
import { getSheets, type SheetsDeps, type SheetsInput } from './get-sheets.ts';
import { createKeptLinks } from './keep-links.ts';
import { judgeRows, showRows } from './plan-import.ts';
import { planAgainst, takeIn } from './take-in.ts';
import { undoImport } from './undo-import.ts';
import { findImport } from './undo-store.ts';

type SpreadsheetsDeps = KnowledgeDeps & SheetsDeps & { changed: Changed };
type Place = { accountId: string; knowledgeBaseId: string };
type Chosen = SheetsInput & ChosenColumns;
type Import = Chosen & { knowledgeBaseId: string; check: boolean; shownHash?: string | undefined };

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
      const { sheets, hash } = await getSheets(deps, { ...input, isFresh: true });
      const found = findColumns(sheets, input);
      if (found === null) throw new AppError('files.empty');
      return { ...found.header, hash };
    },
    /** Takes all good rows in one transaction, or says what would become of each. Throws where it is not what was shown. */
    async importPairs({ check, knowledgeBaseId, ...input }: Import): Promise<SheetImportResult> {
      const place = { accountId: input.accountId, knowledgeBaseId };
      await requireBase(deps, place.accountId, knowledgeBaseId);
      const { rows, hash } = await readRows(deps, input);
      const judged = await judgeRows(rows);
      const name = input.file?.name ?? input.url ?? null;
      const plan = check
        ? { ...(await planAgainst(deps.pool, place, judged)), importId: null }
        : await takeIn(deps, { ...place, judged, name });
      const { added, changed, unchanged, skipped, importId } = plan;
      if (!check) deps.kept.drop(place.accountId);
      if (!check && added.length + changed.length > 0) deps.changed(place.accountId, knowledgeBaseId);
      const shown = showRows(plan);
      return {
        added: added.length,
        changed: changed.length,
        unchanged: unchanged.length,
        skipped: skipped.length,
        hash,
        importId,
        rows: check ? shown : shown.filter(({ outcome }) => outcome === 'unchanged' || outcome === 'skipped'),
      };
    },
    /** The last spreadsheet or page whose pairs a base took in, as long as something of it can be taken back. */
    async lastImport({ accountId, knowledgeBaseId }: Place): Promise<LastImport | null> {
      await requireBase(deps, accountId, knowledgeBaseId);
      const found = await findImport.first(deps.pool, { accountId, knowledgeBaseId });
      if (found === undefined || found.added + found.changed === 0) return null;
      return { ...found, importedAt: found.importedAt.toISOString() };
    },
    async undo({ importId, ...place }: Place & { importId: string }): Promise<UndoneImport> {
      await requireBase(deps, place.accountId, place.knowledgeBaseId);
      const undone = await undoImport(deps, place, importId);
      deps.changed(place.accountId, place.knowledgeBaseId);
      return undone;
    },
  };
}

export type Spreadsheets = ReturnType<typeof createSpreadsheets>;

async function readRows(deps: SheetsDeps, { shownHash, ...input }: Chosen & Pick<Import, 'shownHash'>) {
  const { sheets, hash } = await getSheets(deps, { ...input, isFresh: false });
  // What was kept may be gone, or lie on another node.
  if (shownHash !== undefined && shownHash !== hash) throw new AppError('knowledge.sheet_changed');
  const found = findColumns(sheets, input);
  if (found === null) throw new AppError('files.empty');
  const { question, answer } = found.columns;
  if (question !== undefined && question === answer)
    throw new AppError('request.invalid', { details: { answerColumn: 'same' } });
  const { phrasingsColumn } = input;
  if (phrasingsColumn !== undefined && (phrasingsColumn === question || phrasingsColumn === answer))
    throw new AppError('request.invalid', { details: { phrasingsColumn: 'same' } });
  const { missing } = found.header;
  if (missing.length > 0) throw new AppError('knowledge.header_missing', { details: { missing: missing.join(', ') } });
  const rows = await readPairs(found);
  if (rows.length > limits.importRows) throw new AppError('knowledge.too_many_rows');
  return { rows, hash };
}
