import { type KnowledgeBase, limits } from '@otvet/contract';
import { createAudit } from '../../platform/audit/index.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { KnowledgeDeps } from './deps.ts';
import { dropFiles } from './drop-files.ts';
import { releasePhotos } from './photos/pair-files.ts';
import { listPhotosOfBase } from './photos/photo-store.ts';
import { deleteSourcesOf } from './sources/source-store.ts';
import { type BaseRow, deleteBase, findShownBase, insertBase, listBases, renameBase } from './store.ts';
import { withinMemory } from './within-memory.ts';

export type Changed = (accountId: string, knowledgeBaseId: string) => void;

/** A base with the channels that answer from it. */
export async function requireBase(
  deps: Pick<KnowledgeDeps, 'pool' | 'channels' | 'clock'>,
  accountId: string,
  id: string,
): Promise<KnowledgeBase> {
  const [row, channels] = await Promise.all([
    findShownBase.first(deps.pool, { accountId, id, today: todayOf(deps) }),
    deps.channels.list(accountId),
  ]);
  if (!row) throw new AppError('knowledge.not_found');
  return toBase(row, channels);
}

/** Knowledge bases of an account. */
export function createBases(deps: KnowledgeDeps, { changed, deleted }: { changed: Changed; deleted: Changed }) {
  const audit = createAudit(deps);
  return {
    async list(accountId: string): Promise<KnowledgeBase[]> {
      const [rows, channels] = await Promise.all([
        listBases.all(deps.pool, { accountId, today: todayOf(deps) }),
        deps.channels.list(accountId),
      ]);
      return rows.map((row) => toBase(row, channels));
    },
    find: (accountId: string, id: string) => requireBase(deps, accountId, id),
    async create(input: { accountId: string; name: string }): Promise<KnowledgeBase> {
      const id = deps.newId();
      await withinMemory(deps, input.accountId, async (tx) => {
        const { length } = await listBases.all(tx, { accountId: input.accountId, today: todayOf(deps) });
        if (length >= limits.knowledgeBases) throw new AppError('knowledge.limit');
        await insertBase.run(tx, { ...input, id, now: deps.clock.now() });
        const { accountId, name } = input;
        const details = { name };
        await audit.record({ accountId, action: 'knowledge.base_created', object: objectOf(id), details }, tx);
      });
      changed(input.accountId, id);
      return await requireBase(deps, input.accountId, id);
    },
    async rename(input: { accountId: string; id: string; name: string }): Promise<KnowledgeBase> {
      await withTransaction(deps.pool, async (tx) => {
        if ((await renameBase.run(tx, { ...input, now: deps.clock.now() })) === 0)
          throw new AppError('knowledge.not_found');
        const { accountId, id, name } = input;
        const details = { name };
        await audit.record({ accountId, action: 'knowledge.base_renamed', object: objectOf(id), details }, tx);
      });
      changed(input.accountId, input.id);
      return await requireBase(deps, input.accountId, input.id);
    },
    async remove(accountId: string, id: string): Promise<void> {
      const { detached, gone } = await withinMemory(deps, accountId, async (tx) => {
        const shown = await listPhotosOfBase.all(tx, { accountId, knowledgeBaseId: id });
        if ((await deleteBase.run(tx, { accountId, id })) === 0) throw new AppError('knowledge.not_found');
        await audit.record({ accountId, action: 'knowledge.base_deleted', object: objectOf(id) }, tx);
        const sources = await deleteSourcesOf.all(tx, { accountId, knowledgeBaseId: id });
        const detached = await deps.channels.detachBase({ accountId, knowledgeBaseId: id }, tx);
        const photos = await releasePhotos(deps, { accountId, photos: shown.flatMap(({ photos }) => photos) }, tx);
        const fileIds = sources.flatMap(({ fileId }) => fileId ?? []);
        const documents = (await deps.files?.discard({ accountId, fileIds }, tx)) ?? [];
        return { detached, gone: [...photos, ...documents] };
      });
      await dropFiles(deps, { accountId, fileIds: gone });
      deps.channels.noteChanged(accountId, detached);
      deleted(accountId, id);
    },
  };
}

const DAY_CHARACTERS = 10;
/** The day as the server counts it. */
export const todayOf = ({ clock }: Pick<KnowledgeDeps, 'clock'>): string =>
  clock.now().toISOString().slice(0, DAY_CHARACTERS);

const objectOf = (id: string) => `knowledge base:${id}`;

function toBase(row: BaseRow, channels: Awaited<ReturnType<KnowledgeDeps['channels']['list']>>): KnowledgeBase {
  return {
    id: row.id,
    name: row.name,
    pairs: row.pairs,
    unsearched: row.unsearched,
    sources: row.sources,
    unreadSources: row.unreadSources,
    knownSources: row.knownSources,
    findings: row.findings,
    isChecked: row.isChecked,
    channels: channels
      .filter(({ settings }) => settings.knowledgeBaseId === row.id)
      .map(({ id, name, type }) => ({ id, name, type })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
