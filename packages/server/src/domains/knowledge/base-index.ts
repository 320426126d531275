import { type Boldness, limits } from '@otvet/contract';
import type pg from 'pg';
import type { Log } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { giveWay } from '../../platform/time/give-way.ts';
import {
  type BaseId,
  bytesOf,
  type Copy,
  emptyCopy,
  loadCopy,
  type Refreshing,
  readTexts,
  readTextsNow,
} from './base-copy.ts';
import type { BaseVectors } from './embedding/base-vectors.ts';
import {
  calibrateVectors,
  despiteFaults,
  nearTo,
  openVectors,
  readState,
  type VectorTools,
} from './embedding/copy-vectors.ts';
import type { Embedder } from './embedding/port.ts';
import { noteUnsearched } from './memory-store.ts';
import {
  type Calibration,
  calibrateIndex,
  type NearPassages,
  type PassageIndex,
  type RetrievalModel,
  SHARED_BYTES,
  wantsCalibration,
} from './retrieval/index.ts';
import { findExisting, type PassageText, readRevision } from './store.ts';

/** How long a copy is used before its revision is looked at again: what another node changed shows within this time. */
const FRESH_MS = 1000;
/** Memory of the copies of all bases; beyond it the least used base goes, and is read again when it is asked. */
const MAX_BYTES = 400_000_000;
/** Of one base: no less than all the knowledge of an account may take, so that what was accepted is searched. */
const MAX_BASE_BYTES = limits.knowledgeMemoryBytes + SHARED_BYTES;

export type OpenBase = {
  index: PassageIndex;
  /** How bold it answers, by its owner's choice. */
  boldness: Boldness;
  /** Texts of passages by id; ids that are gone are missing. */
  texts(ids: string[]): Promise<Map<string, PassageText>>;
  /** What its vectors say to a question; undefined where words alone decide. */
  near(query: string): Promise<(NearPassages & { calibration: Calibration }) | undefined>;
  /** What it knows of its certainty, with vectors where these are used. */
  calibration: Calibration | undefined;
  /** Its vectors as of a batch, whether they help or not, undefined where they are too many; nothing where there are none. */
  openVectors(): Promise<{ vectors: BaseVectors | undefined; embedder: Embedder; batch: number } | undefined>;
};

const keyOf = (base: BaseId) => `${base.accountId}:${base.knowledgeBaseId}`;

function evict(copies: Map<string, Copy>, { keep, maxBytes }: { keep: string; maxBytes: number }): void {
  let total = [...copies.values()].reduce((sum, copy) => sum + bytesOf(copy), 0);
  const others = [...copies].filter(([key]) => key !== keep).sort(([, left], [, right]) => left.usedAt - right.usedAt);
  for (const [key, copy] of others) {
    if (total <= maxBytes) return;
    copies.delete(key);
    total -= bytesOf(copy);
  }
}

type BaseIndexDeps = {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  maxBytes?: number | undefined;
  maxBaseBytes?: number | undefined;
  retrievalModel?: RetrievalModel | undefined;
  /** Left out where bases are searched by words alone. */
  vectors?: VectorTools | undefined;
  /** Another number of passages than before does not fit in. */
  unsearchedChanged?(base: BaseId): void;
};

/** Search copies of knowledge bases in memory, brought up to date by revision. */
export function createBaseIndexes(deps: BaseIndexDeps) {
  const { pool, clock, maxBytes = MAX_BYTES } = deps;
  const copies = new Map<string, Copy>();

  async function openAll(copy: Copy, base: BaseId): ReturnType<OpenBase['openVectors']> {
    const { embedder, state } = copy.vectors;
    if (deps.vectors === undefined || embedder === undefined || state === undefined) return undefined;
    const vectors = await openVectors(deps.vectors, copy.vectors, { base, isMeasuring: true });
    return { vectors, embedder, batch: state.batch };
  }

  /** The copy of a base, and how it is brought up to date if it is not. */
  function find(base: BaseId): Copy {
    const key = keyOf(base);
    const now = clock.now().getTime();
    const copy = copies.get(key) ?? emptyCopy(base);
    copies.set(key, copy);
    copy.usedAt = now;
    const isFresh = now - copy.checkedAt < FRESH_MS && now >= copy.checkedAt;
    if (!isFresh) copy.refreshing ??= beginRefresh(copy, base);
    return copy;
  }

  function beginRefresh(copy: Copy, base: BaseId): Refreshing {
    const { promise: takesLong, resolve: onMany } = Promise.withResolvers<void>();
    const done = refresh(deps, { copy, base, onMany }).finally(() => {
      copy.refreshing = undefined;
    });
    const kept = done.then((isThere) => {
      if (isThere) evict(copies, { keep: keyOf(base), maxBytes });
      else copies.delete(keyOf(base));
      return isThere;
    });
    return { done: kept, takesLong };
  }

  const toOpen = (copy: Copy, base: BaseId): OpenBase => ({
    index: copy.index,
    boldness: copy.boldness,
    texts: (ids) => readTexts(pool, copy, { base, ids }),
    near: async (query) =>
      deps.vectors && (await nearTo(deps.vectors, { copy: copy.vectors, index: copy.index, query })),
    calibration: copy.vectors.known?.calibration ?? copy.index.calibration,
    openVectors: () => openAll(copy, base),
  });

  /** The base ready for a search, as fresh as a second; undefined when there is no such base in the account. */
  async function open(base: BaseId): Promise<OpenBase | undefined> {
    const copy = find(base);
    // A refresh that began before a change of this node does not show it.
    const isBehind = copy.seenTouches < copy.touches;
    if (copy.refreshing !== undefined && !(await copy.refreshing.done)) return undefined;
    return isBehind ? await open(base) : toOpen(copy, base);
  }

  return {
    open,
    /**
     * The same while a long document is taken in: what is there already, without a wait, and its texts as they are now.
     * Undefined: `open` waits for little.
     */
    async openMeanwhile(base: BaseId): Promise<OpenBase | undefined> {
      const copy = find(base);
      const { refreshing } = copy;
      if (refreshing === undefined || copy.revision === 0) return undefined;
      const isLong = await Promise.race([refreshing.takesLong.then(() => true), refreshing.done.then(() => false)]);
      if (!isLong || copy.revision === 0) return undefined;
      return { ...toOpen(copy, base), texts: (ids) => readTextsNow(pool, base, ids) };
    },
    /** Waits until a base knows all that it finds out about itself beside the questions. */
    async settled(base: BaseId): Promise<void> {
      const { calibrating, vectors } = copies.get(keyOf(base)) ?? {};
      await calibrating;
      await vectors?.calibrating;
    },
    /** How many bases are in memory, and what they take. */
    get held() {
      return { bases: copies.size, bytes: [...copies.values()].reduce((sum, copy) => sum + bytesOf(copy), 0) };
    },
    /** It was deleted: nobody asks it again, and no new one would take its place in memory for long. */
    drop: (base: BaseId) => void copies.delete(keyOf(base)),
    /** The same for what other nodes deleted; gives how many there were. */
    dropDeleted: () => dropDeleted(pool, copies),
    /** A change of this node: the next search looks at once. */
    touch(base: BaseId): void {
      const copy = copies.get(keyOf(base));
      if (copy === undefined) return;
      copy.checkedAt = 0;
      copy.touches += 1;
    },
  };
}

