import type { z } from 'zod';

/** What a handler knows of the try it runs in. `signal` aborts when the job was given to another worker. */
export type JobTry = { id: string; attempt: number; isLastTry: boolean; signal: AbortSignal };

/** A kind of work. It runs at least once, so its effect must tolerate a repeat. */
export type Queue<Payload extends object> = {
  /** `domain.verb`, such as `gateway.fetch-media`. */
  name: string;
  schema: z.ZodType<Payload>;
  handler(payload: Payload, job: JobTry): Promise<void>;
  /**
   * Ends in words what no try could end: tries that die with their process never tell the handler that they were the
   * last. Without it such jobs stay listed as failed.
   */
  onExhausted?(payload: Payload): Promise<void>;
  /** Further tries after the first failed; then the job is listed as failed. */
  retries: number;
  /** First pause between tries; it doubles, with jitter, up to `retryDelayMaxSeconds`. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** A try that takes longer counts as failed. */
  expireSeconds: number;
  /** Jobs of this queue that one process works on at once. */
  concurrency: number;
  /** Whose jobs may not take all the workers: so many of one owner run at once, on all nodes together. */
  share?: { ofOne: number; ownerOf(payload: Payload): string };
};

/** A queue whose payload is checked inside `run`. */
export type AnyQueue = Omit<Queue<object>, 'schema' | 'handler' | 'onExhausted' | 'share'> & {
  ofOneOwner: number | undefined;
  run(payload: unknown, job: JobTry): Promise<void>;
  exhaust: ((payload: unknown) => Promise<void>) | undefined;
};

/** A worker that is silent for so long is dead, and its job is done again. The least that the queue library takes. */
const HEARTBEAT_SECONDS = 10;
const KEEP_SECONDS = 14 * 86_400;
const KEEP_DONE_SECONDS = 86_400;

/** The queue of the jobs of `queue` whose tries are used up. */
export function deadLetterOf(queue: string): string {
  return `${queue}.failed`;
}

/** The settings as the queue library stores them. */
export function queueSettings(queue: AnyQueue) {
  return {
    retryLimit: queue.retries,
    retryDelay: queue.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: queue.retryDelayMaxSeconds,
    expireInSeconds: queue.expireSeconds,
    retentionSeconds: KEEP_SECONDS,
    deleteAfterSeconds: KEEP_DONE_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  };
}
