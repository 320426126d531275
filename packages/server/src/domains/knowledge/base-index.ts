import type pg from 'pg';
import type { Clock } from '../../platform/time/clock.ts';
import { type BaseId, type Copy, loadCopy, readTexts } from './base-copy.ts';
import { createPassageIndex, type PassageIndex } from './retrieval/index.ts';
import { type PassageText, readRevision } from './store.ts';

/** How long a copy is used before its revision is looked at again: what another node changed shows within this time. */
const FRESH_MS = 1000;
/** Memory of the copies of all bases; beyond it the least used base goes, and is read again when it is asked. */
const MAX_BYTES = 400_000_000;
/** Of one base: some 25 million characters of ordinary text, or 3 million of invented words. */
const MAX_BASE_BYTES = 150_000_000;

export type OpenBase = {
  index: PassageIndex;
  /** Texts of passages by id; ids that are gone are missing. */
  texts(ids: string[]): Promise<Map<string, PassageText>>;
};

const keyOf = (base: BaseId) => `${base.accountId}:${base.knowledgeBaseId}`;

const emptyCopy = (): Copy => ({
  index: createPassageIndex(),
  revision: 0,
  removedRevision: 0,
  checkedAt: 0,
  usedAt: 0,
  texts: new Map(),
  refreshing: undefined,
});

function evict(copies: Map<string, Copy>, { keep, maxBytes }: { keep: string; maxBytes: number }): void {
  let total = [...copies.values()].reduce((sum, copy) => sum + copy.index.bytes, 0);
  const others = [...copies].filter(([key]) => key !== keep).sort(([, left], [, right]) => left.usedAt - right.usedAt);
  for (const [key, copy] of others) {
    if (total <= maxBytes) return;
    copies.delete(key);
    total -= copy.index.bytes;
  }
}

/** Search copies of knowledge bases in memory, brought up to date by revision. */
type BaseIndexDeps = { pool: pg.Pool; clock: Clock; maxBytes?: number | undefined; maxBaseBytes?: number | undefined };

export function createBaseIndexes(deps: BaseIndexDeps) {
  const { pool, clock, maxBytes = MAX_BYTES, maxBaseBytes = MAX_BASE_BYTES } = deps;
  const copies = new Map<string, Copy>();

  /** False when the base is gone. */
  async function refresh(copy: Copy, base: BaseId): Promise<boolean> {
    const target = await readRevision.first(pool, base);
    if (!target) return false;
    if (target.revision > copy.revision || target.removedRevision > copy.removedRevision)
      await loadCopy(pool, copy, { base, target, maxBytes: maxBaseBytes });
    copy.checkedAt = clock.now().getTime();
    return true;
  }

  return {
    /** The base ready for a search, as fresh as a second; undefined when there is no such base in the account. */
    async open(base: BaseId): Promise<OpenBase | undefined> {
      const key = keyOf(base);
      const now = clock.now().getTime();
      const copy = copies.get(key) ?? emptyCopy();
      copies.set(key, copy);
      copy.usedAt = now;
      if (now - copy.checkedAt >= FRESH_MS || now < copy.checkedAt) {
        copy.refreshing ??= refresh(copy, base).finally(() => {
          copy.refreshing = undefined;
        });
        if (!(await copy.refreshing)) {
          copies.delete(key);
          return undefined;
        }
        evict(copies, { keep: key, maxBytes });
      }
      return { index: copy.index, texts: (ids) => readTexts(pool, copy, { base, ids }) };
    },
    /** True when the search copy of the base may not grow: as far as it is in memory, where alone it costs. */
    isFull(base: BaseId): boolean {
      return (copies.get(keyOf(base))?.index.bytes ?? 0) >= maxBaseBytes;
    },
    /** How many bases are in memory, and what they take. */
    get held() {
      return { bases: copies.size, bytes: [...copies.values()].reduce((sum, copy) => sum + copy.index.bytes, 0) };
    },
    /** A change of this node: the next search looks at once. */
    touch(base: BaseId): void {
      const copy = copies.get(keyOf(base));
      if (copy) copy.checkedAt = 0;
    },
  };
}
