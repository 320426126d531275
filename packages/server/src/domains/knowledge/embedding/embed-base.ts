import { SIZES_DIFFER } from '@otvet/contract';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { isAhead } from '../../../platform/time/is-ahead.ts';
import type { OpenBase } from '../base-index.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { readChangedPassages, readRevision } from '../store.ts';
import type { OpenVectors } from './base-vectors.ts';
import { measureVectors } from './measure-vectors.ts';
import { packVector } from './pack-vector.ts';
import { type Embedder, type Embedders, EmbeddingError, isRejected } from './port.ts';
import { type TextToEmbed, textsToEmbed } from './texts-to-embed.ts';
import {
  advanceEmbedding,
  beginEmbedding,
  deleteFormer,
  deleteOtherModels,
  type EmbeddingState,
  findVectors,
  insertVectors,
  keepVectors,
  type NewVector,
  noteFailure,
  noteMeasured,
  readEmbedding,
} from './vector-store.ts';

export type BaseId = { accountId: string; knowledgeBaseId: string };

export type EmbeddingTools = Pick<KnowledgeDeps, 'pool' | 'clock' | 'log' | 'retrievalModel'> & {
  embedders: Embedders;
  places: OpenVectors;
  /** The base in the memory of this process, with what was just stored. */
  openBase(base: BaseId): Promise<OpenBase | undefined>;
  /** People who look at the progress should ask again. */
  changed(base: BaseId): void;
};

/** Whether there is more to be done, after others had their turn. What failed is taken up by the periodic look when it is due. */
type Embedded = 'done' | 'more';

const PASSAGES_AT_ONCE = 32;
/** Then other accounts get their turn. */
const PAGES_OF_A_TURN = 20;
const ROWS_AT_ONCE = 500;
/** Every embedder takes it. */
const TAKEN_TEXT = 'Сколько стоит доставка?';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Somebody has to change a setting: looked at again after this. */
const UNAVAILABLE_MS = 600_000;
const RETRY_MS = 30_000;
/** Longer than any service may ask for, with room for the clocks of two nodes. */
const MAX_REST_MS = 2 * 3_600_000;
/**
 * Vectors of another size under the same name are those of another model, and a base begins anew. Where several models answer
 * in turn it would do so for ever, and pay for it: after so many times it waits for its owner.
 */
const MAX_RESIZES = 3;
/** A base that has grown or shrunk by more tries anew whether its vectors help. */
const GROWN_SHARE = 0.1;

type Page = Awaited<ReturnType<typeof readChangedPassages.all>>;
type Embedding = { base: BaseId; embedder: Embedder; state: EmbeddingState };

/**
 * Embeds what of a base has no vectors of the account's embedder, from where it was left, a page in a transaction: a worker
 * that dies loses one page at most. Then finds out whether the vectors help.
 */
export async function embedBase(tools: EmbeddingTools, base: BaseId, signal: AbortSignal): Promise<Embedded> {
  const embedder = await tools.embedders.of(base.accountId);
  if (embedder === undefined) return 'done';
  try {
    return await embedPages(tools, { base, embedder, signal });
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    return await noteFault(tools, { base, embedder, error });
  }
}

async function embedPages(
  tools: EmbeddingTools,
  { base, embedder, signal }: Omit<Embedding, 'state'> & { signal: AbortSignal },
): Promise<Embedded> {
  const { pool } = tools;
  for (let page = 0; page < PAGES_OF_A_TURN; page += 1) {
    if (signal.aborted) return 'more';
    // The owner has chosen another one, or none: nothing more is paid to this one.
    if ((await tools.embedders.of(base.accountId))?.name !== embedder.name) return 'more';
    const state = await openState(tools, base, embedder);
    const target = await readRevision.first(pool, base);
    if (state === undefined || target === undefined) return 'done';
    if (isResting(state, tools.clock.now()) || isUnsteady(state)) return 'done';
    if (isWholeUpTo(target, state)) return await finish(tools, { base, embedder, state });
    const place = { afterRevision: state.revision, afterId: state.passageId };
    const passages = await readChangedPassages.all(pool, { ...base, ...place, limit: PASSAGES_AT_ONCE });
    const isLast = passages.length < PASSAGES_AT_ONCE;
    const end = passages.at(-1);
    const to =
      isLast || end === undefined
        ? { revision: Math.max(target.revision, end?.revision ?? 0), passageId: LAST_ID }
        : { revision: end.revision, passageId: end.id };
    await embedPage(tools, { base, embedder, state, passages, to, signal });
    tools.changed(base);
  }
  return 'more';
}

