import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type LanguageModel, streamText } from 'ai';
import type { Config } from '../../../platform/config/config.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { classifyFailure } from './classify-failure.ts';
import { estimateTokens, type ModelFailure, type ModelReply, type ModelRequest, type ModelUsage } from './port.ts';
import { adaptBody, learnQuirk, noQuirks, type Quirks } from './quirks.ts';

type Deps = { fetch: typeof fetch; clock: Clock; idleMs: number; maxBytes: number };
type ModelConfig = NonNullable<Config['model']>;

/** A chain of refusals as long as there are quirks to learn. */
const mostLessons = 4;

/** Beyond this an answer ignores its token limit. */
const mostCharactersPerToken = 12;

/** The AI SDK behind the port: streams, so that silence is noticed, and gives the text only when it is whole. */
export function createSdkModel(config: ModelConfig, deps: Deps) {
  const boundFetch = createBoundedFetch(deps);
  const quirksOf = new Map<string, Quirks>();

  function openModel(request: ModelRequest, onBound: (error: Error) => void): LanguageModel {
    const guarded = boundFetch(onBound);
    const baseURL = config.baseUrl;
    const apiKey = config.apiKey;
    if (config.provider === 'anthropic') {
      const provider = createAnthropic({
        fetch: guarded,
        ...(baseURL === undefined ? {} : { baseURL }),
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      return provider(request.model);
    }
    const provider = createOpenAICompatible({
      name: 'model',
      baseURL: baseURL ?? '',
      fetch: guarded,
      includeUsage: true,
      transformRequestBody: (body) =>
        adaptBody(body, { quirks: quirksOf.get(request.model) ?? noQuirks, format: request.format }),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    return provider(request.model);
  }

  async function ask(request: ModelRequest): Promise<ModelReply | { error: unknown; heard: Heard }> {
    const heard: Heard = { text: '', isStarted: false };
    let bound: Error | undefined;
    const model = openModel(request, (error) => {
      bound = error;
    });
    const omitsTemperature = quirksOf.get(request.model)?.omitsTemperature === true;
    const stop = new AbortController();
    const signal = AbortSignal.any([request.signal, stop.signal]);
    try {
      return await readAnswer({ ...request, signal }, { model, heard, omitsTemperature });
    } catch (error) {
      return { error: bound ?? error, heard };
    } finally {
      // An answer that is given up half way must not go on at the server's cost.
      stop.abort();
    }
  }

  return async (request: ModelRequest): Promise<ModelReply | ModelFailure> => {
    for (let lesson = 0; ; lesson += 1) {
      const answer = await ask(request);
      if (!('error' in answer)) return answer;
      const known = quirksOf.get(request.model) ?? noQuirks;
      const learned = lesson < mostLessons ? learnQuirk(answer.error, known) : undefined;
      if (learned === undefined) return toFailure(request, { ...answer, now: deps.clock.now() });
      quirksOf.set(request.model, learned);
    }
  };
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
  { model, heard, omitsTemperature }: { model: LanguageModel; heard: Heard; omitsTemperature: boolean },
): Promise<ModelReply> {
  const result = streamText({
    model,
    system: request.system,
    messages: request.messages,
    maxOutputTokens: request.maxOutputTokens,
    maxRetries: 0,
    abortSignal: request.signal,
    // The stream's own `error` parts are read below; the default handler prints to the console.
    onError: () => undefined,
    ...(omitsTemperature ? {} : { temperature: request.temperature }),
  });
  let ending: { reason: string; raw: string | undefined; usage: ModelUsage; modelId: string } | undefined;
  for await (const part of result.fullStream) {
    switch (part.type) {
      case 'text-delta':
        heard.isStarted = true;
        heard.text += part.text;
        if (heard.text.length > request.maxOutputTokens * mostCharactersPerToken) {
          throw new UnusableAnswerError('garbage', 'length');
        }
        break;
      case 'error':
        throw part.error;
      case 'abort':
        throw request.signal.reason ?? new Error('aborted');
      case 'finish-step':
        heard.isStarted = true;
        ending = {
          reason: part.finishReason,
          raw: part.rawFinishReason,
          usage: readUsage(request, { usage: part.usage, text: heard.text }),
          modelId: part.response.modelId || request.model,
        };
        break;
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
