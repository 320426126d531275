import { type Boldness, foldQuestion } from '@otvet/contract';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import { createSignal } from '../../platform/signal/signal.ts';
import type { BaseId } from './base-copy.ts';
import { createBaseIndexes, type OpenBase } from './base-index.ts';
import { createBases } from './bases.ts';
import { createBoldness } from './boldness.ts';
import type { KnowledgeDeps } from './deps.ts';
import type { EmbeddingProgress } from './embedding/create-embedding.ts';
import { openEmbedding, openVectorTools } from './embedding/open-embedding.ts';
import { linesOf } from './lines-of.ts';
import { createPairs } from './pairs/pairs.ts';
import { createPhotos } from './photos/create-photos.ts';
import {
  type AnswerDecision,
  answerThresholds,
  decideAnswer,
  quotePassage,
  type SearchResult,
  searchPassages,
} from './retrieval/index.ts';
import type { PassageText, StoredPhoto } from './store.ts';
import { readMemoryUse } from './within-memory.ts';

export { isPriceWord, splitUnits, statesFigure, statesPrice, wantsPrice } from './retrieval/index.ts';
export { otherLayout } from './retrieval/words/keyboard-layout.ts';
export { isOrdinaryWord } from './retrieval/words/ordinary-words.ts';
export { relatedStems } from './retrieval/words/related-stems.ts';
export { stemWord } from './retrieval/words/stem-word.ts';
export { stemImportance } from './retrieval/words/weak-words.ts';

export type { PictureAnswer, PictureFault, PictureReader } from './sources/pictures/picture-reader.ts';
export type { StoredPhoto } from './store.ts';

/** A piece of knowledge found for a question; `title` is the pair's question or the name of the file or page. */
export type FoundPassage = {
  id: string;
  kind: 'qa' | 'file' | 'page';
  title: string;
  text: string;
  score: number;
  /** Of a file or page: its name, and the nearest heading above the passage. */
  sourceName?: string;
  heading?: string;
  /** Other ways to ask the question of a pair. */
  phrasings?: string[];
  /** Pictures of a pair that go out behind its answer. */
  photos?: StoredPhoto[];
  /** Nearest of all by its vectors, where these are used: it may have no word of the question. */
  isNearest?: boolean;
  /** Of a file or page that answers, and of those as near as it: the words that do. */
  quote?: string;
};

/** What a base has to say to a question, and what our own ranking would do with it. `confidence` is calibrated, 0..1; `isEmpty`: the base holds nothing. */
export type Retrieval = { passages: FoundPassage[]; confidence: number; decision: AnswerDecision; isEmpty: boolean };

const besides = ({ phrasings, photos, sourceName, heading }: PassageText) => ({
  ...(phrasings !== '' && { phrasings: linesOf(phrasings) }),
  ...(photos.length > 0 && { photos }),
  ...(sourceName !== null && { sourceName }),
  ...(heading !== null && { heading }),
});

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

  const pairs = createPairs(deps, changed);
  return {
    bases: createBases(deps, changed),
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

type Asked = { accountId: string; knowledgeBaseId: string; query: string; limit: number; boldness?: Boldness };

async function retrieveFrom(
  base: OpenBase,
  { query, limit, boldness }: Asked,
  deps: KnowledgeDeps,
): Promise<Retrieval> {
  const near = await base.near(query);
  const { index } = base;
  const model = deps.retrievalModel;
  const result = searchPassages(index, query, { limit, boldness: boldness ?? base.boldness, model, near });
  const texts = await base.texts(result.hits.map((hit) => hit.id));
  const decision = decideDistinct(result, texts);
  const quotedFrom =
    decision.kind === 'answer' ? (result.hits[0]?.score ?? 0) - answerThresholds.closeMargin : Infinity;
  const passages = result.hits.flatMap(({ id, score, isNearest }): FoundPassage[] => {
    const text = texts.get(id);
    if (!text) return [];
    const { kind, question: title, body } = text;
    const passage = { id, kind, title, text: body, score, ...besides(text), ...(isNearest && { isNearest }) };
    return [
      kind !== 'qa' && score >= quotedFrom
        ? { ...passage, quote: quotePassage(index.state, { query, text: body, heading: text.heading }) }
        : passage,
    ];
  });
  return { passages, confidence: result.confidence, decision, isEmpty: index.size === 0 };
}

/**
 * A customer is asked which of two questions he means only where he can tell them apart: of pieces of files the headings are
 * not for him, and two pairs may have one question. There the first one answers, or none.
 */
function decideDistinct(result: SearchResult, texts: ReadonlyMap<string, PassageText>): AnswerDecision {
  const decision = decideAnswer(result);
  if (decision.kind !== 'clarify') return decision;
  const offered = decision.ids.flatMap((id) => texts.get(id) ?? []);
  const questions = new Set(offered.map(({ question }) => foldQuestion(question)));
  const isDistinct = offered.every(({ kind }) => kind === 'qa') && questions.size === decision.ids.length;
  return isDistinct ? decision : decideAnswer({ ...result, hits: result.hits.slice(0, 1) });
}