/** A base whose embedder is given a rest. */
export const isResting = ({ dueAt }: Pick<EmbeddingState, 'dueAt'>, now: Date): boolean =>
  dueAt !== null && isAhead({ at: dueAt, now, longestMs: MAX_REST_MS });

/** Its model answers with vectors of several sizes. */
export const isUnsteady = ({ resizes }: Pick<EmbeddingState, 'resizes'>): boolean => resizes > MAX_RESIZES;

/** All passages up to the revision of the base have their vectors: a page that ends within a revision does not. */
export const isWholeUpTo = (base: { revision: number }, state: { revision: number; passageId: string }): boolean =>
  state.revision >= base.revision && state.passageId === LAST_ID;

/** The state for this embedder; another one begins from the first passage on. */
async function openState(
  { pool }: EmbeddingTools,
  base: BaseId,
  { name: model }: Embedder,
): Promise<EmbeddingState | undefined> {
  const state = await readEmbedding.first(pool, base);
  if (state?.model === model) return state;
  return await beginEmbedding.first(pool, { ...base, model, dimensions: 0, former: state?.model });
}

type PageToEmbed = Embedding & {
  passages: Page;
  to: { revision: number; passageId: string };
  signal: AbortSignal;
};

async function embedPage(tools: EmbeddingTools, page: PageToEmbed): Promise<void> {
  const { base, embedder, state, passages, to, signal } = page;
  const model = embedder.name;
  const ids = passages.map(({ id }) => id);
  const keyOf = (passageId: string, hash: string) => `${passageId} ${hash}`;
  const stored = await findVectors.all(tools.pool, { ...base, model, ids });
  const known = new Set(stored.map(({ passageId, textHash }) => keyOf(passageId, textHash)));
  const texts = passages.flatMap((passage) =>
    textsToEmbed(passage).map((text) => ({ ...text, passageId: passage.id, revision: passage.revision })),
  );
  const fresh = texts.filter(({ passageId, hash }) => !known.has(keyOf(passageId, hash)));
  const rows = await embedTexts(embedder, fresh, { signal });
  const dimensions = rows[0]?.dimensions ?? state.dimensions;
  const isMixed = rows.some((row) => row.dimensions !== dimensions);
  if (isMixed) throw new EmbeddingError({ kind: 'retry', afterMs: RETRY_MS }, SIZES_DIFFER);
  if (state.dimensions !== 0 && dimensions !== state.dimensions) {
    if (state.resizes >= MAX_RESIZES) throw new EmbeddingError({ kind: 'unavailable' }, SIZES_DIFFER);
    // Another model under the same name: what is stored cannot be compared with what comes.
    await beginAnew(tools, base, model, dimensions);
    return;
  }
  const kept = texts.filter(({ passageId, hash }) => known.has(keyOf(passageId, hash)));
  await withTransaction(tools.pool, async (tx) => {
    const from = { fromRevision: state.revision, fromPassageId: state.passageId };
    const moved = await advanceEmbedding.first(tx, { ...base, ...from, ...to, model, dimensions });
    // Another worker was faster.
    if (moved === undefined) return;
    const { batch } = moved;
    if (rows.length > 0) await insertVectors.run(tx, { ...base, model, batch, rows: rows.map(({ row }) => row) });
    if (kept.length > 0)
      await keepVectors.run(tx, {
        ...{ accountId: base.accountId, model, batch },
        rows: kept.map(({ passageId, part, hash, revision }) => ({ passageId, part, hash, revision })),
      });
    await deleteFormer.run(tx, { accountId: base.accountId, model, ids, batch });
  });
}

async function beginAnew({ pool }: EmbeddingTools, base: BaseId, model: string, dimensions: number): Promise<void> {
  await withTransaction(pool, async (tx) => {
    const begun = await beginEmbedding.first(tx, { ...base, model, dimensions, former: model });
    if (begun === undefined) return;
    await deleteOtherModels.run(tx, { ...base, model: '', limit: Number.MAX_SAFE_INTEGER });
  });
}

