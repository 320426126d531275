import { type CheckPeriod, isAllowed, type KnowledgeSource, type Permission, type Role } from '@otvet/contract';
import { type AuditEntry, createAudit } from '../../../platform/audit/index.ts';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { dropFiles } from '../drop-files.ts';
import { withinMemory } from '../within-memory.ts';
import type { SourceTools } from './deps.ts';
import { earliestLook } from './earliest-look.ts';
import { showSource } from './show-source.ts';
import { deleteAllPassages, raiseRevision } from './source-passage-store.ts';
import { askAgain, deleteSource, findSource, type SourceRow, setPeriod } from './source-store.ts';

type Key = { accountId: string; id: string };
type Member = Key & { role: Role };

/** Tries a failed one once more, or looks now whether a link has changed. Nothing happens while it is being read. */
export async function readAgain(deps: SourceTools, { role, ...key }: Member): Promise<KnowledgeSource> {
  const now = deps.clock.now();
  const row = await withTransaction(deps.pool, async (tx) => {
    const former = requireMayManage(role, await findSource.first(tx, key));
    const dueAt = earliestLook(former, now);
    const asked = await askAgain.first(tx, { ...key, dueAt, now });
    if (asked === undefined) return former;
    await record(deps, tx, { ...key, action: 'knowledge.source_asked', source: former });
    if (dueAt === null) await deps.enqueue({ ...asked, accountId: key.accountId }, { tx });
    return asked;
  });
  deps.tell({ ...row, accountId: key.accountId });
  return showSource(row);
}

/** How often a link is looked at by itself. */
export async function setCheck(
  deps: SourceTools,
  { role, checkEvery, ...key }: Member & { checkEvery: CheckPeriod },
): Promise<KnowledgeSource> {
  const row = await withTransaction(deps.pool, async (tx) => {
    const former = requireMayManage(role, await findSource.first(tx, key));
    if (former.kind === 'file' && checkEvery !== 'never')
      throw new AppError('request.invalid', { details: { checkEvery: 'file' } });
    const changed = await setPeriod.first(tx, { ...key, checkEvery, now: deps.clock.now() });
    if (changed === undefined) throw new AppError('knowledge.source_not_found');
    await record(deps, tx, { ...key, action: 'knowledge.source_changed', source: former, details: { checkEvery } });
    return changed;
  });
  deps.tell({ ...row, accountId: key.accountId });
  return showSource(row);
}

/** Removes a source, its passages and its file; a reading that runs ends without effect. */
export async function removeSource(deps: SourceTools, { role, ...key }: Member): Promise<void> {
  const { accountId } = key;
  const gone = await withinMemory(deps, accountId, async (tx) => {
    requireMayManage(role, await findSource.first(tx, key));
    const deleted = await deleteSource.first(tx, key);
    if (deleted === undefined) throw new AppError('knowledge.source_not_found');
    const passages = await deleteAllPassages.first(tx, { accountId, sourceId: key.id });
    if (passages !== undefined && passages.count > 0) {
      const change = { memory: -passages.memory, isRemoving: true, now: deps.clock.now() };
      await raiseRevision.first(tx, { ...change, accountId, knowledgeBaseId: deleted.knowledgeBaseId });
    }
    await record(deps, tx, { ...key, action: 'knowledge.source_deleted', source: deleted });
    const fileIds = deleted.fileId === null ? [] : [deleted.fileId];
    return { ...deleted, fileIds: await deps.files.discard({ accountId, fileIds }, tx) };
  });
  await dropFiles(deps, { accountId, fileIds: gone.fileIds });
  deps.changed(accountId, gone.knowledgeBaseId);
  deps.tell({ ...key, knowledgeBaseId: gone.knowledgeBaseId });
}

type Recorded = Key & Pick<AuditEntry, 'action' | 'details'> & { source: Pick<SourceRow, 'knowledgeBaseId' | 'kind'> };

async function record(deps: SourceTools, tx: Queryable, { accountId, id, action, source, details }: Recorded) {
  const { knowledgeBaseId, kind } = source;
  const entry = { accountId, action, object: `source:${id}`, details: { knowledgeBaseId, kind, ...details } };
  await createAudit(deps).record(entry, tx);
}

/** Files and links have permissions of their own. */
export function requireMayManage(role: Role, row: SourceRow | undefined): SourceRow {
  if (row === undefined) throw new AppError('knowledge.source_not_found');
  const permission: Permission = row.kind === 'file' ? 'manage_kb_files' : 'manage_kb_urls';
  if (!isAllowed(role, permission)) throw new AppError('auth.forbidden');
  return row;
}
