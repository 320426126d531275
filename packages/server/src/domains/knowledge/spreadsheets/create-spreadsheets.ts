import { foldQuestion, limits, type PairImportResult, type SpreadsheetHeader } from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createAccountTurns } from '../account-turns.ts';
import { type Changed, requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { addPairs } from '../pairs.ts';
import { weighInSlices, weighPair } from '../weigh-pairs.ts';
import { withinMemory } from '../within-memory.ts';
import { type ChosenColumns, findColumns, readPairs } from './find-columns.ts';
import { getSheets, type SheetsDeps, type SheetsInput } from './get-sheets.ts';
import { changeAnswers, findPairsOf } from './import-store.ts';
import { createKeptLinks } from './keep-links.ts';
import { type ImportPlan, judgeRows, planImport, type RowPair, showRows } from './plan-import.ts';

type SpreadsheetsDeps = KnowledgeDeps & SheetsDeps & { changed: Changed };
type Chosen = SheetsInput & ChosenColumns;
type Import = Chosen & { knowledgeBaseId: string; check: boolean };
type Place = { accountId: string; knowledgeBaseId: string };
type Judged = ReturnType<typeof judgeRows>;

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

async function planAgainst(db: Queryable, place: Place, judged: Judged): Promise<ImportPlan> {
  const questions = judged.good.map(({ question }) => foldQuestion(question));
  return planImport(judged, questions.length === 0 ? [] : await findPairsOf.all(db, { ...place, questions }));
}

/** What the base holds is asked under the lock of the change, so that two imports at once add nothing twice. */
async function takeIn(deps: SpreadsheetsDeps, place: Place, judged: Judged): Promise<ImportPlan> {
  if (judged.good.length === 0) return planImport(judged, []);
  const weights = await weighInSlices(judged.good);
  const byRow = new Map(judged.good.map((pair) => [pair.row, weights.get(pair)]));
  const memoryOf = (pair: RowPair) => byRow.get(pair.row) ?? weighPair(pair);
  const changedMemory = ({ answer, asked }: ImportPlan['changed'][number]) => weighPair({ ...asked, answer });
  return await withinMemory(deps, place.accountId, async (tx, requireRoom) => {
    const plan = await planAgainst(tx, place, judged);
    const { added, changed } = plan;
    requireRoom(sum(added.map(memoryOf)) + sum(changed.map((pair) => changedMemory(pair) - pair.formerMemory)));
    if (added.length > 0)
      await addPairs(deps, { ...place, pairs: added.map((pair) => ({ ...pair, memory: memoryOf(pair) })) }, tx);
    if (changed.length > 0) {
      const ids = changed.map(({ id }) => id);
      const answers = changed.map(({ answer }) => answer);
      const phrasings = changed.map(({ asked }) => asked.phrasings.join('\n'));
      const memory = changed.map(changedMemory);
      await changeAnswers.run(tx, { ...place, ids, answers, phrasings, memory, now: deps.clock.now() });
    }
    const details = { added: String(added.length), changed: String(changed.length) };
    const object = `knowledge base:${place.knowledgeBaseId}`;
    const entry = { accountId: place.accountId, action: 'knowledge.pairs_imported' as const, object, details };
    if (added.length + changed.length > 0) await createAudit(deps).record(entry, tx);
    return plan;
  });
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
