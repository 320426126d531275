import type { PairText } from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import type { Queryable } from '../../../platform/database/queryable.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { findPairsOf } from '../pairs/asked-store.ts';
import { addPairs } from '../pairs/pairs.ts';
import { weighInSlices, weighPair } from '../pairs/weigh-pairs.ts';
import { withinMemory } from '../within-memory.ts';
import { changeAnswers } from './import-store.ts';
import { inParts } from './in-parts.ts';
import { type ImportPlan, type judgeRows, planImport } from './plan-import.ts';
import { forgetImport, insertImport, noteAdded, noteChanged, noteFormer } from './undo-store.ts';

type Place = { accountId: string; knowledgeBaseId: string };
type Judged = Awaited<ReturnType<typeof judgeRows>>;
/** `name`: of the file or link that they come from. */
type Given = Place & { judged: Judged; name: string | null };
/** `importId`: to take it back by; null where it changed nothing. */
type TakenIn = ImportPlan & { importId: string | null };

/** What would become of judged pairs, by what the base holds. */
export async function planAgainst(db: Queryable, place: Place, judged: Judged): Promise<ImportPlan> {
  const questions = judged.good.map(({ question }) => question);
  return await planImport(judged, questions.length === 0 ? [] : await findPairsOf.all(db, { ...place, questions }));
}

/**
 * Takes all good pairs in one transaction. What the base holds is asked again under the lock of the change, so that two imports
 * at once add nothing twice.
 */
export async function takeIn(deps: KnowledgeDeps, { judged, name, ...place }: Given): Promise<TakenIn> {
  if (judged.good.length === 0) return { ...(await planImport(judged, [])), importId: null };
  const memoryOf = await weighPlan(await planAgainst(deps.pool, place, judged));
  return await withinMemory(deps, place.accountId, async (tx, requireRoom) => {
    const plan = await planAgainst(tx, place, judged);
    const added = plan.added.map((pair) => ({ ...pair, memory: memoryOf(pair.row, pair) }));
    const changed = plan.changed.map((pair) => ({ ...pair, memory: memoryOf(pair.row, toText(pair)) }));
    requireRoom(sum(added.map(({ memory }) => memory)) + sum(changed.map((pair) => pair.memory - pair.formerMemory)));
    if (added.length + changed.length === 0) return { ...plan, importId: null };
    const importId = deps.newId();
    await forgetImport.run(tx, place);
    await insertImport.run(tx, { ...place, id: importId, name, now: deps.clock.now() });
    for (const pairs of inParts(added)) {
      const rows = await addPairs(deps, { ...place, pairs }, tx);
      await noteAdded.run(tx, { ...place, ids: rows.map(({ id }) => id) });
    }
    for (const pairs of inParts(changed)) {
      const ids = pairs.map(({ id }) => id);
      await noteFormer.run(tx, { ...place, ids });
      await changeAnswers.run(tx, {
        ...place,
        ids,
        answers: pairs.map(({ answer }) => answer),
        phrasings: pairs.map(({ asked }) => asked.phrasings.join('\n')),
        memory: pairs.map(({ memory }) => memory),
        now: deps.clock.now(),
      });
      await noteChanged.run(tx, { ...place, ids });
    }
    const details = { added: String(added.length), changed: String(changed.length) };
    const object = `knowledge base:${place.knowledgeBaseId}`;
    const entry = { accountId: place.accountId, action: 'knowledge.pairs_imported' as const, object, details };
    await createAudit(deps).record(entry, tx);
    return { ...plan, importId };
  });
}

/** Before the lock, which holds up all changes of the account: what was planned there too has its weight already. */
async function weighPlan({ added, changed }: ImportPlan): Promise<(row: number, text: PairText) => number> {
  const planned = new Map<number, PairText>();
  for (const pair of added) planned.set(pair.row, pair);
  for (const pair of changed) planned.set(pair.row, toText(pair));
  const weights = await weighInSlices([...planned.values()]);
  return (row, text) => {
    const before = planned.get(row);
    const weight = before !== undefined && isSame(before, text) ? weights.get(before) : undefined;
    return weight ?? weighPair(text);
  };
}

const toText = ({ answer, asked }: ImportPlan['changed'][number]): PairText => ({ ...asked, answer });

const isSame = (one: PairText, other: PairText): boolean =>
  one.question === other.question &&
  one.answer === other.answer &&
  one.phrasings?.join('\n') === other.phrasings?.join('\n');

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
