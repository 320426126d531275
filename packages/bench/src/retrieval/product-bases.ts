import { z } from 'zod';
import type { Embedder } from '../../../server/src/domains/knowledge/embedding/port.ts';
import { createKnowledge, type Knowledge } from '../../../server/src/domains/knowledge/index.ts';
import type { RetrievalModel } from '../../../server/src/domains/knowledge/retrieval/index.ts';
import { swapPassages } from '../../../server/src/domains/knowledge/sources/swap-passages.ts';
import { embedNow } from '../../../server/src/domains/knowledge/testing/embed-now.ts';
import { noChannels } from '../../../server/src/domains/knowledge/testing/no-channels.ts';
import { type Database, openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { withTransaction } from '../../../server/src/platform/database/with-transaction.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';
import { systemClock } from '../../../server/src/platform/time/clock.ts';
import { createIds, type NewId, systemRandom } from '../../../server/src/platform/time/ids.ts';
import { openStores } from '../harness/open-stores.ts';
import { productMigrations } from '../harness/places.ts';
import { type OpenBase, openBase as openInMemory } from './open-base.ts';
import type { EntryPassage } from './task-files.ts';

const PAIRS_AT_ONCE = 500;
const HITS = 10;

/** What the last base found out of its vectors: how much they weigh, by the questions that they won and lost. */
type Tried = z.infer<typeof triedLine>;
const triedLine = z.object({ weight: z.number(), won: z.number(), lost: z.number(), asked: z.number() });

export type ProductBases = {
  tried(): Tried | undefined;
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

type Place = { database: Database; newId: NewId; base: { accountId: string; knowledgeBaseId: string } };

/** Stores pieces of texts as the reading of a file does. */
async function storePieces({ database, newId, base }: Place, passages: EntryPassage[]): Promise<Map<string, string>> {
  const benchIds = new Map<string, string>();
  const pieces = passages.map(({ text, question = '' }) => ({ question, body: text, trail: [], place: {}, memory: 1 }));
  const swap = { ...base, sourceId: newId(), kind: 'file', pieces, requireRoom: () => undefined } as const;
  const ids: string[] = [];
  const countedId = () => {
    const id = newId();
    ids.push(id);
    return id;
  };
  await withTransaction(database.pool, (tx) => swapPassages(tx, countedId, { ...swap, now: systemClock.now() }));
  passages.forEach(({ id }, place) => {
    benchIds.set(ids[place] ?? '', id);
  });
  return benchIds;
}

/**
 * Bases of the product on its embedded database: written by its own import, read by its own retrieval and decision. With an
 * embedder each base is embedded, and finds out what its vectors are worth, before it is asked. Unless pieces are stored as
 * the reading of a file does, passages of other kinds than pairs go to the same index directly.
 */
export async function openProductBases({
  embedder,
  storesPieces = embedder !== undefined,
}: {
  embedder?: Embedder;
  storesPieces?: boolean;
} = {}): Promise<ProductBases> {
  const stores = await openStores({ needsServer: false });
  let tried: Tried | undefined;
  const write = (line: string) => {
    tried = triedLine.safeParse(JSON.parse(line)).data ?? tried;
  };
  const log = createLog({ level: 'info', destination: { write } });
  const database = await openDatabase({ dataDir: stores.folder(), migrationsDir: productMigrations, log });
  const newId = createIds({ clock: systemClock, random: systemRandom });
  const parts = { pool: database.pool, clock: systemClock, newId, log, channels: noChannels };

  async function openBase(passages: EntryPassage[], model?: RetrievalModel): Promise<OpenBase> {
    const isOfPairs = passages.every(({ kind }) => kind === 'qa');
    if (!isOfPairs && !storesPieces) return await openInMemory(passages, model);
    const embedding = embedder && embedNow(embedder);
    const knowledge = createKnowledge({
      ...{ ...parts, embedding: embedding?.deps },
      ...(model && { retrievalModel: model }),
    });
    const accountId = newId();
    const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Bench' });
    const base = { accountId, knowledgeBaseId };
    const idOf = isOfPairs
      ? await importPairs(knowledge, base, passages)
      : await storePieces({ database, newId, base }, passages);
    const benchId = (id: string) => idOf.get(id) ?? '';
    await embedding?.run(base);
    knowledge.noteChanged(accountId, knowledgeBaseId);
    // The first question builds the copy in memory: that belongs to the import.
    await knowledge.retrieve({ ...base, query: '?', limit: 1 });
    await knowledge.settled(base);
    return {
      async answer(query) {
        const found = await knowledge.retrieve({ ...base, query, limit: HITS });
        const { decision } = found;
        const answered = decision.kind === 'answer' ? decision.id : undefined;
        const best = found.passages.find(({ id }) => id === answered);
        return {
          ranked: found.passages.map(({ id, score }) => ({ passageId: benchId(id), score })),
          confidence: found.confidence,
          answered: answered !== undefined,
          answerText: best?.quote ?? best?.text,
          clarified: decision.kind === 'clarify' ? decision.ids.map(benchId) : [],
        };
      },
      close: () => knowledge.bases.remove(accountId, knowledgeBaseId),
    };
  }

  return {
    openBase,
    tried: () => tried,
    async close() {
      await database.close();
      await stores.close();
    },
  };
}
