import { AsyncLocalStorage } from 'node:async_hooks';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Config } from '../../../platform/config/config.ts';
import type { VendorFetch } from '../../../platform/outbound/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { classifyFailure } from './classify-failure.ts';
import { estimateTokens, type ModelFailure, type ModelReply, type ModelRequest, type ModelUsage } from './port.ts';
import { adaptBody, learnQuirk, noQuirks, type Quirks } from './quirks.ts';
import { createSdkFetch } from './sdk-fetch.ts';

type Deps = { fetch: VendorFetch; clock: Clock; idleMs: number; maxBytes: number };
type ModelConfig = NonNullable<Config['model']>;

/** A chain of refusals as long as there are quirks to learn. */
const MAX_LESSONS = 4;

/** Beyond this an answer ignores its token limit. */
const MAX_CHARACTERS_PER_TOKEN = 12;

/** What the SDK calls back for: which request it is, and where to tell why its answer is not whole. */
type Call = { request: ModelRequest; onInterrupted(error: unknown): void };
type SdkModel = ReturnType<ReturnType<typeof createOpenAICompatible>>;

/**
 * The AI SDK's providers behind the port: streams, so that silence is noticed, and gives the text only when it is whole.
 * A provider's model is made once and asked directly: making one, and the SDK's `streamText`, cost more than the request.
 */
export function createSdkModel(config: ModelConfig, deps: Deps) {
  const quirksOf = new Map<string, Quirks>();
  const calls = new AsyncLocalStorage<Call>();
  const open = openProvider(config, {
    fetch: createSdkFetch({ ...deps, onInterrupted: (error) => calls.getStore()?.onInterrupted(error) }),
    adapt(body) {
      const request = calls.getStore()?.request;
      if (request === undefined) return body;
      return adaptBody(body, { quirks: quirksOf.get(request.model) ?? noQuirks, format: request.format });
    },
  });
  const models = new Map<string, SdkModel>();

  function modelOf(name: string): SdkModel {
    const model = models.get(name) ?? open(name);
    models.set(name, model);
    return model;
  }

  async function ask(request: ModelRequest): Promise<ModelReply | { error: unknown; heard: Heard }> {
    const heard: Heard = { text: '', isStarted: false };
    let interruption: unknown;
    const onInterrupted = (error: unknown) => {
      interruption = error;
    };
    const omitsTemperature = quirksOf.get(request.model)?.omitsTemperature === true;
    try {
      const reply = await calls.run({ request, onInterrupted }, () =>
        readAnswer(request, { model: modelOf(request.model), heard, omitsTemperature }),
      );
      return interruption === undefined ? reply : { error: interruption, heard };
    } catch (error) {
      return { error: interruption ?? error, heard };
    }
  }

  return async (request: ModelRequest): Promise<ModelReply | ModelFailure> => {
    for (let lesson = 0; ; lesson += 1) {
      const answer = await ask(request);
      if (!('error' in answer)) return answer;
      const known = quirksOf.get(request.model) ?? noQuirks;
      const learned = lesson < MAX_LESSONS ? learnQuirk(answer.error, known) : undefined;
      if (learned === undefined) return toFailure(request, { ...answer, now: deps.clock.now() });
      quirksOf.set(request.model, learned);
    }
  };
}

type Hooks = { fetch: typeof fetch; adapt(body: Record<string, unknown>): Record<string, unknown> };

function openProvider(config: ModelConfig, { fetch, adapt }: Hooks): (name: string) => SdkModel {
  const { baseUrl, apiKey } = config;
  const key = apiKey === undefined ? {} : { apiKey };
  if (config.provider === 'anthropic')
    return createAnthropic({ fetch, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }), ...key });
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl ?? '',
    fetch,
    includeUsage: true,
    transformRequestBody: adapt,
    ...key,
  });
}

/** What came before a failure: its tokens are spent all the same. */
type Heard = { text: string; isStarted: boolean };

/** An answer that came but is of no use. */
class UnusableAnswerError extends Error {
  readonly failure: 'refused' | 'garbage' | 'retryable';
  readonly detail: string;

