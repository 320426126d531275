import { countTokens } from './tokens.ts';

/** What one answer is made of. */
export type Completion = {
  id: string;
  created: number;
  model: string;
  text: string;
  finishReason: 'stop' | 'length' | 'content_filter';
  refusal: string | null;
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
};

/** Counts of an exchange as `usage` has them. */
export function countUsage(prompt: string, text: string): Completion['usage'] {
  const prompt_tokens = countTokens(prompt);
  const completion_tokens = countTokens(text);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** The whole answer at once. */
export function describeCompletion(completion: Completion): object {
  const { id, created, model, usage } = completion;
  const content = completion.refusal === null ? completion.text : null;
  const message = { role: 'assistant', content, refusal: completion.refusal };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: completion.finishReason }];
  return { id, object: 'chat.completion', created, model, choices, usage };
}

/** One piece of a streamed answer. */
export function describeChunk(completion: Completion, piece: { delta: object; finishReason?: string }): object {
  const { id, created, model } = completion;
  const choices = [{ index: 0, delta: piece.delta, logprobs: null, finish_reason: piece.finishReason ?? null }];
  return { id, object: 'chat.completion.chunk', created, model, choices };
}

/** The last piece, which carries the counts and no choice. */
export function describeUsageChunk(completion: Completion): object {
  const { id, created, model, usage } = completion;
  return { id, object: 'chat.completion.chunk', created, model, choices: [], usage };
}
