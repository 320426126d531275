import type { ChannelSettings, DebugRecord, Locale } from '@otvet/contract';
import type { Log } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/ids.ts';
import type { ClaimedTurn, TurnDecision } from '../dialogs/index.ts';
import type { Knowledge, Retrieval } from '../knowledge/index.ts';
import { answerChoice, isChoicePending, isPressed, keepOffer } from './answer-choice.ts';
import { answerSeveral } from './answer-several.ts';
import { cannotReadText, findUnread } from './cannot-read.ts';
import { findKnowledge, type Retrieve } from './context/find-knowledge.ts';
import { listKeywords } from './context/list-keywords.ts';
import { maskCards } from './context/mask-cards.ts';
import { readTurn } from './context/read-turn.ts';
import { rememberSearches } from './context/remember-searches.ts';
import {
  answer,
  clarify,
  type DraftDecision,
  handOver,
  photosOf,
  searchedAdvert,
  silent,
  type TurnScene,
  toSource,
} from './decision.ts';
import { extract, whyNotGiven } from './extract.ts';
import { type Circuits, createCircuits } from './model/circuit.ts';
import type { ModelPort } from './model/port.ts';
import type { TryModelsResult } from './model/try-models.ts';
import { offerQuestions } from './offer-questions.ts';
import { admitRobot, replyToOpening, replyToSmallTalk } from './reply-small-talk.ts';
import { asksWhetherRobot } from './talk/asks-whether-robot.ts';
import { chooseLocale } from './talk/detect-language.ts';
import { wantsPerson } from './talk/wants-person.ts';
import { writeAnswer } from './write-answer.ts';
import type { JudgedAnswer } from './writing/judge-answer.ts';

export { createModelPort } from './model/create-model-port.ts';

export type TurnDeciderDeps = {
  knowledge: Pick<Knowledge, 'retrieve'>;
  model: ModelPort | undefined;
  clock: Clock;
  random: Random;
  log: Pick<Log, 'info' | 'warn'>;
  /** All tries of the model for one turn together. */
  modelTotalMs?: number;
};

export type TurnInput = {
  turn: ClaimedTurn;
  settings: ChannelSettings;
  accountId: string;
  accountLocale: Locale;
  signal: AbortSignal;
  showsGreeting?: boolean;
  onTyping?: () => void;
};

const DEFAULT_MODEL_TOTAL_MS = 60_000;
const MAX_RECORD_CHARACTERS = 8000;
const nothing: Retrieval = { passages: [], confidence: 0, decision: { kind: 'refuse' }, isEmpty: true };

type Written = Pick<TryModelsResult<JudgedAnswer>, 'usage' | 'modelId' | 'record'>;
type Trace = { query: string; steps: string[]; written: Written | undefined; open: string[] };
type Context = TurnDeciderDeps & { circuits: Circuits };

/** Makes the function between "a turn is claimed" and "a typed decision". It throws when the caller gives up or the base cannot be read, never because of the model. */
export function createTurnDecider(deps: TurnDeciderDeps): (input: TurnInput) => Promise<TurnDecision> {
  const context = { ...deps, circuits: createCircuits(deps) };
  return async (input) => {
    const scene = setScene(deps, input);
    const trace: Trace = { query: scene.reading.text, steps: [], written: undefined, open: [] };
    const decided =
      decideWithoutKnowledge(deps, scene, trace) ?? (await decideWithKnowledge(context, { input, scene, trace }));
    const draft = keepOffer(decided, scene.reading);
    const tookMs = Math.max(0, deps.clock.now().getTime() - scene.now.getTime());
    return { ...draft, tookMs, debug: draft.text === '' ? null : writeRecord(trace, tookMs) };
  };
}