type Fresh = TextToEmbed & { passageId: string; revision: number };

/** Of a batch that the embedder will not take the others are taken: a text that it refuses stays without a vector. */
async function embedTexts(
  embedder: Embedder,
  texts: Fresh[],
  { signal, isTrusted = false }: { signal: AbortSignal; isTrusted?: boolean },
): Promise<{ row: NewVector; dimensions: number }[]> {
  if (texts.length === 0) return [];
  try {
    const options = { kind: 'passage' as const, signal };
    const vectors = await embedder.embed(
      texts.map(({ text }) => text),
      options,
    );
    return texts.flatMap(({ passageId, part, hash, revision }, place) => {
      const vector = vectors[place];
      if (vector === undefined) return [];
      const packed = Buffer.from(packVector(vector)).toString('hex');
      return [{ row: { passageId, part, hash, revision, vector: packed }, dimensions: vector.length }];
    });
  } catch (error) {
    if (!isRejected(error)) throw error;
    if (!isTrusted) await requireTaking(embedder, signal);
    if (texts.length === 1) return [];
    const half = Math.ceil(texts.length / 2);
    const options = { signal, isTrusted: true };
    const first = await embedTexts(embedder, texts.slice(0, half), options);
    return [...first, ...(await embedTexts(embedder, texts.slice(half), options))];
  }
}

/** Servers refuse a wrong key or model with the same status as a text that is too long: one that takes no text at all is at fault. */
async function requireTaking(embedder: Embedder, signal: AbortSignal): Promise<void> {
  try {
    await embedder.embed([TAKEN_TEXT], { kind: 'passage', signal });
  } catch (error) {
    if (!isRejected(error)) throw error;
    throw new EmbeddingError({ kind: 'unavailable' }, error.reason, { cause: error });
  }
}

/** All passages have their vectors: those of other models go, and the base finds out what its own are worth. */
async function finish(tools: EmbeddingTools, { base, embedder, state }: Embedding): Promise<Embedded> {
  const model = embedder.name;
  while ((await deleteOtherModels.run(tools.pool, { ...base, model, limit: ROWS_AT_ONCE })) > 0);
  await tools.places.handOver(base, model);
  const opened = await tools.openBase(base);
  if (opened === undefined) return 'done';
  const { size } = opened.index;
  const isMeasured = state.measuredRevision !== null;
  const hasGrown = Math.abs(size - state.measuredPassages) > state.measuredPassages * GROWN_SHARE;
  if (isMeasured && !hasGrown) return 'done';
  const own = await opened.openVectors();
  // Opened as of before: nothing is known of its vectors, and the periodic look takes it up again.
  if (own === undefined || own.embedder.name !== model || own.batch < state.batch) return 'done';
  const { vectors } = own;
  const nothing = { weight: 0, center: 0, spread: 1, won: 0, lost: 0, asked: 0 };
  const { retrievalModel } = tools;
  const measure = { base: opened, embedder, model: retrievalModel };
  // Without any they are too many to be searched.
  const found = vectors ? await measureVectors({ ...measure, vectors }) : nothing;
  const { weight, center, spread, ...counts } = found;
  await noteMeasured.run(tools.pool, {
    ...{ ...base, model, batch: own.batch, weight, center, spread },
    ...{ revision: state.revision, passages: size, resizes: state.resizes },
  });
  tools.log.info({ ...base, model, weight, ...counts }, 'a knowledge base tried its vectors');
  tools.changed(base);
  return 'done';
}

async function noteFault(
  { pool, clock, log, changed }: EmbeddingTools,
  { base, embedder, error }: { base: BaseId; embedder: Embedder; error: EmbeddingError },
): Promise<Embedded> {
  const { failure, reason } = error;
  const pauseMs = failure.kind === 'retry' ? Math.max(RETRY_MS, failure.afterMs) : UNAVAILABLE_MS;
  const dueAt = new Date(clock.now().getTime() + pauseMs);
  await noteFailure.run(pool, { ...base, model: embedder.name, reason, dueAt, isResized: reason === SIZES_DIFFER });
  log.warn({ ...base, embedder: embedder.name, reason }, 'passages were not embedded');
  changed(base);
  return 'done';
}