  constructor(failure: UnusableAnswerError['failure'], detail: string) {
    super(`The answer of the model is of no use: ${detail}`);
    this.name = 'UnusableAnswerError';
    this.failure = failure;
    this.detail = detail;
  }
}

async function readAnswer(
  request: ModelRequest,
  { model, heard, omitsTemperature }: { model: SdkModel; heard: Heard; omitsTemperature: boolean },
): Promise<ModelReply> {
  const { stream } = await model.doStream({
    prompt: [
      { role: 'system', content: request.system },
      ...request.messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
    ],
    maxOutputTokens: request.maxOutputTokens,
    abortSignal: request.signal,
    ...(omitsTemperature ? {} : { temperature: request.temperature }),
  });
  let modelId = request.model;
  let ending: { reason: string; raw: string | undefined; usage: ModelUsage; modelId: string } | undefined;
  for await (const part of stream) {
    switch (part.type) {
      case 'response-metadata':
        modelId = part.modelId || modelId;
        break;
      case 'text-delta':
        heard.isStarted = true;
        heard.text += part.delta;
        if (heard.text.length > request.maxOutputTokens * MAX_CHARACTERS_PER_TOKEN) {
          throw new UnusableAnswerError('garbage', 'length');
        }
        break;
      case 'error':
        throw part.error;
      case 'finish': {
        heard.isStarted = true;
        const tokens = { inputTokens: part.usage.inputTokens.total, outputTokens: part.usage.outputTokens.total };
        const usage = readUsage(request, { usage: tokens, text: heard.text });
        ending = { reason: part.finishReason.unified, raw: part.finishReason.raw, usage, modelId };
        break;
      }
      default:
    }
  }
  return judgeEnding({ text: heard.text, ending });
}

function judgeEnding({
  text,
  ending,
}: {
  text: string;
  ending: { reason: string; raw: string | undefined; usage: ModelUsage; modelId: string } | undefined;
}): ModelReply {
  // A stream that simply stops has no finish reason: what came is a half answer.
  if (ending === undefined || ending.raw === undefined) throw new UnusableAnswerError('retryable', 'cut');
  if (ending.reason === 'content-filter' || ending.raw === 'blacklist' || ending.raw === 'refusal') {
    throw new UnusableAnswerError('refused', 'filtered');
  }
  if (ending.reason === 'length') throw new UnusableAnswerError('garbage', 'length');
  if (ending.reason === 'error') throw new UnusableAnswerError('retryable', 'error');
  if (text.trim() === '') throw new UnusableAnswerError('refused', 'empty');
  return { kind: 'written', text, usage: ending.usage, modelId: ending.modelId };
}

function toFailure(
  request: ModelRequest,
  { error, heard, now }: { error: unknown; heard: Heard; now: Date },
): ModelFailure {
  const usage = heard.isStarted
    ? estimateUsage(request, heard.text)
    : { promptTokens: 0, completionTokens: 0, isEstimated: false };
  if (request.signal.aborted)
    return { kind: 'failed', failure: 'aborted', detail: 'aborted', retryAfterMs: null, usage };
  if (error instanceof UnusableAnswerError) {
    return { kind: 'failed', failure: error.failure, detail: error.detail, retryAfterMs: null, usage };
  }
  return { kind: 'failed', ...classifyFailure(error, now), usage };
}

function estimateUsage(request: ModelRequest, text: string): ModelUsage {
  const prompt = [request.system, ...request.messages.map(({ content }) => content)].join('\n');
  return { promptTokens: estimateTokens(prompt), completionTokens: estimateTokens(text), isEstimated: true };
}

function readUsage(
  request: ModelRequest,
  { usage, text }: { usage: { inputTokens: number | undefined; outputTokens: number | undefined }; text: string },
): ModelUsage {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return estimateUsage(request, text);
  if (!Number.isFinite(inputTokens) || !Number.isFinite(outputTokens)) return estimateUsage(request, text);
  return { promptTokens: inputTokens, completionTokens: outputTokens, isEstimated: false };
}