function setScene(
  deps: TurnDeciderDeps,
  { turn, settings, accountId, accountLocale, showsGreeting = false }: TurnInput,
): TurnScene {
  const reading = readTurn(turn);
  const { aiLang } = settings;
  const hints = { aiLang, platformLanguage: turn.language, earlier: reading.earlier, accountLocale };
  const locale = chooseLocale(reading.text, hints);
  return { turn, settings, accountId, reading, locale, showsGreeting, now: deps.clock.now() };
}

function decideWithoutKnowledge(deps: TurnDeciderDeps, scene: TurnScene, trace: Trace): DraftDecision | undefined {
  const { text } = scene.reading;
  const unread = findUnread(scene.reading);
  if (unread !== undefined) {
    trace.steps.push(`cannot read: ${unread}`);
    return handOver(scene, { reason: 'cannot_read', text: cannotReadText(scene.locale, unread) });
  }
  if (text === '') return replyToOpening(scene) ?? silent('no_content');
  if (isPressed(scene.reading)) return undefined;
  if (asksWhetherRobot(text)) {
    trace.steps.push('customer asks whether a robot answers');
    return admitRobot(scene);
  }
  if (wantsPerson(text)) {
    trace.steps.push('customer asks for a person');
    return handOver(scene, { reason: 'customer_asked' });
  }
  const reply = isChoicePending(scene.reading)
    ? undefined
    : replyToSmallTalk(scene, { hasModel: modelFor(deps, scene) !== undefined });
  if (reply !== undefined) trace.steps.push('small talk');
  return reply;
}

/** The model, unless its answers are used up: then the base answers as it stands. */
const modelFor = ({ model }: TurnDeciderDeps, { turn }: TurnScene): ModelPort | undefined =>
  turn.allowance === 'ok' ? model : undefined;

async function decideWithKnowledge(
  context: Context,
  { input, scene, trace }: { input: TurnInput; scene: TurnScene; trace: Trace },
): Promise<DraftDecision> {
  const retrieve = rememberSearches(context.knowledge.retrieve);
  const model = modelFor(context, scene);
  const { allowance } = scene.turn;
  const isModelSpent = context.model !== undefined && allowance !== 'ok';
  const choice = await answerChoice(scene, retrieve);
  if (choice !== undefined) {
    trace.steps.push('choice of an offered question');
    return choice;
  }
  const late = isChoicePending(scene.reading) ? replyToSmallTalk(scene, { hasModel: model !== undefined }) : undefined;
  if (late !== undefined) {
    trace.steps.push('small talk');
    return late;
  }
  const { knowledgeBaseId } = scene.settings;
  if (isModelSpent) trace.steps.push(`no model: ${allowance}`);
  if (knowledgeBaseId === null && model === undefined) {
    trace.steps.push('no knowledge base');
    return handOver(scene, { reason: isModelSpent ? allowance : 'no_knowledge' });
  }
  if (knowledgeBaseId !== null && model === undefined) {
    const several = await answerEach(scene, trace, { retrieve, knowledgeBaseId });
    if (several !== undefined) return several;
  }
  let retrieval = nothing;
  if (knowledgeBaseId !== null) {
    const place = { accountId: scene.accountId, knowledgeBaseId, reading: scene.reading, about: searchedAdvert(scene) };
    const found = await findKnowledge(retrieve, place);
    retrieval = found.retrieval;
    trace.query = found.query;
    const { kind } = retrieval.decision;
    trace.steps.push(
      `${found.isFollowUp ? 'retrieval with the question before' : 'retrieval'}: ${kind}, confidence ${retrieval.confidence.toFixed(2)}`,
    );
  }
  if (model !== undefined)
    return await decideWithModel(context, { input, scene, trace, retrieval, retrieve, port: model });
  const draft = extract(scene, {
    question: trace.query,
    retrieval,
    knowledgeBaseId: knowledgeBaseId ?? '',
    refusal: retrieval.isEmpty ? 'no_knowledge' : 'not_known',
  });
  const about = scene.turn.context?.title;
  const doubt = draft.kind === 'answer' ? undefined : whyNotGiven({ question: trace.query, retrieval, about });
  if (doubt !== undefined) trace.steps.push(`the question ${doubt}`);
  trace.steps.push(`extractive: ${draft.kind}`);
  return draft;
}

