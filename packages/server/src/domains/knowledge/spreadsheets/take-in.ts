import type { PairText } from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import type { Queryable } from '../../../platform/database/queryable.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { findPairsOf } from '../pairs/asked-store.ts';
import { addPairs } from '../pairs/pairs.ts';
import { weighInSlices, weighPair } from '../pairs/weigh-pairs.ts';
import { withinMemory } from '../within-memory.ts';
import { changeAnswers } from './import-store.ts';
import { type ImportPlan, type judgeRows, planImport } from './plan-import.ts';

type Place = { accountId: string; knowledgeBaseId: string };
type Judged = Awaited<ReturnType<typeof judgeRows>>;

const ROWS_OF_A_STATEMENT = 500;

/** What would become of judged pairs, by what the base holds. */
export async function planAgainst(db: Queryable, place: Place, judged: Judged): Promise<ImportPlan> {
  const questions = judged.good.map(({ question }) => question);
  return await planImport(judged, questions.length === 0 ? [] : await findPairsOf.all(db, { ...place, questions }));
}

/**
 * Takes all good pairs in one transaction. What the base holds is asked again under the lock of the change, so that two imports
 * at once add nothing twice.
 */
export async function takeIn(deps: KnowledgeDeps, place: Place, judged: Judged): Promise<ImportPlan> {
  if (judged.good.length === 0) return await planImport(judged, []);
  const memoryOf = await weighPlan(await planAgainst(deps.pool, place, judged));
  return await withinMemory(deps, place.accountId, async (tx, requireRoom) => {
    const plan = await planAgainst(tx, place, judged);
    const added = plan.added.map((pair) => ({ ...pair, memory: memoryOf(pair.row, pair) }));
    const changed = plan.changed.map((pair) => ({ ...pair, memory: memoryOf(pair.row, toText(pair)) }));
    requireRoom(sum(added.map(({ memory }) => memory)) + sum(changed.map((pair) => pair.memory - pair.formerMemory)));
    for (const pairs of inParts(added)) await addPairs(deps, { ...place, pairs }, tx);
    for (const pairs of inParts(changed)) {
      await changeAnswers.run(tx, {
        ...place,
        ids: pairs.map(({ id }) => id),
        answers: pairs.map(({ answer }) => answer),
        phrasings: pairs.map(({ asked }) => asked.phrasings.join('\n')),
        memory: pairs.map(({ memory }) => memory),
        now: deps.clock.now(),
      });
    }
    const details = { added: String(added.length), changed: String(changed.length) };
    const object = `knowledge base:${place.knowledgeBaseId}`;
    const entry = { accountId: place.accountId, action: 'knowledge.pairs_imported' as const, object, details };
    if (added.length + changed.length > 0) await createAudit(deps).record(entry, tx);
    return plan;
  });
}

/** The driver writes and reads what one statement takes in one go, and holds up all others for so long. */
function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_OF_A_STATEMENT) parts.push(rows.slice(at, at + ROWS_OF_A_STATEMENT));
  return parts;
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
