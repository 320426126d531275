import type pg from 'pg';
import type { Log } from '../../../platform/log/logger.ts';
import { outsideRequest } from '../../../platform/scope/request-scope.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { isAhead } from '../../../platform/time/is-ahead.ts';
import {
  type Calibration,
  findCalibration,
  listGeneralQuestions,
  type NearPassages,
  type PassageIndex,
  type RetrievalModel,
  toNearPassages,
  type VectorScale,
} from '../retrieval/index.ts';
import type { BaseVectors, LeftOut, OpenVectors } from './base-vectors.ts';
import type { Embedder, Embedders } from './port.ts';
import type { QueryVectors } from './query-vectors.ts';
import { type EmbeddingState, readEmbedding } from './vector-store.ts';

type BaseId = { accountId: string; knowledgeBaseId: string };

/** What a copy of a base in memory has of vectors. */
export type CopyVectors = {
  embedder: Embedder | undefined;
  state: EmbeddingState | undefined;
  held: BaseVectors | undefined;
  /** How sure the search is with these vectors; found out before they are used. */
  known: { scale: VectorScale; model: string; calibration: Calibration } | undefined;
  calibrating: Promise<void> | undefined;
  /** A calibration with vectors that failed: it is tried again with the next batch, or after a while. */
  failed: { batch: number; until: number } | undefined;
};

export const emptyVectors = (): CopyVectors => ({
  embedder: undefined,
  state: undefined,
  held: undefined,
  known: undefined,
  calibrating: undefined,
  failed: undefined,
});

export type VectorTools = {
  embedders: Embedders;
  places: OpenVectors;
  queries: QueryVectors;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  retrievalModel?: RetrievalModel | undefined;
};

/** With fewer of its passages embedded a base is searched by words alone. */
const MIN_SHARE = 0.9;
/** A base that changed by less is as sure as it was. */
const CHANGED_SHARE = 0.01;
/** An embedder or a database that failed once may work by then. */
const FAILED_MS = 300_000;

/** The state as of now. To be read before the base's revision: what it says of changed passages is then known to the copy as well. */
export async function readState(
  { embedders, pool }: VectorTools,
  base: BaseId,
): Promise<Pick<CopyVectors, 'embedder' | 'state'>> {
  const embedder = await embedders.of(base.accountId);
  const state = embedder && (await readEmbedding.first(pool, base));
  return { embedder, state: state?.model === embedder?.name ? state : undefined };
}

/** Opens the vectors where they are used: where they help, or where that is to be found out (`isMeasuring`). */
export async function openVectors(
  tools: VectorTools,
  copy: CopyVectors,
  { base, isMeasuring = false }: { base: BaseId; isMeasuring?: boolean },
): Promise<BaseVectors | undefined> {
  const { state } = copy;
  const isWanted = state !== undefined && (isMeasuring || state.weight > 0);
  const held = isWanted ? await tools.places.open(base, state, copy.held) : undefined;
  copy.held = held;
  if (held === undefined) copy.known = undefined;
  return held;
}

/** Vectors are never what the search by words fails for: of a fault nothing comes, and the next refresh tries again. */
export async function despiteFaults<Result>(
  { log }: Pick<VectorTools, 'log'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    log.warn({ err: error }, 'a knowledge base is searched without its vectors for now');
    return undefined;
  }
}

/** Finds out, beside the questions, how sure the search is with vectors; until then words alone decide. */
export function calibrateVectors(tools: VectorTools, copy: CopyVectors, index: PassageIndex): void {
  const { state, held, embedder } = copy;
  if (state === undefined || held === undefined || embedder === undefined || state.weight === 0) return;
  const { failed } = copy;
  const isPaused =
    failed?.batch === state.batch && isAhead({ at: failed.until, now: tools.clock.now(), longestMs: FAILED_MS });
  if (isPaused || !isCovered(index, held) || !isStale(copy, index)) return;
  const { weight, center, spread } = state;
  const scale = { weight, center, spread };
  copy.calibrating ??= outsideRequest(() => findOut(tools, { index, held, embedder, scale }))
    .then((calibration) => {
      copy.known = { scale, model: embedder.name, calibration };
      copy.failed = undefined;
    })
    .catch((error: unknown) => {
      copy.failed = { batch: state.batch, until: tools.clock.now().getTime() + FAILED_MS };
      tools.log.warn({ err: error }, 'a knowledge base could not be calibrated with its vectors');
    })
    .finally(() => {
      copy.calibrating = undefined;
    });
}

function isStale({ known, state }: CopyVectors, index: PassageIndex): boolean {
  if (known === undefined || state === undefined || known.model !== state.model) return true;
  const { weight, center, spread } = known.scale;
  if (weight !== state.weight || center !== state.center || spread !== state.spread) return true;
  return index.changes - known.calibration.changes > index.size * CHANGED_SHARE;
}

const isCovered = (index: PassageIndex, held: BaseVectors) => held.passages >= index.size * MIN_SHARE;

type Finding = { index: PassageIndex; held: BaseVectors; embedder: Embedder; scale: VectorScale };

/** The vector of a pair's own question stands for a customer's who asks it. */
async function findOut(tools: VectorTools, { index, held, embedder, scale }: Finding): Promise<Calibration> {
  const general = await tools.queries.ofList(embedder, listGeneralQuestions());
  const nearTo = async (vector: Float32Array | undefined, isLeftOut?: LeftOut) =>
    vector && toNearPassages(await held.nearest(vector, isLeftOut), scale, held.has);
  return await findCalibration(index, {
    model: tools.retrievalModel,
    near: {
      ofText: (text) => nearTo(general.get(text)),
      async ofQuestion({ passageId, phrasing, isAlone }) {
        const own = await held.of(passageId, phrasing);
        return await nearTo(own, (id, part) => id === passageId && (isAlone || part === phrasing));
      },
    },
  });
}

/** What vectors say to a question; undefined where words alone decide. */
export async function nearTo(
  tools: Pick<VectorTools, 'queries' | 'log'>,
  { copy, index, query }: { copy: CopyVectors; index: PassageIndex; query: string },
): Promise<(NearPassages & { calibration: Calibration }) | undefined> {
  const { embedder, held, known } = copy;
  if (embedder === undefined || held === undefined || known === undefined) return undefined;
  if (known.model !== embedder.name || held.model !== embedder.name || !isCovered(index, held)) return undefined;
  const texts = await despiteFaults(tools, async () => {
    const vector = await tools.queries.of(embedder, query);
    return vector?.length === held.dimensions ? await held.nearest(vector) : undefined;
  });
  return texts && { ...toNearPassages(texts, known.scale, held.has), calibration: known.calibration };
}
