import type pg from 'pg';
import type { Passage, PassageIndex } from './retrieval/index.ts';
import { upsertInSlices } from './retrieval/index.ts';
import { findPassages, type PassageText, readPassageIds, readPassages } from './store.ts';

const PAGE_SIZE = 2000;
const MAX_TEXTS = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type BaseId = { accountId: string; knowledgeBaseId: string };

/** A base in memory, as of a revision. */
export type Copy = {
  index: PassageIndex;
  revision: number;
  removedRevision: number;
  checkedAt: number;
  usedAt: number;
  texts: Map<string, PassageText>;
  refreshing: Promise<boolean> | undefined;
};

/** Brings a copy to a revision: what changed is read page by page and indexed in slices, so that other work goes on. */
export async function loadCopy(
  pool: pg.Pool,
  copy: Copy,
  { base, target, maxBytes }: { base: BaseId; target: { revision: number; removedRevision: number }; maxBytes: number },
): Promise<void> {
  let place = { afterRevision: copy.revision, afterId: copy.revision === 0 ? FIRST_ID : LAST_ID };
  for (;;) {
    const page = await readPassages.all(pool, { ...base, ...place, limit: PAGE_SIZE });
    await upsertInSlices(copy.index, whileThereIsRoom(copy, { rows: page, maxBytes }));
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) break;
    place = { afterRevision: last.revision, afterId: last.id };
  }
  if (target.removedRevision > copy.removedRevision) {
    const present = new Set((await readPassageIds.all(pool, base)).map(({ id }) => id));
    copy.index.remove([...copy.index.ids()].filter((id) => !present.has(id)));
  }
  copy.texts.clear();
  copy.revision = target.revision;
  copy.removedRevision = target.removedRevision;
}

/** Beyond the bound of one base its further passages are not searched; no more can be added then. */
function* whileThereIsRoom(
  { index }: Copy,
  { rows, maxBytes }: { rows: (PassageText & { revision: number })[]; maxBytes: number },
): Generator<Passage> {
  for (const row of rows) {
    if (index.bytes >= maxBytes) return;
    yield { id: row.id, kind: row.kind, question: row.question, text: row.body };
  }
}

/** Texts of passages, kept while the base does not change. */
export async function readTexts(
  pool: pg.Pool,
  copy: Copy,
  { base, ids }: { base: BaseId; ids: string[] },
): Promise<Map<string, PassageText>> {
  const missing = ids.filter((id) => !copy.texts.has(id));
  if (missing.length > 0) {
    if (copy.texts.size > MAX_TEXTS) copy.texts.clear();
    for (const text of await findPassages.all(pool, { ...base, ids: missing })) copy.texts.set(text.id, text);
  }
  const found = new Map<string, PassageText>();
  for (const id of ids) {
    const text = copy.texts.get(id);
    if (text) found.set(id, text);
  }
  return found;
}
