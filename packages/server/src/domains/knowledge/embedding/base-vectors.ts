import type pg from 'pg';
import type { Database } from '../../../platform/database/open-database.ts';
import { outsideRequest } from '../../../platform/scope/request-scope.ts';
import { NEAR_PASSAGES, type NearText } from '../retrieval/index.ts';
import { unpackVector } from './pack-vector.ts';
import { createVectorSet, type PackedPart, type VectorSet } from './vector-set.ts';
import {
  countVectors,
  type EmbeddingState,
  fillVectorColumn,
  findNear,
  findVectorsOf,
  findWithoutVectors,
  raiseVectorColumn,
  readVectors,
} from './vector-store.ts';

type BaseId = { accountId: string; knowledgeBaseId: string };

/** Which texts of passages do not count. */
export type LeftOut = (passageId: string, part: number) => boolean;

/** The vectors of one base and model, wherever they lie. */
export type BaseVectors = {
  model: string;
  dimensions: number;
  /** As of which batch. */
  batch: number;
  /** Passages that have vectors. */
  passages: number;
  /** What they take in the memory of this process. */
  bytes: number;
  has(passageId: string): boolean;
  of(passageId: string, part: number): Promise<Float32Array | undefined>;
  nearest(asked: Float32Array, isLeftOut?: LeftOut): Promise<NearText[]>;
  /** A passage changed or is gone: what is held of it is no longer its own. */
  forget(passageId: string): void;
};

/**
 * Up to so many vectors a base is searched in this process: faster than the way to the database and back. Where the database
 * compares vectors, larger ones are asked of it, and take no memory here.
 */
const MAX_HELD = 20_000;
/**
 * Where it does not, a base whose vectors take more is searched by words alone: nothing else gets its turn during a search, and
 * one of so many takes about 50 ms (100,000 of 384 numbers).
 */
const MAX_HELD_BYTES = 38_500_000;
const PAGE_SIZE = 1000;
const FILLED_AT_ONCE = 500;
/** A base of which more passages wait is searched by words alone. */
const MAX_WITHOUT = 100_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * How many of a base are held at most before the database is asked. The embedded engine is never asked: it serves one statement
 * at a time, and one that compares 20,000 vectors holds up everybody for a third of a second (`docs/retrieval.md`).
 */
export const maxHeldBeside = (kind: Database['kind']): number =>
  kind === 'embedded' ? Number.POSITIVE_INFINITY : MAX_HELD;

export type VectorPlaces = {
  pool: pg.Pool;
  maxHeld?: number | undefined;
  maxHeldBytes?: number;
  maxWithout?: number;
};

/** Opens the vectors of bases: in memory, or by the database where that compares vectors and they are many. */
export function createVectorPlaces(places: VectorPlaces) {
  const { pool, maxHeld = MAX_HELD, maxHeldBytes = MAX_HELD_BYTES, maxWithout = MAX_WITHOUT } = places;
  let comparing: Promise<boolean> | undefined;

  /** Whether the database knows vectors, found out once; a request may not make their column. */
  const isComparing = async () => {
    comparing ??= outsideRequest(() => raiseVectorColumn.first(pool, {})).then(
      (row) => row?.isThere === true,
      (error: unknown) => {
        // Asked again the next time.
        comparing = undefined;
        throw error;
      },
    );
    return await comparing;
  };

  return {
    /** Hands the vectors of a base over to the database, where it compares them and they are many. */
    async handOver(base: BaseId, model: string): Promise<void> {
      const { vectors = 0 } = (await countVectors.first(pool, { ...base, model })) ?? {};
      if (vectors <= maxHeld || !(await isComparing())) return;
      while (((await fillVectorColumn.first(pool, { ...base, limit: FILLED_AT_ONCE }))?.filled ?? 0) > 0);
    },
    /** The vectors as of a state; `former`: what was opened before. Undefined where they are too many. */
    async open(base: BaseId, state: EmbeddingState, former: BaseVectors | undefined): Promise<BaseVectors | undefined> {
      if (former?.model === state.model && former.batch === state.batch) return former;
      const { vectors = 0, passages = 0 } = (await countVectors.first(pool, { ...base, model: state.model })) ?? {};
      const isAsked = vectors > maxHeld && (await isComparing());
      // One that is not yet filled in: all are held until they are.
      const isFilled = isAsked && (await fillVectorColumn.first(pool, { ...base, limit: 1 }))?.filled === 0;
      if (isFilled) return await askingDatabase(pool, base, { state, passages, maxWithout });
      if (vectors * state.dimensions > maxHeldBytes) return undefined;
      return await hold(pool, base, { state, former });
    },
  };
}

