import { type Boldness, foldQuestion, limits } from '@otvet/contract';
import type { BaseId } from './base-copy.ts';
import type { OpenBase } from './base-index.ts';
import type { KnowledgeDeps } from './deps.ts';
import { withhold } from './findings/withhold.ts';
import { linesOf } from './lines-of.ts';
import {
  type AnswerDecision,
  answerThresholds,
  decideAnswer,
  quotePassage,
  type SearchResult,
  searchPassages,
  splitWords,
} from './retrieval/index.ts';
import type { PassageText, StoredPhoto } from './store.ts';

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

/**
 * What a base has to say to a question, and what our own ranking would do with it. `confidence` is calibrated, 0..1; `isEmpty`: the
 * base holds nothing; `isStated`: taken for what its words say, of which the confidence of a search by other words tells nothing;
 * `isRepeated`: it answers a pair that is asked just that, word for word, as no other is.
 */
export type Retrieval = {
  passages: FoundPassage[];
  confidence: number;
  decision: AnswerDecision;
  isEmpty: boolean;
  isStated?: boolean;
  isRepeated?: boolean;
};

export type QuestionAsked = { query: string; limit: number; boldness?: Boldness };

const besides = ({ phrasings, photos, sourceName, heading }: PassageText) => ({
  ...(phrasings !== '' && { phrasings: linesOf(phrasings) }),
  ...(photos.length > 0 && { photos }),
  ...(sourceName !== null && { sourceName }),
  ...(heading !== null && { heading }),
});

/** What the copy of a base in memory has to say to a question, without what no customer is told. */
export async function retrieveFrom(
  base: Pick<OpenBase, 'index' | 'boldness' | 'texts' | 'near'>,
  { accountId, knowledgeBaseId, query, limit, boldness }: BaseId & QuestionAsked,
  deps: Pick<KnowledgeDeps, 'pool' | 'clock' | 'retrievalModel'>,
): Promise<Retrieval> {
  const near = await base.near(query);
  const { index } = base;
  const model = deps.retrievalModel;
  const result = searchPassages(index, query, { limit, boldness: boldness ?? base.boldness, model, near });
  const found = await base.texts(result.hits.map((hit) => hit.id));
  const texts = await withhold(deps.pool, found, { accountId, knowledgeBaseId, now: deps.clock.now() });
  const repeated = findRepeated(query, texts);
  const decided: AnswerDecision =
    repeated === undefined ? decideDistinct(result, texts) : { kind: 'answer', id: repeated };
  const isWithheld = decided.kind === 'answer' && found.has(decided.id) && !texts.has(decided.id);
  const decision: AnswerDecision = isWithheld ? { kind: 'refuse' } : decided;
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
  const isRepeated = repeated !== undefined;
  return {
    passages,
    confidence: result.confidence,
    decision,
    isEmpty: index.size === 0,
    ...(isRepeated && { isRepeated }),
  };
}

/** The one pair that is asked just that, in its question or in another way to ask it: its owner said what is meant. */
function findRepeated(query: string, texts: ReadonlyMap<string, PassageText>): string | undefined {
  const asked = wordsOf(query);
  if (asked === '') return undefined;
  const isAsked = (way: string) => Math.abs(way.length - query.length) <= MAX_SIGNS && wordsOf(way) === asked;
  const repeated = [...texts].filter(
    ([, { kind, question, phrasings }]) => kind === 'qa' && [question, ...linesOf(phrasings)].some(isAsked),
  );
  return repeated.length === 1 ? repeated[0]?.[0] : undefined;
}

/** As much as two ways to write one question differ by signs and spaces; what is longer is not looked at. */
const MAX_SIGNS = 12;
const EVERY_WORD = { characters: limits.questionText, words: limits.questionText };
const wordsOf = (text: string): string => splitWords(text, EVERY_WORD).join(' ');

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
