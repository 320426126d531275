import { createKnowledge, type Knowledge } from '../../../server/src/domains/knowledge/index.ts';
import type { RetrievalModel } from '../../../server/src/domains/knowledge/retrieval/index.ts';
import { noChannels } from '../../../server/src/domains/knowledge/testing/no-channels.ts';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';
import { systemClock } from '../../../server/src/platform/time/clock.ts';
import { createIds, systemRandom } from '../../../server/src/platform/time/ids.ts';
import { openStores } from '../harness/open-stores.ts';
import { productMigrations } from '../harness/places.ts';
import { type OpenBase, openBase as openInMemory } from './open-base.ts';
import type { EntryPassage } from './task-files.ts';

const PAIRS_AT_ONCE = 500;
const HITS = 10;

export type ProductBases = {
  /** Without `model` with the weights that ship. */
  openBase(passages: EntryPassage[], model?: RetrievalModel): Promise<OpenBase>;
  close(): Promise<void>;
};

/** Adds the passages as pairs, as an import does; gives the bench's id of each pair by the product's. */
async function importPairs(
  knowledge: Knowledge,
  base: { accountId: string; knowledgeBaseId: string },
  passages: EntryPassage[],
): Promise<Map<string, string>> {
  const idOf = new Map<string, string>();
  for (let from = 0; from < passages.length; from += PAIRS_AT_ONCE) {
    const batch = passages.slice(from, from + PAIRS_AT_ONCE);
    const pairs = batch.map(({ question = '', text }) => ({ question, answer: text }));
    const added = await knowledge.pairs.add({ ...base, pairs });
    added.forEach((pair, place) => {
      const passage = batch[place];
      if (passage?.question !== pair.question) throw new Error('The pairs came back in another order');
      idOf.set(pair.id, passage.id);
    });
  }
  return idOf;
}

/**
 * Bases of the product on its embedded database: written by its own import, read by its own retrieval and decision.
 * Passages of other kinds than pairs have no import yet; they go to the same index directly.
 */
export async function openProductBases(): Promise<ProductBases> {
  const stores = await openStores({ needsServer: false });
  const log = createLog({ level: 'silent' });
  const database = await openDatabase({ dataDir: stores.folder(), migrationsDir: productMigrations, log });
  const newId = createIds({ clock: systemClock, random: systemRandom });

  async function openBase(passages: EntryPassage[], model?: RetrievalModel): Promise<OpenBase> {
    if (passages.some(({ kind }) => kind !== 'qa')) return await openInMemory(passages, model);
    const parts = { pool: database.pool, clock: systemClock, newId, log, channels: noChannels };
    const knowledge = createKnowledge({ ...parts, ...(model && { retrievalModel: model }) });
    const accountId = newId();
    const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Bench' });
    const base = { accountId, knowledgeBaseId };
    const idOf = await importPairs(knowledge, base, passages);
    const benchId = (id: string) => idOf.get(id) ?? '';
    // The first question builds the copy in memory: that belongs to the import.
    await knowledge.retrieve({ ...base, query: '?', limit: 1 });
    return {
      async answer(query) {
        const found = await knowledge.retrieve({ ...base, query, limit: HITS });
        const { decision } = found;
        const answered = decision.kind === 'answer' ? decision.id : undefined;
        return {
          ranked: found.passages.map(({ id, score }) => ({ passageId: benchId(id), score })),
          confidence: found.confidence,
          answered: answered !== undefined,
          answerText: found.passages.find(({ id }) => id === answered)?.text,
          clarified: decision.kind === 'clarify' ? decision.ids.map(benchId) : [],
        };
      },
      close: () => knowledge.bases.remove(accountId, knowledgeBaseId),
    };
  }

  return {
    openBase,
    async close() {
      await database.close();
      await stores.close();
    },
  };
}
