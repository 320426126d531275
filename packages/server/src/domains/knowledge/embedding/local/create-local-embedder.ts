import { z } from 'zod';
import {
  type Caller,
  type Confined,
  type ConfinedBounds,
  type ConfinedJob,
  ConfinedJobError,
} from '../../../../platform/confined/index.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { type Embedder, EmbeddingError } from '../port.ts';
import type { EmbedResult, EmbedTask } from './embed-job.ts';
import { familyOf } from './local-model.ts';
import type { ModelFolder } from './model-folder.ts';
import type { Runtime } from './open-runtime.ts';

const vectors = z.array(z.custom<Float32Array>((value) => value instanceof Float32Array));
const embedTexts: ConfinedJob<EmbedTask, EmbedResult> = {
  name: 'knowledge.embed-texts',
  module: new URL('./embed-job.ts', import.meta.url),
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('vectors'), vectors }),
    z.object({ kind: z.literal('refused'), what: z.enum(['model', 'text']), words: z.string() }),
  ]),
};

/** Opening the model is part of the first job. */
const BOUNDS: ConfinedBounds = { maxCpuMs: 120_000, maxMs: 180_000, maxMegabytes: 2000 };
/** A customer's question waits behind so many passages at most. */
const TEXTS_AT_ONCE = 4;
const RETRY_MS = 30_000;
/** The process reads the model where its owner has put it, keeps it (some 560 MB of a small one), and goes when nobody has asked for five minutes. */
export const embeddingProcess = {
  heapMegabytes: 768,
  wornBytes: 1_600_000_000,
  restMs: 300_000,
  readsAll: true,
} as const;

export type LocalEmbedderDeps = {
  /** A process of its own for models, made with `embeddingProcess`. */
  confined: Pick<Confined, 'run'>;
  runtime: Runtime;
  name: string;
  model: ModelFolder;
};

/** An embedder on the processor of this server. */
export function createLocalEmbedder({ confined, runtime, name, model }: LocalEmbedderDeps): Embedder {
  const family = familyOf(name);
  return {
    name: `${name}#${model.version}`,
    async embed(texts, { kind, signal }) {
      const marked = texts.map((text) => family[kind] + text);
      // Questions of customers go before passages, which nobody waits for.
      const caller: Caller = { lane: kind === 'query' ? 'member' : 'platform', key: 'embedding' };
      const all: Float32Array[] = [];
      for (let at = 0; at < marked.length; at += TEXTS_AT_ONCE) {
        signal?.throwIfAborted();
        const input = { runtime, model, texts: marked.slice(at, at + TEXTS_AT_ONCE), pooling: family.pooling };
        const task = { bytes: Buffer.alloc(0), input, bounds: BOUNDS, caller };
        all.push(...readVectors(await unlessAborted(confined.run(embedTexts, task), signal).catch(toEmbeddingError)));
      }
      return all;
    },
  };
}

function readVectors({ value }: { value: EmbedResult }): Float32Array[] {
  if (value.kind === 'vectors') return value.vectors;
  const cause = new Error(value.words);
  if (value.what === 'text') throw new EmbeddingError({ kind: 'rejected' }, 'text', { cause });
  throw new EmbeddingError({ kind: 'unavailable' }, 'model_unusable', { cause });
}

/** The job goes on to its end: its bounds are short, and the model stays open for the next one. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await work;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
  }
}

function toEmbeddingError(cause: unknown): never {
  if (cause instanceof AppError) {
    const afterMs = cause.retryAfter === undefined ? RETRY_MS : cause.retryAfter * 1000;
    throw new EmbeddingError({ kind: 'retry', afterMs }, 'busy', { cause });
  }
  if (!(cause instanceof ConfinedJobError)) throw cause;
  // What is not its own refusal is the machine's: memory, time, a process that somebody ended.
  throw new EmbeddingError({ kind: 'retry', afterMs: RETRY_MS }, `process_${cause.reason.replace('-', '_')}`, {
    cause,
  });
}
