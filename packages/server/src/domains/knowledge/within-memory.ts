import { limits } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { KnowledgeDeps } from './deps.ts';
import { lockKnowledge, readMemory } from './memory-store.ts';

type Deps = Pick<KnowledgeDeps, 'pool' | 'maxAccountBytes'>;

/** Memory that the knowledge of an account takes, and may take, in bytes. */
export async function readMemoryUse(
  { pool, maxAccountBytes = limits.knowledgeMemoryBytes }: Deps,
  accountId: string,
): Promise<{ used: number; max: number }> {
  const memory = await readMemory.first(pool, { accountId });
  return { used: memory?.used ?? 0, max: maxAccountBytes };
}

/** Throws `knowledge.memory_limit` where a change that takes so many bytes more would be undone. */
export type RequireRoom = (bytes: number) => void;

/**
 * A change of an account's knowledge, one at a time. One that makes it grow over the limit, or while some of it is not
 * searched, is undone: what is accepted is searched. One that writes much asks with `requireRoom` first.
 */
export async function withinMemory<Result>(
  { pool, maxAccountBytes = limits.knowledgeMemoryBytes }: Deps,
  accountId: string,
  change: (tx: Queryable, requireRoom: RequireRoom) => Promise<Result>,
): Promise<Result> {
  return await withTransaction(pool, async (tx) => {
    await lockKnowledge.run(tx, { accountId });
    const before = await readMemory.first(tx, { accountId });
    const requireRoom: RequireRoom = (bytes) => {
      if (before === undefined || bytes <= 0) return;
      if (before.used + bytes > maxAccountBytes || before.unsearched > 0) throw new AppError('knowledge.memory_limit');
    };
    const result = await change(tx, requireRoom);
    const after = await readMemory.first(tx, { accountId });
    if (!before || !after || after.used <= before.used) return result;
    if (after.used > maxAccountBytes || after.unsearched > 0) throw new AppError('knowledge.memory_limit');
    return result;
  });
}
