import { cleanPhrasings, limits, type ManyPairsResult, type PairText, type QuestionAnswer } from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Changed } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { dropFiles } from '../drop-files.ts';
import { mergePhotos } from '../photos/merge-photos.ts';
import { releasePhotos } from '../photos/pair-files.ts';
import { deletePair, findBase, insertPairs } from '../store.ts';
import { withinMemory } from '../within-memory.ts';
import { addManyPairs, type ManyPairs } from './add-many-pairs.ts';
import { changePair, type PairAsIs, type PairChange } from './change-pair.ts';
import { findSamePair } from './find-same-pair.ts';
import { mergeTexts, type PairTexts } from './merge-texts.ts';
import { createPairReading } from './read-pairs.ts';
import { showPair } from './show-pair.ts';
import { weighInSlices, weighPair } from './weigh-pairs.ts';

/** `photos`: ids of the pictures of the first of them. `isOnce`: the first is not made again where the base holds it. */
type NewPairs = {
  accountId: string;
  knowledgeBaseId: string;
  pairs: PairText[];
  photos?: readonly string[] | undefined;
  isOnce?: boolean;
};
type WeighedPairs = Omit<NewPairs, 'pairs' | 'photos' | 'isOnce'> & { pairs: (PairText & { memory: number })[] };

type GivenPair = {
  accountId: string;
  id: string;
  photosBefore?: readonly string[] | undefined;
  textsBefore?: PairTexts | undefined;
} & PairChange;
type ChangedPair = { accountId: string; id: string; knowledgeBaseId: string; tx: Queryable };

/** Question-and-answer pairs of a base. */
export function createPairs(deps: KnowledgeDeps, changed: Changed) {
  const audit = createAudit(deps);
  const record = (action: 'knowledge.pair_changed' | 'knowledge.pair_deleted', pair: ChangedPair) => {
    const { accountId, id, knowledgeBaseId, tx } = pair;
    return audit.record({ accountId, action, object: `pair:${id}`, details: { knowledgeBaseId } }, tx);
  };
  async function addRecorded(input: WeighedPairs, tx: Queryable): Promise<QuestionAnswer[]> {
    const pairs = await addPairs(deps, input, tx);
    const { accountId, knowledgeBaseId } = input;
    const object = `knowledge base:${knowledgeBaseId}`;
    const details = { count: String(pairs.length) };
    await audit.record({ accountId, action: 'knowledge.pairs_added', object, details }, tx);
    return pairs;
  }
  async function change(
    { accountId, id }: { accountId: string; id: string },
    change: (pair: PairAsIs) => PairChange,
  ): Promise<QuestionAnswer> {
    const { pair, gone } = await withinMemory(deps, accountId, async (tx) => {
      const changed = await changePair(deps, { accountId, id, change }, tx);
      await record('knowledge.pair_changed', { ...changed.pair, accountId, tx });
      return changed;
    });
    await dropFiles(deps, { accountId, fileIds: gone });
    changed(accountId, pair.knowledgeBaseId);
    return showPair(deps, accountId, pair);
  }
  return {
    ...createPairReading(deps),
    /** Adds pairs at once, all or none. */
    async add(input: NewPairs): Promise<QuestionAnswer[]> {
      const clean = input.pairs.map(({ phrasings = [], ...pair }) => {
        return { ...pair, phrasings: cleanPhrasings(pair.question, phrasings) };
      });
      const weighed = clean.map((pair) => ({ ...pair, memory: weighPair(pair) }));
      const added = await withinMemory(deps, input.accountId, async (tx) => {
        const same = input.isOnce === true ? await findSamePair(input, clean[0], tx) : undefined;
        if (same !== undefined) return [showPair(deps, input.accountId, same)];
        const pairs = await addRecorded({ ...input, pairs: weighed }, tx);
        return await takeForFirst(deps, { ...input, pairs }, tx);
      });
      changed(input.accountId, input.knowledgeBaseId);
      return added;
    },
    /** Adds the good ones of many pairs: pasted, or out of a file. */
    addMany: (input: ManyPairs): Promise<ManyPairsResult> =>
      addManyPairs(deps, input, async (good, judge) => {
        const { accountId, knowledgeBaseId } = input;
        const weights = await weighInSlices(good);
        const isChanged = await withinMemory(deps, accountId, async (tx) => {
          const pairs = (await judge(tx)).map((pair) => ({ ...pair, memory: weights.get(pair) ?? weighPair(pair) }));
          if (pairs.length > 0) await addRecorded({ accountId, knowledgeBaseId, pairs }, tx);
          return pairs.length > 0;
        });
        if (isChanged) changed(accountId, knowledgeBaseId);
      }),
    change,
    /**
     * `photosBefore`, `textsBefore`: what whoever changes it saw; what others did to it since then stays. Throws
     * `knowledge.pair_changed` where both changed one text.
     */
    update: ({ accountId, id, photosBefore, textsBefore, ...given }: GivenPair) =>
      change({ accountId, id }, (now) => {
        const merged = textsBefore === undefined ? given : mergeTexts({ given, before: textsBefore, now });
        const { photos } = given;
        if (photos === undefined || photosBefore === undefined) return merged;
        return { ...merged, photos: mergePhotos({ photos, before: photosBefore, now: now.photos }) };
      }),
    async remove(accountId: string, id: string): Promise<void> {
      const { knowledgeBaseId, gone } = await withinMemory(deps, accountId, async (tx) => {
        const found = await deletePair.first(tx, { accountId, id, now: deps.clock.now() });
        if (!found) throw new AppError('knowledge.pair_not_found');
        await record('knowledge.pair_deleted', { ...found, id, accountId, tx });
        return { ...found, gone: await releasePhotos(deps, { accountId, photos: found.photos }, tx) };
      });
      await dropFiles(deps, { accountId, fileIds: gone });
      changed(accountId, knowledgeBaseId);
    },
  };
}

/** Gives the first of new pairs its pictures. */
async function takeForFirst(
  deps: KnowledgeDeps,
  { accountId, pairs, photos = [] }: Pick<NewPairs, 'accountId' | 'photos'> & { pairs: QuestionAnswer[] },
  tx: Queryable,
): Promise<QuestionAnswer[]> {
  const [first, ...others] = pairs;
  if (first === undefined || photos.length === 0) return pairs;
  const { pair } = await changePair(deps, { accountId, id: first.id, change: () => ({ photos }) }, tx);
  return [showPair(deps, accountId, pair), ...others];
}

/** Adds pairs in their order, within a transaction that holds the lock of the account's knowledge. */
export async function addPairs(
  deps: KnowledgeDeps,
  { accountId, knowledgeBaseId, pairs }: WeighedPairs,
  tx: Queryable,
): Promise<QuestionAnswer[]> {
  const rows = await insertPairs.all(tx, {
    accountId,
    knowledgeBaseId,
    // In their order also where all are made within a millisecond.
    ids: pairs.map(() => deps.newId()).sort(),
    questions: pairs.map(({ question }) => question),
    answers: pairs.map(({ answer }) => answer),
    phrasings: pairs.map(({ phrasings = [] }) => phrasings.join('\n')),
    memory: pairs.map(({ memory }) => memory),
    max: limits.knowledgePairs,
    now: deps.clock.now(),
  });
  if (rows.length > 0) return rows.map((row) => showPair(deps, accountId, row));
  const base = await findBase.first(tx, { accountId, id: knowledgeBaseId });
  throw new AppError(base ? 'knowledge.limit' : 'knowledge.not_found');
}
