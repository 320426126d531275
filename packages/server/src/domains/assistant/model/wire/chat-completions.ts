import { z } from 'zod';
import type { ModelMessage } from '../port.ts';
import { adaptBody } from '../quirks.ts';
import { type Ending, type Heard, type ModelWire, StreamedError, UnreadableAnswerError } from './wire.ts';

const tokens = z.number().nullish();
const chunkSchema = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish(),
  error: z.unknown().optional(),
});

/** Any other is `failed`. `blacklist` is GigaChat's, `model_length` Mistral's, `eos` of servers of open models. */
const endings: Record<string, Ending> = {
  stop: 'whole',
  eos: 'whole',
  tool_calls: 'whole',
  function_call: 'whole',
  length: 'limit',
  model_length: 'limit',
  content_filter: 'filtered',
  blacklist: 'filtered',
};

/**
 * OpenAI's chat completions, as many servers have them.
 * Source: https://platform.openai.com/docs/api-reference/chat/create
 */
export function createChatCompletions(apiKey: string | undefined): ModelWire {
  return {
    path: '/chat/completions',
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    body: ({ model, system, messages, temperature, maxOutputTokens, format }, quirks) =>
      adaptBody(
        {
          model,
          messages: [{ role: 'system', content: system }, ...messages.map(sayMessage)],
          temperature,
          max_tokens: maxOutputTokens,
          stream: true,
          stream_options: { include_usage: true },
        },
        { quirks, format },
      ),
    hear: hearChunk,
  };
}

/** Pictures stand before the text. Source: https://platform.openai.com/docs/guides/images-vision */
function sayMessage({ role, content, pictures = [] }: ModelMessage) {
  if (pictures.length === 0) return { role, content };
  const shown = pictures.map(({ contentType, bytes }) => ({
    type: 'image_url',
    image_url: { url: `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}` },
  }));
  return { role, content: [...shown, { type: 'text', text: content }] };
}

function hearChunk(event: unknown, heard: Heard): void {
  const parsed = chunkSchema.safeParse(event);
  if (!parsed.success) throw new UnreadableAnswerError('A chunk has another form', { cause: parsed.error });
  const { model, choices, usage, error } = parsed.data;
  if (error !== undefined && error !== null) throw new StreamedError('The server broke off its answer');
  if (model) heard.modelId ??= model;
  // Some tell the tokens so far with every chunk: the last are those of the whole.
  heard.promptTokens = usage?.prompt_tokens ?? heard.promptTokens;
  heard.completionTokens = usage?.completion_tokens ?? heard.completionTokens;
  const choice = choices?.[0];
  if (choice === undefined) return;
  if (choice.delta?.content) {
    heard.text += choice.delta.content;
    heard.isStarted = true;
  }
  if (choice.finish_reason) {
    heard.ending = endings[choice.finish_reason] ?? 'failed';
    heard.isStarted = true;
  }
}
