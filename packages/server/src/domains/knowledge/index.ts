import { outsideRequest } from '../../platform/scope/request-scope.ts';
import { createSignal } from '../../platform/signal/signal.ts';
import type { BaseId } from './base-copy.ts';
import { createBaseIndexes } from './base-index.ts';
import { createBases } from './bases.ts';
import { createBoldness } from './boldness.ts';
import type { KnowledgeDeps } from './deps.ts';
import type { EmbeddingProgress } from './embedding/create-embedding.ts';
import { openEmbedding, openVectorTools } from './embedding/open-embedding.ts';
import { createPairs } from './pairs/pairs.ts';
import { createPhotos } from './photos/create-photos.ts';
import { type QuestionAsked, type Retrieval, retrieveFrom } from './retrieve-from.ts';
import { readMemoryUse } from './within-memory.ts';

export { dayOf } from './findings/day-of-week.ts';
export { readPhones } from './findings/read-values.ts';
export { openSampleBase } from './open-sample-base.ts';
export { splitUnits, statesFigure, statesMoney, statesPrice, wantsPrice } from './retrieval/index.ts';
export { otherLayout } from './retrieval/words/keyboard-layout.ts';
export { isOrdinaryWord } from './retrieval/words/ordinary-words.ts';
export { isChargeStem, isHowMuch, isPriceName, isPriceWord } from './retrieval/words/price-words.ts';
export { relatedStems, sameStems } from './retrieval/words/related-stems.ts';
export { stemWord } from './retrieval/words/stem-word.ts';
export { stemImportance } from './retrieval/words/weak-words.ts';
export type { FoundPassage, Retrieval } from './retrieve-from.ts';
export type { PictureAnswer, PictureFault, PictureReader } from './sources/pictures/picture-reader.ts';
export type { StoredPhoto } from './store.ts';

const noProgress: EmbeddingProgress = { done: 0, total: 0, failedReason: null };
const nothing: Retrieval = { passages: [], confidence: 0, decision: { kind: 'refuse' }, isEmpty: true };

/** The door of the knowledge domain. One retrieval serves live chat, test chat and the bench. */
export function createKnowledge(deps: KnowledgeDeps) {
  const changes = createSignal<{ accountId: string; id: string }>();
  const tell = ({ accountId, knowledgeBaseId }: BaseId) => changes.emit({ accountId, id: knowledgeBaseId });
  const vectors = openVectorTools(deps);
  const indexes = createBaseIndexes({ ...deps, vectors, unsearchedChanged: tell });
  const refreshed = (base: BaseId) => {
    indexes.touch(base);
    return indexes.open(base);
  };
  const embedding = openEmbedding(deps, vectors, {
    openBase: refreshed,
    changed(base) {
      indexes.touch(base);
      tell(base);
    },
  });

  function changed(accountId: string, knowledgeBaseId: string): void {
    const base = { accountId, knowledgeBaseId };
    indexes.touch(base);
    tell(base);
    outsideRequest(() => {
      // What is missed here is found by the periodic look.
      embedding
        ?.noteChanged(base)
        .catch((error: unknown) => deps.log.warn({ err: error }, 'passages wait to be embedded'));
    });
  }

  function deleted(accountId: string, knowledgeBaseId: string): void {
    const base = { accountId, knowledgeBaseId };
    indexes.drop(base);
    tell(base);
  }

  const pairs = createPairs(deps, changed);
  return {
    bases: createBases(deps, { changed, deleted }),
    pairs,
    photos: createPhotos(deps, pairs),
    /** Memory that the knowledge of an account takes, and may take, in bytes. */
    memory: (accountId: string) => readMemoryUse(deps, accountId),
    /** Searches a base for what answers a question, and decides whether it does. */
    async retrieve(input: Asked): Promise<Retrieval> {
      const meanwhile = await indexes.openMeanwhile(input);
      const known = meanwhile && (await retrieveFrom(meanwhile, input, deps));
      if (known !== undefined && isSure(known)) return known;
      const base = await indexes.open(input);
      return base === undefined ? nothing : await retrieveFrom(base, input, deps);
    },
    /** Waits until a base that was asked knows all that it finds out about itself beside the questions. */
    settled: indexes.settled,
    /** How bold a base answers, by its owner's choice, and what each choice would mean. */
    boldness: createBoldness(deps, { open: indexes.open, changed }),
    /** How far the passages of an account have their vectors. */
    embeddingProgress: async (accountId: string): Promise<EmbeddingProgress> =>
      (await embedding?.progress(accountId)) ?? noProgress,
    /** The account has another embedder now: its passages get the vectors of that one. */
    noteEmbedder: async (accountId: string): Promise<void> => await embedding?.noteEmbedder(accountId),
    /** Looks whether bases wait for vectors, some at a time; gives how many do. */
    embedWaiting: async (): Promise<number> => (await embedding?.lookAtSome()) ?? 0,
    /** Frees the memory of bases that another node deleted. */
    dropDeleted: indexes.dropDeleted,
    /** How many bases are in memory, and what they take. */
    held: () => indexes.held,
    /** It was looked through: people who look at it should ask again. */
    noteChecked: tell,
    onChanged: changes.on,
    /** Passages of a base are others now, by whatever way. */
    noteChanged: changed,
  };
}

export type Knowledge = ReturnType<typeof createKnowledge>;

/** It answers, and its passage is still there: what else is known by now would change nothing. */
const isSure = ({ decision, passages }: Retrieval): boolean =>
  decision.kind === 'answer' && passages.some(({ id }) => id === decision.id);

type Asked = BaseId & QuestionAsked;
