import type { EventFeed } from '../http/event-feed.ts';
import type { Answerer, AnswerRules, Viewer } from './decide-answer.ts';
import type { EmbeddingMode } from './embeddings.ts';
import type { ModelFaultScripts } from './faults.ts';
import type { ModelCall, ModelLedger } from './ledger.ts';
import type { Listener } from './transcriptions.ts';

/** What `/embeddings` gives, and how many texts it takes in one call. */
export type EmbeddingWorld = { mode: EmbeddingMode; maxTexts: number };

/** What the parts of a model simulator share. */
export type ModelWorld = {
  answer: Answerer | undefined;
  rules: AnswerRules;
  /** What the recordings say. */
  hear: Listener | undefined;
  /** What the pictures show. */
  look: Viewer | undefined;
  /** Models that take no pictures. */
  blindModels: Set<string>;
  embedding: EmbeddingWorld;
  keys: Set<string> | undefined;
  models: string[] | undefined;
  now: () => number;
  signal: AbortSignal;
  ledger: ModelLedger;
  faults: ModelFaultScripts;
  events: EventFeed<ModelCall>;
};
