import { type Boldness, foldQuestion } from '@otvet/contract';
import { createSignal } from '../../platform/signal/signal.ts';
import { linesOf } from './base-copy.ts';
import { createBaseIndexes } from './base-index.ts';
import { createBases } from './bases.ts';
import { createBoldness } from './boldness.ts';
import type { KnowledgeDeps } from './deps.ts';
import { createPairs } from './pairs.ts';
import { createPhotos } from './photos/create-photos.ts';
import {
  type AnswerDecision,
  decideAnswer,
  quotePassage,
  type SearchResult,
  searchPassages,
} from './retrieval/index.ts';
import type { PassageText, StoredPhoto } from './store.ts';
import { readMemoryUse } from './within-memory.ts';

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
  /** Other ways to ask the question of a pair. */
  phrasings?: string[];
  /** Pictures of a pair that go out behind its answer. */
  photos?: StoredPhoto[];
  /** Of a file or page that answers: the words of it that do. */
  quote?: string;
};

/** What a base has to say to a question, and what our own ranking would do with it. `confidence` is calibrated, 0..1; `isEmpty`: the base holds nothing. */
export type Retrieval = { passages: FoundPassage[]; confidence: number; decision: AnswerDecision; isEmpty: boolean };

const besides = ({ phrasings, photos }: { phrasings: string; photos: StoredPhoto[] }) => ({
  ...(phrasings !== '' && { phrasings: linesOf(phrasings) }),
  ...(photos.length > 0 && { photos }),
});

const nothing: Retrieval = { passages: [], confidence: 0, decision: { kind: 'refuse' }, isEmpty: true };

/** The door of the knowledge domain. One retrieval serves live chat, test chat and the bench. */
export function createKnowledge(deps: KnowledgeDeps) {
  const changes = createSignal<{ accountId: string; id: string }>();
  const indexes = createBaseIndexes({
    ...deps,
    unsearchedChanged: ({ accountId, knowledgeBaseId }) => changes.emit({ accountId, id: knowledgeBaseId }),
  });

  function changed(accountId: string, knowledgeBaseId: string): void {
    indexes.touch({ accountId, knowledgeBaseId });
    changes.emit({ accountId, id: knowledgeBaseId });
  }

  const pairs = createPairs(deps, changed);
  return {
    bases: createBases(deps, changed),
    pairs,
    photos: createPhotos(deps, pairs),
    /** Memory that the knowledge of an account takes, and may take, in bytes. */
    memory: (accountId: string) => readMemoryUse(deps, accountId),
    /** Searches a base for what answers a question, and decides whether it does. */
    async retrieve(input: {
      accountId: string;
      knowledgeBaseId: string;
      query: string;
      limit: number;
      boldness?: Boldness;
    }): Promise<Retrieval> {
      const base = await indexes.open(input);
      if (!base) return nothing;
      const result = searchPassages(base.index, input.query, {
        limit: input.limit,
        boldness: input.boldness ?? base.boldness,
        model: deps.retrievalModel,
      });
      const texts = await base.texts(result.hits.map((hit) => hit.id));
      const decision = decideDistinct(result, texts);
      const passages = result.hits.flatMap(({ id, score }): FoundPassage[] => {
        const text = texts.get(id);
        if (!text) return [];
        const passage = { id, kind: text.kind, title: text.question, text: text.body, score, ...besides(text) };
        const isQuoted = decision.kind === 'answer' && decision.id === id && text.kind !== 'qa';
        if (!isQuoted) return [passage];
        return [{ ...passage, quote: quotePassage(base.index.state, { query: input.query, text: text.body }) }];
      });
      return {
        passages,
        confidence: result.confidence,
        decision,
        isEmpty: base.index.size === 0,
      };
    },
    /** How bold a base answers, by its owner's choice, and what each choice would mean. */
    boldness: createBoldness(deps, { open: indexes.open, changed }),
    /** It was looked through: people who look at it should ask again. */
    noteChecked: ({ accountId, knowledgeBaseId }: { accountId: string; knowledgeBaseId: string }) =>
      changes.emit({ accountId, id: knowledgeBaseId }),
    onChanged: changes.on,
    /** Passages of a base are others now, by whatever way. */
    noteChanged: changed,
  };
}

export type Knowledge = ReturnType<typeof createKnowledge>;

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
