import { foldQuestion } from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import type { Queryable } from '../../../platform/database/queryable.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { addPairs } from '../pairs/pairs.ts';
import { weighInSlices, weighPair } from '../pairs/weigh-pairs.ts';
import { withinMemory } from '../within-memory.ts';
import { changeAnswers, findPairsOf } from './import-store.ts';
import { type ImportPlan, type judgeRows, planImport, type RowPair } from './plan-import.ts';

type Place = { accountId: string; knowledgeBaseId: string };
type Judged = ReturnType<typeof judgeRows>;

/** What would become of judged pairs, by what the base holds. */
export async function planAgainst(db: Queryable, place: Place, judged: Judged): Promise<ImportPlan> {
  const questions = judged.good.map(({ question }) => foldQuestion(question));
  return planImport(judged, questions.length === 0 ? [] : await findPairsOf.all(db, { ...place, questions }));
}

/** Takes all good pairs in one transaction. What the base holds is asked under the lock of the change, so that two imports at once add nothing twice. */
export async function takeIn(deps: KnowledgeDeps, place: Place, judged: Judged): Promise<ImportPlan> {
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