export type OpenVectors = ReturnType<typeof createVectorPlaces>;

type Held = BaseVectors & { set: VectorSet };

const isHeld = (vectors: BaseVectors | undefined): vectors is Held => vectors !== undefined && 'set' in vectors;

async function hold(
  pool: pg.Pool,
  base: BaseId,
  { state, former }: { state: EmbeddingState; former: BaseVectors | undefined },
): Promise<Held> {
  const { model, dimensions } = state;
  const isSame =
    isHeld(former) && former.model === model && (former.dimensions === dimensions || former.passages === 0);
  const set = isSame ? former.set : createVectorSet(model);
  const batch = isSame ? former.batch : -1;
  await readInto(pool, set, { ...base, model, batch });
  return {
    set,
    model,
    batch: state.batch,
    get dimensions() {
      return set.dimensions;
    },
    get passages() {
      return set.passages;
    },
    get bytes() {
      return set.bytes;
    },
    has: set.has,
    of: async (passageId, part) => set.of(passageId, part),
    nearest: async (asked, isLeftOut) => set.nearest(asked, { limit: NEAR_PASSAGES, ...(isLeftOut && { isLeftOut }) }),
    forget: set.remove,
  };
}

/** The rows of a passage stand beside each other, and may lie in two pages. */
async function readInto(
  pool: pg.Pool,
  set: VectorSet,
  { batch, ...where }: BaseId & { model: string; batch: number },
): Promise<void> {
  let place = { afterBatch: batch, afterId: LAST_ID, afterHash: '' };
  let open: { passageId: string; parts: PackedPart[] } = { passageId: FIRST_ID, parts: [] };
  const putOpen = () => {
    if (open.parts.length > 0) set.put(open.passageId, open.parts);
  };
  for (;;) {
    const page = await readVectors.all(pool, { ...where, ...place, limit: PAGE_SIZE });
    for (const { passageId, part, vector } of page) {
      if (passageId !== open.passageId) {
        putOpen();
        open = { passageId, parts: [] };
      }
      open.parts.push({ part, vector: new Int8Array(vector) });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) break;
    place = { afterBatch: last.batch, afterId: last.passageId, afterHash: last.textHash };
  }
  putOpen();
}

async function askingDatabase(
  pool: pg.Pool,
  base: BaseId,
  { state, passages, maxWithout }: { state: EmbeddingState; passages: number; maxWithout: number },
): Promise<BaseVectors | undefined> {
  const { model, dimensions, batch } = state;
  const without = await findWithoutVectors.all(pool, { ...base, model, limit: maxWithout + 1 });
  if (without.length > maxWithout) return undefined;
  const unknown = new Set(without.map(({ id }) => id));
  return {
    ...{ model, dimensions, batch, passages, bytes: 0 },
    has: (passageId) => !unknown.has(passageId),
    async of(passageId, part) {
      const rows = await findVectorsOf.all(pool, { ...base, model, ids: [passageId] });
      const row = rows.find((each) => each.part === part);
      return row && unpackVector(new Int8Array(row.vector));
    },
    async nearest(asked, isLeftOut) {
      if (asked.length !== dimensions) return [];
      // Several texts of one passage may be near, and some may not count.
      const limit = NEAR_PASSAGES * 4;
      const rows = await findNear.all(pool, { ...base, model, asked: [...asked], limit });
      const best = new Map<string, NearText>();
      for (const row of rows)
        if (!best.has(row.passageId) && isLeftOut?.(row.passageId, row.part) !== true) best.set(row.passageId, row);
      return [...best.values()].slice(0, NEAR_PASSAGES);
    },
    forget: (passageId) => unknown.add(passageId),
  };
}
