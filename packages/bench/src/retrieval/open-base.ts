import { calibrateIndex } from '../../../server/src/domains/knowledge/retrieval/calibration/calibrate-index.ts';
import { decideAnswer } from '../../../server/src/domains/knowledge/retrieval/decide-answer.ts';
import type { Passage } from '../../../server/src/domains/knowledge/retrieval/passage-index/index-state.ts';
import { createPassageIndex } from '../../../server/src/domains/knowledge/retrieval/passage-index/passage-index.ts';
import { upsertInSlices } from '../../../server/src/domains/knowledge/retrieval/passage-index/upsert-in-slices.ts';
import { quotePassage } from '../../../server/src/domains/knowledge/retrieval/quote/quote-passage.ts';
import type { RetrievalModel } from '../../../server/src/domains/knowledge/retrieval/retrieval-model.ts';
import { searchPassages } from '../../../server/src/domains/knowledge/retrieval/search-passages.ts';

type BaseAnswer = {
  ranked: Array<{ passageId: string; score: number }>;
  confidence: number;
  answered: boolean;
  /** The text the customer would get, where the product answers. */
  answerText?: string | undefined;
  /** Passages of a question back. */
  clarified: string[];
};

export type OpenBase = {
  answer(text: string): BaseAnswer | Promise<BaseAnswer>;
  close(): void | Promise<void>;
};

/** A base in memory alone, by the product's index, ranking and decision: for the fit, and for passages without an import. */
export async function openBase(passages: Passage[], model?: RetrievalModel): Promise<OpenBase> {
  const index = createPassageIndex();
  await upsertInSlices(index, passages);
  await calibrateIndex(index, { model });
  const texts = new Map(passages.map((passage) => [passage.id, passage]));
  const answerText = (query: string, id: string): string | undefined => {
    const passage = texts.get(id);
    if (passage === undefined || passage.kind === 'qa') return passage?.text;
    return quotePassage(index.state, { query, text: passage.text });
  };
  return {
    answer(text) {
      const result = searchPassages(index, text, { limit: 10, model });
      const decision = decideAnswer(result);
      return {
        ranked: result.hits.map(({ id, score }) => ({ passageId: id, score })),
        confidence: result.confidence,
        answered: decision.kind === 'answer',
        answerText: decision.kind === 'answer' ? answerText(text, decision.id) : undefined,
        clarified: decision.kind === 'clarify' ? decision.ids : [],
      };
    },
    close() {
      index.remove(texts.keys());
    },
  };
}
