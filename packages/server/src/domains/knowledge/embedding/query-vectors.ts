import type { Log } from '../../../platform/log/logger.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { isAhead } from '../../../platform/time/is-ahead.ts';
import { TimeLimitError, withinTime } from '../../../platform/time/within-time.ts';
import { type Embedder, EmbeddingError, isRejected } from './port.ts';
import { cutText } from './texts-to-embed.ts';

/** A customer waits: what has not come by then is not waited for, and words alone decide. */
const QUERY_MS = 700;
const MAX_KEPT = 500;
/** After a failure nobody waits for so long, doubled with each one in a row. */
const FIRST_PAUSE_MS = 5000;
const MAX_PAUSE_MS = 300_000;
/** Texts of one call where nobody waits. */
const AT_ONCE = 64;

type Pause = { until: number; failures: number };

/** Vectors of questions, kept for those who ask the same. A slow or dead embedder costs the first question its limit, and the others nothing. */
export function createQueryVectors({ clock, log }: { clock: Clock; log: Pick<Log, 'warn'> }) {
  const kept = new Map<string, Promise<Float32Array>>();
  const pauses = new Map<string, Pause>();
  const lists = new Map<string, Promise<Map<string, Float32Array>>>();

  /** `before`: the pause as it was when the question came. */
  function fail(name: string, { error, before }: { error: unknown; before: Pause | undefined }): void {
    const known = pauses.get(name);
    // Others that waited at the same time have said so already.
    if (known !== before) return;
    const failures = (known?.failures ?? 0) + 1;
    const asked = error instanceof EmbeddingError && error.failure.kind === 'retry' ? error.failure.afterMs : 0;
    const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(asked, FIRST_PAUSE_MS * 2 ** (failures - 1)));
    pauses.set(name, { until: clock.now().getTime() + pauseMs, failures });
    if (failures === 1) log.warn({ embedder: name, err: error }, 'questions are searched by words alone for now');
  }

  function ask(embedder: Embedder, { key, text }: { key: string; text: string }): Promise<Float32Array> {
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    const asked = embedder.embed([text], { kind: 'query' }).then(([vector]) => {
      if (vector === undefined) throw new EmbeddingError({ kind: 'rejected' }, 'count');
      return vector;
    });
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  }

  return {
    /** The vector of a question; undefined where it does not come in time, or the embedder is given a rest. */
    async of(embedder: Embedder, question: string): Promise<Float32Array | undefined> {
      const { name } = embedder;
      const text = cutText(question);
      const before = pauses.get(name);
      if (text === '' || isAhead({ at: before?.until ?? 0, now: clock.now(), longestMs: MAX_PAUSE_MS }))
        return undefined;
      const key = `${name}\n${text}`;
      const known = kept.get(key);
      try {
        const vector = await withinTime({ clock, ms: QUERY_MS }, known ?? ask(embedder, { key, text }));
        // One that came too late, or is kept, says nothing of how long the next question would wait.
        if (known === undefined) pauses.delete(name);
        return vector;
      } catch (error) {
        if (!(error instanceof EmbeddingError) && !(error instanceof TimeLimitError)) throw error;
        if (!isRejected(error)) fail(name, { error, before });
        return undefined;
      }
    },
    /** Vectors of a list of questions that do not change, once for each embedder. Throws EmbeddingError. */
    async ofList(embedder: Embedder, texts: readonly string[]): Promise<Map<string, Float32Array>> {
      const key = `${embedder.name}\n${texts.length}\n${texts[0] ?? ''}`;
      const listed = lists.get(key) ?? embedAll(embedder, texts, 'query');
      lists.set(key, listed);
      listed.catch(() => lists.delete(key));
      return await listed;
    },
  };
}

export type QueryVectors = ReturnType<typeof createQueryVectors>;

/** Vectors of texts by the text, where nobody waits; a text that is refused has none. Throws EmbeddingError. */
export async function embedAll(
  embedder: Embedder,
  given: readonly string[],
  kind: 'query' | 'passage',
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  const texts = given.filter((text) => cutText(text) !== '');
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const batch = texts.slice(from, from + AT_ONCE);
    const vectors = await embedTaken(embedder, batch.map(cutText), kind);
    batch.forEach((text, place) => {
      const vector = vectors[place];
      if (vector !== undefined) found.set(text, vector);
    });
  }
  return found;
}

async function embedTaken(
  embedder: Embedder,
  texts: readonly string[],
  kind: 'query' | 'passage',
): Promise<(Float32Array | undefined)[]> {
  try {
    return await embedder.embed(texts, { kind });
  } catch (error) {
    if (!isRejected(error)) throw error;
    if (texts.length === 1) return [undefined];
    const half = Math.ceil(texts.length / 2);
    const first = await embedTaken(embedder, texts.slice(0, half), kind);
    return [...first, ...(await embedTaken(embedder, texts.slice(half), kind))];
  }
}
