import { createEventFeed, waitFor } from '../http/event-feed.ts';
import { type Exchange, sendJson, serve } from '../http/serve.ts';
import { handleModelControl } from './control-routes.ts';
import { type Answerer, type AnswerRules, answerRulesSchema, type Viewer } from './decide-answer.ts';
import { createModelFaults, type ModelFaultScripts } from './faults.ts';
import { handleModelApi } from './handle-model-api.ts';
import { createModelLedger, type ModelCall, type ModelLedger } from './ledger.ts';
import type { Listener } from './transcriptions.ts';
import type { EmbeddingWorld, ModelWorld } from './world.ts';

export type ModelSimulatorOptions = {
  port?: number | undefined;
  host?: string | undefined;
  /** What the model says; without it, it quotes the passage of the prompt that fits the question best. */
  answer?: Answerer | undefined;
  /** Keys that are let in; without it any. */
  keys?: string[] | undefined;
  /** Models that exist; without it any name does. */
  models?: string[] | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
};

/** A running stand-in of an OpenAI-compatible model. */
export type ModelSimulator = {
  /** Without `/v1`; a client's base URL is `baseUrl`. */
  url: string;
  baseUrl: string;
  port: number;
  ledger: ModelLedger;
  faults: ModelFaultScripts;
  /** Changes what the model says; a rule wins over it. */
  setAnswer(answer: Answerer | undefined): void;
  setRules(rules: Partial<AnswerRules>): void;
  /** Changes what the recordings say; a sample question without it. */
  setHearing(hear: Listener | undefined): void;
  /** Changes what pictures show; a sample price list without it. */
  setViewing(look: Viewer | undefined): void;
  /** Models that refuse pictures from now on. */
  setBlind(models: readonly string[]): void;
  /** Changes what `/embeddings` gives: vectors of some meaning, 2,048 texts a call, without it. */
  setEmbedding(embedding: Partial<EmbeddingWorld>): void;
  waitForCall(predicate: (call: ModelCall) => boolean, timeoutMs?: number): Promise<ModelCall>;
  close(): Promise<void>;
};

const DEFAULT_WAIT_MS = 120_000;
const MAX_EMBEDDED = 2048;

/** Starts a stand-in of an OpenAI-compatible model; the controls are at `/_sim/`. */
export async function startModelSimulator(options: ModelSimulatorOptions = {}): Promise<ModelSimulator> {
  const stop = new AbortController();
  const world: ModelWorld = {
    answer: options.answer,
    rules: answerRulesSchema.parse({}),
    hear: undefined,
    look: undefined,
    blindModels: new Set(),
    embedding: { mode: 'meaning', maxTexts: MAX_EMBEDDED },
    keys: options.keys === undefined ? undefined : new Set(options.keys),
    models: options.models,
    now: options.clock ?? Date.now,
    signal: stop.signal,
    ledger: createModelLedger(),
    faults: createModelFaults(),
    events: createEventFeed(),
  };
  const server = await serve({ port: options.port, host: options.host, handle: (exchange) => route(world, exchange) });
  return {
    url: server.url,
    baseUrl: `${server.url}/v1`,
    port: server.port,
    ledger: world.ledger,
    faults: world.faults,
    setAnswer: (answer) => {
      world.answer = answer;
    },
    setRules: (rules) => {
      world.rules = answerRulesSchema.parse(rules);
    },
    setHearing: (hear) => {
      world.hear = hear;
    },
    setViewing: (look) => {
      world.look = look;
    },
    setBlind: (models) => {
      world.blindModels = new Set(models);
    },
    setEmbedding: (embedding) => {
      Object.assign(world.embedding, embedding);
    },
    waitForCall: (predicate, timeoutMs = DEFAULT_WAIT_MS) =>
      waitFor({
        feed: world.events,
        find: () => world.ledger.calls.find(predicate),
        timeoutMs,
        what: 'a model request',
      }),
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

async function route(world: ModelWorld, exchange: Exchange): Promise<void> {
  const { pathname } = exchange.url;
  if (pathname.startsWith('/_sim/')) return handleModelControl(world, exchange);
  if (pathname.startsWith('/v1/')) return handleModelApi(world, exchange);
  sendJson(exchange.response, {
    status: 404,
    body: { error: { message: 'Not found.', type: 'invalid_request_error' } },
  });
}
