import type { Config } from '../../../platform/config/config.ts';
import { type VendorAnswer, VendorError, type VendorFetch } from '../../../platform/outbound/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { classifyFailure, ModelRefusal, UnusableAnswerError } from './classify-failure.ts';
import { judgePictureRefusal } from './judge-picture-refusal.ts';
import { estimateTokens, type ModelFailure, type ModelReply, type ModelRequest, type ModelUsage } from './port.ts';
import { learnQuirk, noQuirks, type Quirks } from './quirks.ts';
import { createAnthropicMessages } from './wire/anthropic-messages.ts';
import { createChatCompletions } from './wire/chat-completions.ts';
import { readStream } from './wire/read-stream.ts';
import { type Heard, type ModelWire, nothingHeard } from './wire/wire.ts';

type Deps = { fetch: VendorFetch; clock: Clock; idleMs: number; maxBytes: number };
type ModelConfig = NonNullable<Config['model']>;

const MAX_MS = 70_000;
const ANTHROPIC_URL = 'https://api.anthropic.com/v1';

/** A chain of refusals as long as there are quirks to learn. */
const MAX_LESSONS = 4;

/** Beyond this an answer ignores its token limit. */
const MAX_CHARACTERS_PER_TOKEN = 12;

/**
 * The configured server behind the port. The model streams, so that its silence ends the call, but the events are read when
 * all have come: half an answer is of no use.
 */
export function createModelClient(config: ModelConfig, deps: Deps) {
  const wire = openWire(config);
  const url = addressOf(config, wire);
  const quirksOf = new Map<string, Quirks>();

  /** What came of a good answer before it broke off is heard too: it has its price. */
  async function call(request: ModelRequest, { heard, quirks }: { heard: Heard; quirks: Quirks }): Promise<void> {
    const answer = deps.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...wire.headers },
      body: JSON.stringify(wire.body(request, quirks)),
      deadlineMs: request.patience?.totalMs ?? MAX_MS,
      idleMs: request.patience?.idleMs ?? deps.idleMs,
      maxBytes: deps.maxBytes,
      signal: request.signal,
    });
    const whole = await answer.catch((error: unknown) => {
      if (error instanceof VendorError && error.heard?.status === 200)
        hearQuietly(wire, { answer: error.heard, heard });
      throw error;
    });
    if (whole.status < 200 || whole.status >= 300) throw new ModelRefusal(whole);
    hear(wire, { answer: whole, heard });
  }

  async function ask(request: ModelRequest, quirks: Quirks): Promise<ModelReply | { error: unknown; heard: Heard }> {
    const heard = nothingHeard();
    try {
      await call(request, { heard, quirks });
      return judgeHeard();
    } catch (error) {
      // The answer was whole before its connection broke: it is not paid for twice.
      if (error instanceof VendorError && heard.ending !== null && !request.signal.aborted) return judgeHeard();
      return { error, heard };
    }

    function judgeHeard() {
      try {
        return judge(request, heard);
      } catch (error) {
        return { error, heard };
      }
    }
  }

  return async (request: ModelRequest): Promise<ModelReply | ModelFailure> => {
    for (let lesson = 0; ; lesson += 1) {
      const known = quirksOf.get(request.model) ?? noQuirks;
      const answer = await ask(request, known);
      if (!('error' in answer)) return answer;
      const learned = lesson < MAX_LESSONS ? learnQuirk(answer.error, known) : undefined;
      if (learned === undefined) return toFailure(request, { ...answer, now: deps.clock.now() });
      quirksOf.set(request.model, learned);
    }
  };
}

const openWire = ({ provider, apiKey }: ModelConfig): ModelWire =>
  provider === 'anthropic' ? createAnthropicMessages(apiKey) : createChatCompletions(apiKey);

function addressOf({ provider, baseUrl }: ModelConfig, { path }: ModelWire): string {
  const base = baseUrl ?? (provider === 'anthropic' ? ANTHROPIC_URL : '');
  return `${base.replace(/\/$/, '')}${path}`;
}

type Coming = { answer: VendorAnswer; heard: Heard };

function hear(wire: ModelWire, { answer, heard }: Coming): void {
  for (const event of readStream(answer.body.toString('utf8'))) wire.hear(event, heard);
}

function hearQuietly(wire: ModelWire, coming: Coming): void {
  try {
    hear(wire, coming);
  } catch {
    // Why the answer is not whole is told by what broke it off.
  }
}

function judge(request: ModelRequest, heard: Heard): ModelReply {
  const { text, ending, modelId } = heard;
  if (text.length > request.maxOutputTokens * MAX_CHARACTERS_PER_TOKEN)
    throw new UnusableAnswerError('garbage', 'length');
  // A stream that simply stops has no ending: what came is a half answer.
  if (ending === null) throw new UnusableAnswerError('retryable', 'cut');
  if (ending === 'filtered') throw new UnusableAnswerError('refused', 'filtered');
  if (ending === 'limit') throw new UnusableAnswerError('garbage', 'length');
  if (ending === 'failed') throw new UnusableAnswerError('retryable', 'error');
  if (text.trim() === '') throw new UnusableAnswerError('refused', 'empty');
  return { kind: 'written', text, usage: readUsage(request, heard), modelId: modelId ?? request.model };
}

function toFailure(
  request: ModelRequest,
  { error, heard, now }: { error: unknown; heard: Heard; now: Date },
): ModelFailure {
  const isCounted = heard.promptTokens !== null && heard.completionTokens !== null;
  const usage =
    heard.isStarted || isCounted
      ? readUsage(request, heard)
      : { promptTokens: 0, completionTokens: 0, isEstimated: false };
  if (request.signal.aborted)
    return { kind: 'failed', failure: 'aborted', detail: 'aborted', retryAfterMs: null, usage };
  const picture = hasPictures(request) ? judgePictureRefusal(error) : undefined;
  return { kind: 'failed', ...classifyFailure(error, now), ...(picture && { failure: picture }), usage };
}

const hasPictures = ({ messages }: ModelRequest) => messages.some(({ pictures = [] }) => pictures.length > 0);

/** What the dearest of the known servers counts for a large one. */
const TOKENS_OF_A_PICTURE = 1600;

function estimateUsage(request: ModelRequest, text: string): ModelUsage {
  const prompt = [request.system, ...request.messages.map(({ content }) => content)].join('\n');
  const shown = request.messages.reduce((count, { pictures = [] }) => count + pictures.length, 0);
  const promptTokens = estimateTokens(prompt) + shown * TOKENS_OF_A_PICTURE;
  return { promptTokens, completionTokens: estimateTokens(text), isEstimated: true };
}

function readUsage(request: ModelRequest, { promptTokens, completionTokens, text }: Heard): ModelUsage {
  if (promptTokens === null || completionTokens === null) return estimateUsage(request, text);
  return { promptTokens, completionTokens, isEstimated: false };
}
