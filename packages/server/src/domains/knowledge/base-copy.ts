import type { Boldness } from '@otvet/contract';
import type pg from 'pg';
import { type CopyVectors, emptyVectors } from './embedding/copy-vectors.ts';
import { linesOf } from './lines-of.ts';
import type { Passage, PassageIndex } from './retrieval/index.ts';
import { createPassageIndex, removeInSlices, upsertInSlices } from './retrieval/index.ts';
import { findPassages, type PassageText, readChangedPassages, readOldestPassages, readPassageIds } from './store.ts';

const PAGE_SIZE = 2000;
/** Changes beyond these are many: taking them in lasts longer than a question should wait. */
const FEW_CHANGES = 50;
const CHANGES_PAGE = 500;
/** To know which passages are gone, the ids of all are read: of more than these too long as well. */
const FEW_IDS = 1000;
const MAX_TEXTS = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type BaseId = { accountId: string; knowledgeBaseId: string };

/** A copy on its way to the newest revision: `done` is false when the base is gone; `takesLong` settles if much has changed. */
export type Refreshing = { done: Promise<boolean>; takesLong: Promise<void> };

/** A base in memory, as of a revision. */
export type Copy = {
  base: BaseId;
  index: PassageIndex;
  vectors: CopyVectors;
  revision: number;
  removedRevision: number;
  /** Passages that did not fit in. */
  unsearched: number;
  boldness: Boldness;
  /** Changes of this node, and how many of them the last refresh began with. */
  touches: number;
  seenTouches: number;
  checkedAt: number;
  usedAt: number;
  texts: Map<string, PassageText>;
  /** A calibration that is under way. */
  calibrating: Promise<void> | undefined;
  /** The revision at which the last calibration failed, if one did. */
  uncalibratedRevision: number | undefined;
  refreshing: Refreshing | undefined;
};

export const emptyCopy = ({ accountId, knowledgeBaseId }: BaseId): Copy => ({
  base: { accountId, knowledgeBaseId },
  index: createPassageIndex(),
  vectors: emptyVectors(),
  revision: 0,
  removedRevision: 0,
  unsearched: 0,
  boldness: 'usual',
  touches: 0,
  seenTouches: 0,
  checkedAt: 0,
  usedAt: 0,
  texts: new Map(),
  calibrating: undefined,
  uncalibratedRevision: undefined,
  refreshing: undefined,
});

/** What it takes in memory, about. */
export const bytesOf = ({ index, vectors }: Copy): number => index.bytes + (vectors.held?.bytes ?? 0);

type Load = {
  base: BaseId;
  target: { revision: number; removedRevision: number };
  maxBytes: number;
  /** Much has changed: what is in the copy can be asked meanwhile. */
  onMany(): void;
};

/**
 * Brings a copy to a revision, in pages and slices between which other work goes on. One that outgrows its bound is
 * read again from the oldest passage on, so that the same ones are left out on every node.
 */
export async function loadCopy(pool: pg.Pool, copy: Copy, load: Load): Promise<void> {
  const isPartial = copy.revision === 0 || copy.unsearched > 0;
  if (isPartial || !(await loadChanges(pool, copy, load))) await loadWhole(pool, copy, load);
  // A new one: a read that began before must not bring back what it found then.
  copy.texts = new Map();
  copy.revision = load.target.revision;
  copy.removedRevision = load.target.removedRevision;
}

/**
 * False when the copy would outgrow its bound. What is new comes first: whoever asks meanwhile finds a price that is read
 * anew in one place or the other, and never none.
 */
async function loadChanges(pool: pg.Pool, copy: Copy, load: Load): Promise<boolean> {
  if (!(await takeInChanged(pool, copy, load))) return false;
  if (load.target.removedRevision > copy.removedRevision) await removeGone(pool, copy, load);
  return true;
}

async function takeInChanged(pool: pg.Pool, copy: Copy, { base, maxBytes, onMany }: Load): Promise<boolean> {
  let place = { afterRevision: copy.revision, afterId: LAST_ID };
  for (let limit = FEW_CHANGES; ; limit = CHANGES_PAGE) {
    const page = await readChangedPassages.all(pool, { ...base, ...place, limit });
    const isLast = page.length < limit;
    if (!isLast) onMany();
    for (const { id } of page) copy.vectors.held?.forget(id);
    if (!(await upsertWithin(copy.index, { rows: page, maxBytes }))) return false;
    const last = page.at(-1);
    if (!last || isLast) return true;
    place = { afterRevision: last.revision, afterId: last.id };
  }
}

async function removeGone(pool: pg.Pool, { index, vectors }: Copy, { base, onMany }: Load): Promise<void> {
  if (index.size > FEW_IDS) onMany();
  const present = new Set((await readPassageIds.all(pool, base)).map(({ id }) => id));
  const gone = [...index.ids()].filter((id) => !present.has(id));
  if (gone.length > FEW_CHANGES) onMany();
  await removeInSlices(index, gone);
  for (const id of gone) vectors.held?.forget(id);
}

async function loadWhole(pool: pg.Pool, copy: Copy, { base, maxBytes }: Load): Promise<void> {
  const { calibration } = copy.index;
  copy.index = createPassageIndex();
  copy.vectors.held = undefined;
  // What the base knew of itself serves until it is calibrated anew.
  copy.index.calibration = calibration && { ...calibration, changes: 0 };
  // A load that fails midway begins anew.
  copy.revision = 0;
  copy.unsearched = 0;
  let place = { afterTime: '', afterId: FIRST_ID };
  for (;;) {
    const page = await readOldestPassages.all(pool, { ...base, ...place, limit: PAGE_SIZE });
    const isWhole = await upsertWithin(copy.index, { rows: page, maxBytes });
    if (!isWhole) copy.unsearched = (await readPassageIds.all(pool, base)).length - copy.index.size;
    const last = page.at(-1);
    if (!isWhole || !last || page.length < PAGE_SIZE) return;
    place = { afterTime: last.createdText, afterId: last.id };
  }
}

/** Puts passages in as long as there is room; false when some stayed out. */
async function upsertWithin(
  index: PassageIndex,
  { rows, maxBytes }: { rows: Omit<PassageText, 'photos' | 'heading' | 'sourceName'>[]; maxBytes: number },
): Promise<boolean> {
  let isWhole = true;
  function* whileThereIsRoom(): Generator<Passage> {
    for (const row of rows) {
      isWhole = index.bytes < maxBytes;
      if (!isWhole) return;
      yield { id: row.id, kind: row.kind, question: row.question, phrasings: linesOf(row.phrasings), text: row.body };
    }
  }
  await upsertInSlices(index, whileThereIsRoom());
  return isWhole;
}

/** Texts of passages as they are at this moment; ids that are gone are missing. */
export async function readTextsNow(pool: pg.Pool, base: BaseId, ids: string[]): Promise<Map<string, PassageText>> {
  const found = await findPassages.all(pool, { ...base, ids });
  return new Map(found.map((text) => [text.id, text]));
}

/** Texts of passages, kept while the base does not change. */
export async function readTexts(
  pool: pg.Pool,
  copy: Copy,
  { base, ids }: { base: BaseId; ids: string[] },
): Promise<Map<string, PassageText>> {
  const { texts } = copy;
  const missing = ids.filter((id) => !texts.has(id));
  if (missing.length > 0) {
    if (texts.size > MAX_TEXTS) texts.clear();
    for (const [id, text] of await readTextsNow(pool, base, missing)) texts.set(id, text);
  }
  const found = new Map<string, PassageText>();
  for (const id of ids) {
    const text = texts.get(id);
    if (text) found.set(id, text);
  }
  return found;
}
