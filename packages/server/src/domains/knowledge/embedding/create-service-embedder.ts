import { SIZES_DIFFER } from '@otvet/contract';
import type { Config } from '../../../platform/config/config.ts';
import { type VendorAnswer, VendorError, type VendorFetch } from '../../../platform/outbound/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { type Embedder, type Embedders, EmbeddingError } from './port.ts';
import { readEmbeddings } from './read-embeddings.ts';

// https://platform.openai.com/docs/api-reference/embeddings/create, read 2026-11-25.

type Deps = { fetch: VendorFetch; clock: Pick<Clock, 'now'> };
type ServiceConfig = NonNullable<Config['embedding']>;

/** Of one call: OpenAI takes 2,048 texts and 300,000 tokens, other servers much fewer. */
const MAX_TEXTS = 64;
/** Calls of the size that was taken last, before twice as many texts are tried. */
const GROWS_AFTER = 16;
const MAX_GROWS_AFTER = 1024;
const MAX_CHARACTERS = 120_000;
const DEADLINE_MS = 30_000;
const MAX_ANSWER_BYTES = 20_000_000;
const DEFAULT_RETRY_MS = 15_000;
const MAX_RETRY_MS = 3_600_000;
/** A call with too many texts, or too long ones, is refused with one of these. */
const tooMuch = new Set([400, 413, 422]);
const retried = new Set([408, 409, 425, 429]);
const spent = /insufficient_quota|billing|spend_limit|credit_balance|insufficient_balance|quota_exhausted/i;

/** The configured service for all accounts; undefined without one. */
export function createServiceEmbedders(config: Config['embedding'], deps: Deps): Embedders | undefined {
  if (config === undefined) return undefined;
  const embedder = createServiceEmbedder(config, deps);
  return { of: async () => embedder };
}

/** An OpenAI-compatible `/embeddings`. */
export function createServiceEmbedder(config: ServiceConfig, deps: Deps): Embedder {
  const url = `${config.baseUrl.replace(/\/$/, '')}/embeddings`;
  const authorization: Record<string, string> =
    config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` };
  const size = createCallSize();

  async function call(texts: readonly string[], signal: AbortSignal | undefined): Promise<VendorAnswer> {
    const [only] = texts;
    try {
      return await deps.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        // Some servers take one text alone, and no list.
        body: JSON.stringify({
          model: config.name,
          input: texts.length === 1 ? only : texts,
          encoding_format: 'float',
        }),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_ANSWER_BYTES,
        ...(signal && { signal }),
      });
    } catch (cause) {
      if (!(cause instanceof VendorError)) throw cause;
      throw new EmbeddingError({ kind: 'retry', afterMs: DEFAULT_RETRY_MS }, cause.reason, { cause });
    }
  }

  /** One that is too much for the server is asked for in halves, and so are all that follow. */
  async function embedSome(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const answer = await call(texts, signal);
    if (tooMuch.has(answer.status) && texts.length > 1) {
      const half = Math.ceil(texts.length / 2);
      const first = await embedSome(texts.slice(0, half), signal);
      const vectors = [...first, ...(await embedSome(texts.slice(half), signal))];
      size.refused(half);
      return vectors;
    }
    if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer, deps.clock.now());
    size.taken(texts.length);
    return readEmbeddings(answer.body, texts.length);
  }

  return {
    name: config.name,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = [];
      while (vectors.length < texts.length) {
        const batch = batchOf(texts.slice(vectors.length, vectors.length + size.max));
        vectors.push(...(await embedSome(batch, signal)));
      }
      const [first] = vectors;
      if (vectors.some(({ length }) => length !== first?.length))
        throw new EmbeddingError({ kind: 'retry', afterMs: DEFAULT_RETRY_MS }, SIZES_DIFFER);
      return vectors;
    },
  };
}

/**
 * How many texts the server turned out to take in one call. A refusal may have had another reason: after many calls of that
 * size a larger one is tried again, and each time that it is refused, after more of them.
 */
function createCallSize() {
  let max = MAX_TEXTS;
  let taken = 0;
  let growsAfter = GROWS_AFTER;
  let isTrial = false;
  return {
    get max() {
      return max;
    },
    taken(count: number): void {
      if (count < max) return;
      isTrial = false;
      taken += 1;
      if (max === MAX_TEXTS) growsAfter = GROWS_AFTER;
      if (taken < growsAfter || max === MAX_TEXTS) return;
      max = Math.min(MAX_TEXTS, max * 2);
      taken = 0;
      isTrial = true;
    },
    refused(half: number): void {
      max = Math.min(max, half);
      taken = 0;
      if (isTrial) growsAfter = Math.min(MAX_GROWS_AFTER, growsAfter * 2);
      isTrial = false;
    },
  };
}

/** As many as fit into one call. */
function batchOf(texts: readonly string[]): readonly string[] {
  let characters = 0;
  const end = texts.findIndex((text) => {
    characters += text.length;
    return characters > MAX_CHARACTERS;
  });
  return end === -1 ? texts : texts.slice(0, Math.max(1, end));
}

function refusalOf({ status, headers, body }: VendorAnswer, now: Date): EmbeddingError {
  const reason = String(status);
  if (status === 402 || (status === 429 && spent.test(body.toString('utf8'))))
    return new EmbeddingError({ kind: 'unavailable' }, 'quota');
  if (retried.has(status) || status >= 500)
    return new EmbeddingError({ kind: 'retry', afterMs: readRetryAfter(headers, now) }, reason);
  return new EmbeddingError({ kind: tooMuch.has(status) ? 'rejected' : 'unavailable' }, reason);
}

/** The wait that the server asks for, in seconds or as a date. */
function readRetryAfter(headers: Record<string, string>, now: Date): number {
  const value = headers['retry-after'] ?? '';
  const asked = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(asked) ? DEFAULT_RETRY_MS : Math.min(MAX_RETRY_MS, Math.max(1000, asked));
}
