import { z } from 'zod';
import type { ModelMessage, ModelRequest } from '../port.ts';
import { type Ending, type Heard, type ModelWire, StreamedError, UnreadableAnswerError } from './wire.ts';

const VERSION = '2023-06-01';

const tokens = z.number().nullish();
const usageSchema = z.object({
  input_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
  output_tokens: tokens,
});
const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ model: z.string(), usage: usageSchema.nullish() }),
  }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.object({ type: z.string(), text: z.string().optional() }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usageSchema.nullish(),
  }),
  z.object({ type: z.literal('error') }),
]);
/** Newer kinds of events are passed over, as its documentation asks. */
const kindSchema = z.object({ type: z.string() });
const known = new Set<string>(eventSchema.options.map(({ shape }) => shape.type.value));

/** Any other is `failed`. */
const endings: Record<string, Ending> = {
  end_turn: 'whole',
  stop_sequence: 'whole',
  max_tokens: 'limit',
  model_context_window_exceeded: 'limit',
  refusal: 'filtered',
};

/** Anthropic's messages. Source: https://docs.anthropic.com/en/api/messages-streaming */
export function createAnthropicMessages(apiKey: string | undefined): ModelWire {
  return {
    path: '/messages',
    headers: { 'anthropic-version': VERSION, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
    body: ({ model, system, messages, temperature, maxOutputTokens }, { omitsTemperature }) => ({
      model,
      system,
      messages: joinTurns(messages),
      max_tokens: maxOutputTokens,
      stream: true,
      ...(omitsTemperature ? {} : { temperature }),
    }),
    hear: hearEvent,
  };
}

type Part =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: string; data: string } };

/** What one side said in a row is one turn of it. */
function joinTurns(messages: ModelRequest['messages']) {
  const turns: { role: 'user' | 'assistant'; content: Part[] }[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role === message.role) last.content.push(...partsOf(message));
    else turns.push({ role: message.role, content: partsOf(message) });
  }
  return turns;
}

/** Pictures stand before the text. Source: https://docs.anthropic.com/en/docs/build-with-claude/vision */
function partsOf({ content, pictures = [] }: ModelMessage): Part[] {
  const shown = pictures.map(({ contentType, bytes }): Part => {
    const data = Buffer.from(bytes).toString('base64');
    return { type: 'image', source: { type: 'base64', media_type: contentType, data } };
  });
  return [...shown, { type: 'text', text: content }];
}

function hearEvent(event: unknown, heard: Heard): void {
  const kind = kindSchema.safeParse(event);
  if (kind.success && !known.has(kind.data.type)) return;
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) throw new UnreadableAnswerError('An event has another form', { cause: parsed.error });
  switch (parsed.data.type) {
    case 'message_start':
      heard.modelId = parsed.data.message.model;
      hearUsage(parsed.data.message.usage, heard);
      heard.isStarted = true;
      break;
    case 'content_block_delta':
      if (parsed.data.delta.type === 'text_delta') heard.text += parsed.data.delta.text ?? '';
      break;
    case 'message_delta': {
      const { stop_reason: reason } = parsed.data.delta;
      hearUsage(parsed.data.usage, heard);
      if (!reason) break;
      heard.ending = endings[reason] ?? 'failed';
      heard.isStarted = true;
      break;
    }
    case 'error':
      throw new StreamedError('The server broke off its answer');
  }
}

/** The counts of an event are those of the whole so far; cached input has counts of its own. */
function hearUsage(usage: z.output<typeof usageSchema> | null | undefined, heard: Heard): void {
  if (usage?.input_tokens !== undefined && usage.input_tokens !== null)
    heard.promptTokens =
      usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  heard.completionTokens = usage?.output_tokens ?? heard.completionTokens;
}