async function dropDeleted(pool: pg.Pool, copies: Map<string, Copy>): Promise<number> {
  const held = [...copies.values()].map(({ base }) => base);
  if (held.length === 0) return 0;
  const accountIds = held.map(({ accountId }) => accountId);
  const ids = held.map(({ knowledgeBaseId }) => knowledgeBaseId);
  const there = new Set((await findExisting.all(pool, { accountIds, ids })).map(keyOf));
  const gone = held.map(keyOf).filter((key) => !there.has(key));
  for (const key of gone) copies.delete(key);
  return gone.length;
}

type Refresh = { copy: Copy; base: BaseId; onMany(): void };

/** False when the base is gone. */
async function refresh(deps: BaseIndexDeps, { copy, base, onMany }: Refresh): Promise<boolean> {
  const { pool, clock, maxBaseBytes = MAX_BASE_BYTES } = deps;
  const { vectors } = deps;
  const { touches } = copy;
  copy.seenTouches = touches;
  if (vectors) Object.assign(copy.vectors, await despiteFaults(vectors, () => readState(vectors, base)));
  const target = await readRevision.first(pool, base);
  if (!target) return false;
  if (target.revision > copy.revision || target.removedRevision > copy.removedRevision)
    await loadCopy(pool, copy, { base, target, maxBytes: maxBaseBytes, onMany });
  copy.boldness = target.boldness;
  if (vectors) await despiteFaults(vectors, () => openVectors(vectors, copy.vectors, { base }));
  await calibrate(deps, copy);
  if (vectors) calibrateVectors(vectors, copy.vectors, copy.index);
  if (target.unsearched !== copy.unsearched) await tellUnsearched(deps, base, copy);
  copy.checkedAt = touches === copy.touches ? clock.now().getTime() : 0;
  return true;
}

/** The first time before anything is asked; after a change beside the questions, which are answered as before until then. */
async function calibrate(deps: BaseIndexDeps, copy: Copy): Promise<void> {
  const { index } = copy;
  if (!wantsCalibration(index)) return;
  if (copy.uncalibratedRevision === copy.revision) return;
  copy.calibrating ??= calibrateOnce(deps, copy).finally(() => {
    copy.calibrating = undefined;
  });
  if (index.calibration === undefined) await copy.calibrating;
}

/** A base that cannot find out how sure it must be answers from the usual threshold, and tries again once it has changed. */
async function calibrateOnce({ log, retrievalModel }: BaseIndexDeps, copy: Copy): Promise<void> {
  const { index, revision } = copy;
  // The first time questions wait for it.
  const pause = index.calibration === undefined ? undefined : giveWay;
  try {
    await calibrateIndex(index, { model: retrievalModel, pause });
  } catch (error) {
    copy.uncalibratedRevision = revision;
    log.error({ err: error }, 'a knowledge base could not be calibrated');
  }
}

/** The base says on every node what its search leaves out. */
async function tellUnsearched(
  { pool, log, unsearchedChanged }: BaseIndexDeps,
  base: BaseId,
  { revision, unsearched }: Copy,
): Promise<void> {
  if ((await noteUnsearched.run(pool, { ...base, revision, unsearched })) === 0) return;
  if (unsearched > 0)
    log.warn({ ...base, unsearched }, 'a knowledge base is too big: its newest passages are not searched');
  unsearchedChanged?.(base);
}