/** A message that asks several things, out of the base alone; undefined where it does not, or nothing is sure. */
async function answerEach(
  scene: TurnScene,
  trace: Trace,
  base: Parameters<typeof answerSeveral>[1],
): Promise<DraftDecision | undefined> {
  const several = await answerSeveral(scene, base);
  if (several === undefined) return undefined;
  trace.open = several.open;
  trace.steps.push(...several.steps, `extractive: ${several.draft.kind}`);
  return several.draft;
}

type Found = {
  input: TurnInput;
  scene: TurnScene;
  trace: Trace;
  retrieval: Retrieval;
  retrieve: Retrieve;
  port: ModelPort;
};

async function decideWithModel(context: Context, found: Found): Promise<DraftDecision> {
  const { input, scene, trace, retrieval, retrieve, port } = found;
  const { reading, settings } = scene;
  const knowledgeBaseId = settings.knowledgeBaseId ?? '';
  const notKnown = retrieval.isEmpty ? 'no_knowledge' : 'not_known';
  const result = await writeAnswer(
    {
      port,
      circuits: context.circuits,
      clock: context.clock,
      random: context.random,
      totalMs: context.modelTotalMs ?? DEFAULT_MODEL_TOTAL_MS,
    },
    { settings, reading, context: scene.turn.context, retrieval, signal: input.signal, onTyping: input.onTyping },
  );
  trace.steps.push(...result.steps);
  trace.written = result;
  if (result.outcome.kind === 'accepted') {
    const { kind, text, used } = result.outcome.value;
    const confidence = settings.knowledgeBaseId === null ? null : retrieval.confidence;
    const sources = used.map((passage) => toSource(passage, knowledgeBaseId));
    const stands = { sources, confidence, isWrittenByModel: true };
    if (kind === 'answer') return answer(text, { ...stands, ...photosOf(used) });
    if (kind === 'clarify') return clarify(text, stands);
    const offer =
      kind === 'hand-over' ? offerQuestions(scene, { retrieval, knowledgeBaseId, question: trace.query }) : undefined;
    if (offer !== undefined) trace.steps.push('questions of the base are offered');
    const reason = kind === 'call-person' ? 'customer_asked' : notKnown;
    return offer ?? handOver(scene, { reason, text: settings.handOverText.trim() || text, confidence });
  }
  const hasFailed = result.outcome.kind === 'failed';
  if (hasFailed) context.log.warn({ dialogId: scene.turn.dialogId, steps: result.steps }, 'the model gave no answer');
  const several =
    hasFailed && knowledgeBaseId !== '' && (await answerEach(scene, trace, { retrieve, knowledgeBaseId }));
  if (several) return several;
  const refusal = hasFailed ? 'model_failed' : notKnown;
  const draft = extract(scene, { question: trace.query, retrieval, knowledgeBaseId, refusal });
  trace.steps.push(`extractive: ${draft.kind}`);
  return draft;
}

function writeRecord({ query: asked, steps, written, open }: Trace, tookMs: number): DebugRecord {
  const query = maskCards(asked);
  const { promptTokens, completionTokens, isEstimated } = written?.usage ?? {
    promptTokens: 0,
    completionTokens: 0,
    isEstimated: false,
  };
  const isExtractive = steps.at(-1)?.startsWith('extractive') === true;
  const content = isExtractive || written === undefined ? query : written.record;
  return {
    role: 'assistant',
    content: content.slice(0, MAX_RECORD_CHARACTERS).toWellFormed(),
    keywords: listKeywords(query),
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    isEstimated,
    model: isExtractive || !written?.modelId ? 'extractive' : written.modelId,
    steps: steps.map(maskCards),
    ...(open.length > 0 ? { openQuestions: open.map(maskCards) } : {}),
    tookMs,
  };
}
