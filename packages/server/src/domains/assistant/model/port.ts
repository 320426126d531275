/** A picture that goes with a message, as both kinds of servers take it. */
export type ModelPicture = { contentType: 'image/jpeg'; bytes: Uint8Array };

export type ModelMessage = { role: 'user' | 'assistant'; content: string; pictures?: readonly ModelPicture[] };

/** What a model is asked to write. */
export type ModelRequest = {
  /** One of the port's names. */
  model: string;
  system: string;
  messages: ModelMessage[];
  temperature: number;
  maxOutputTokens: number;
  /** Form of the answer; servers that cannot keep to a schema get the weaker forms they know. Without it: any text. */
  format?: { name: string; schema: Record<string, unknown> };
  /** How long it may be silent and take in all, where that is more than an answer to a customer may. */
  patience?: { idleMs: number; totalMs: number };
  signal: AbortSignal;
};

export type ModelUsage = { promptTokens: number; completionTokens: number; isEstimated: boolean };

/**
 * Why there is no text. `retryable`: the same may work later; `stalled`: nothing came for too long; `quota`: money or
 * allowance is spent; `refused`: the model will not say it; `unavailable`: key, name or address are wrong;
 * `blind`: its server takes no pictures for this model; `picture`: it takes some, not this one;
 * `garbage`: an answer that cannot be read; `aborted`: the caller gave up.
 */
export type ModelFailureKind =
  | 'retryable'
  | 'stalled'
  | 'quota'
  | 'refused'
  | 'context-too-long'
  | 'unavailable'
  | 'blind'
  | 'picture'
  | 'garbage'
  | 'aborted';

export type ModelFailure = {
  kind: 'failed';
  failure: ModelFailureKind;
  /** Short code for the record of steps: a status or a name, never a text of the server. */
  detail: string;
  /** Wait that the server asked for. */
  retryAfterMs: number | null;
  usage: ModelUsage;
};

export type ModelReply = { kind: 'written'; text: string; usage: ModelUsage; modelId: string };

/** The one way to language models. `write` never throws: failures are values. A half answer is a failure. */
export type ModelPort = {
  /** The chosen model first, then what stands in for it. */
  names: readonly [string, ...string[]];
  write(request: ModelRequest): Promise<ModelReply | ModelFailure>;
};

/** Russian text has about three characters per token; English fewer tokens, so this errs on the dear side. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 3);
