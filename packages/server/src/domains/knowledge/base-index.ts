import type pg from 'pg';
import type { Clock } from '../../platform/time/clock.ts';
import { createPassageIndex, type PassageIndex, upsertInSlices } from './retrieval/index.ts';
import { findPassages, type PassageRow, readPassageIds, readPassages, readRevision } from './store.ts';

/** How long a copy is used before its revision is looked at again: what another node changed shows within this time. */
const freshMs = 1000;
const pageSize = 2000;
/** Passages held in memory over all bases; beyond it the least used base goes. */
const mostPassages = 400_000;
const mostTexts = 2000;
const firstId = '00000000-0000-0000-0000-000000000000';

type Text = Omit<PassageRow, 'revision'>;
type Copy = {
  index: PassageIndex;
  revision: number;
  removedRevision: number;
  checkedAt: number;
  usedAt: number;
  texts: Map<string, Text>;
  refreshing: Promise<boolean> | undefined;
};

type BaseId = { accountId: string; knowledgeBaseId: string };

export type OpenBase = {
  index: PassageIndex;
  /** Texts of passages by id; ids that are gone are missing. */
  texts(ids: string[]): Promise<Map<string, Text>>;
};

/** Search copies of knowledge bases in memory, brought up to date by revision. */
export function createBaseIndexes({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const copies = new Map<string, Copy>();

  async function load(copy: Copy, base: BaseId, target: { revision: number; removedRevision: number }): Promise<void> {
    let { revision: afterRevision } = copy;
    let afterId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    if (afterRevision === 0) afterId = firstId;
    for (;;) {
      const page = await readPassages(pool, { ...base, afterRevision, afterId, limit: pageSize });
      await upsertInSlices(
        copy.index,
        page.map((row) => ({ id: row.id, kind: row.kind, question: row.question, text: row.body })),
      );
      const last = page.at(-1);
      if (!last || page.length < pageSize) break;
      afterRevision = last.revision;
      afterId = last.id;
    }
    if (target.removedRevision > copy.removedRevision) {
      const present = new Set(await readPassageIds(pool, base.accountId, base.knowledgeBaseId));
      copy.index.remove([...copy.index.state.placeOfPassage.keys()].filter((id) => !present.has(id)));
    }
    copy.texts.clear();
    copy.revision = target.revision;
    copy.removedRevision = target.removedRevision;
  }

  /** False when the base is gone. */
  async function refresh(copy: Copy, base: BaseId): Promise<boolean> {
    const target = await readRevision(pool, base.accountId, base.knowledgeBaseId);
    if (!target) return false;
    if (target.revision > copy.revision || target.removedRevision > copy.removedRevision)
      await load(copy, base, target);
    copy.checkedAt = clock.now().getTime();
    return true;
  }

  function evict(keep: string): void {
    const total = () => [...copies.values()].reduce((sum, copy) => sum + copy.index.size, 0);
    while (copies.size > 1 && total() > mostPassages) {
      const [oldest] = [...copies]
        .filter(([key]) => key !== keep)
        .sort(([, left], [, right]) => left.usedAt - right.usedAt);
      if (!oldest) return;
      copies.delete(oldest[0]);
    }
  }

  async function readTexts(copy: Copy, base: BaseId, ids: string[]): Promise<Map<string, Text>> {
    const missing = ids.filter((id) => !copy.texts.has(id));
    if (missing.length > 0) {
      if (copy.texts.size > mostTexts) copy.texts.clear();
      for (const text of await findPassages(pool, { ...base, ids: missing })) copy.texts.set(text.id, text);
    }
    return new Map(
      ids.flatMap((id) => {
        const text = copy.texts.get(id);
        return text ? [[id, text] as const] : [];
      }),
    );
  }

  return {
    /** The base ready for a search, as fresh as a second; undefined when there is no such base in the account. */
    async open(base: BaseId): Promise<OpenBase | undefined> {
      const key = `${base.accountId}:${base.knowledgeBaseId}`;
      const now = clock.now().getTime();
      const copy = copies.get(key) ?? {
        index: createPassageIndex(),
        revision: 0,
        removedRevision: 0,
        checkedAt: 0,
        usedAt: now,
        texts: new Map(),
        refreshing: undefined,
      };
      copies.set(key, copy);
      copy.usedAt = now;
      if (now - copy.checkedAt >= freshMs || now < copy.checkedAt) {
        copy.refreshing ??= refresh(copy, base).finally(() => {
          copy.refreshing = undefined;
        });
        if (!(await copy.refreshing)) {
          copies.delete(key);
          return undefined;
        }
        evict(key);
      }
      return { index: copy.index, texts: (ids) => readTexts(copy, base, ids) };
    },
    /** A change of this node: the next search looks at once. */
    touch(base: BaseId): void {
      const copy = copies.get(`${base.accountId}:${base.knowledgeBaseId}`);
      if (copy) copy.checkedAt = 0;
    },
  };
}

export type BaseIndexes = ReturnType<typeof createBaseIndexes>;
