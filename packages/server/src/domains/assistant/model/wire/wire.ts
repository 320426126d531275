import type { ModelRequest } from '../port.ts';
import type { Quirks } from '../quirks.ts';

/** What has come of an answer. */
export type Heard = {
  text: string;
  /** Something came that is paid for. */
  isStarted: boolean;
  /** As the server names the model; null until it does. */
  modelId: string | null;
  ending: Ending | null;
  promptTokens: number | null;
  completionTokens: number | null;
};

/** Before anything of it has come. */
export const nothingHeard = (): Heard => ({
  text: '',
  isStarted: false,
  modelId: null,
  ending: null,
  promptTokens: null,
  completionTokens: null,
});

/** Why the model stopped writing. `limit`: at that of its tokens; `filtered`: it, or its host, will not say it. */
export type Ending = 'whole' | 'limit' | 'filtered' | 'failed';

/** How a kind of server is asked, and how it answers. */
export type ModelWire = {
  /** Behind the base address. */
  path: string;
  headers: Record<string, string>;
  body(request: ModelRequest, quirks: Quirks): Record<string, unknown>;
  /** Takes in the next event of the stream. Throws UnreadableAnswerError, and StreamedError where the event is an error. */
  hear(event: unknown, heard: Heard): void;
};

/** An answer that nobody can read. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}

/** An error that came inside of a good answer. */
export class StreamedError extends Error {
  override readonly name = 'StreamedError';
}
