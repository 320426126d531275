import type { KnowledgeSource, SourcePassage } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requireBase } from '../bases.ts';
import type { SourcesDeps } from './deps.ts';
import { showSource } from './show-source.ts';
import { countBefore, countPassages, findPassage, listPassages, type PassageRow } from './source-passage-store.ts';
import { countSources, findSource, listSources } from './source-store.ts';

/** A page of what a base is taught from, newest first. */
export async function listPage(
  deps: SourcesDeps,
  page: { accountId: string; knowledgeBaseId: string; limit: number; offset: number },
): Promise<{ sources: KnowledgeSource[]; count: number }> {
  await requireBase(deps, page.accountId, page.knowledgeBaseId);
  const [rows, found] = await Promise.all([listSources.all(deps.pool, page), countSources.first(deps.pool, page)]);
  return { sources: rows.map(showSource), count: found?.count ?? 0 };
}

type Page = { accountId: string; id: string; search: string; limit: number; offset: number };
type OpenedSource = {
  source: KnowledgeSource;
  passages: SourcePassage[];
  count: number;
  offset: number;
  fileUrl: string | null;
};

/** A page of a source's passages in their order; the one that holds `passageId` where it is given. */
export async function readPassages(
  deps: SourcesDeps,
  { passageId, ...page }: Page & { passageId?: string | undefined },
): Promise<OpenedSource> {
  const { accountId, id: sourceId, limit } = page;
  const row = await findSource.first(deps.pool, page);
  if (row === undefined) throw new AppError('knowledge.source_not_found');
  const search = passageId === undefined ? page.search.trim().toLowerCase() : '';
  const offset = passageId === undefined ? page.offset : await findOffset(deps, { ...page, passageId });
  const [rows, found] = await Promise.all([
    listPassages.all(deps.pool, { accountId, sourceId, search, limit, offset }),
    search === '' ? { count: row.passages } : countPassages.first(deps.pool, { accountId, sourceId, search }),
  ]);
  const fileUrl = row.fileId && deps.files.links.make({ accountId, fileId: row.fileId });
  return { source: showSource(row), passages: rows.map(showPassage), count: found?.count ?? 0, offset, fileUrl };
}

/** A passage that an answer stands on, with its source. Throws `knowledge.passage_not_found` where it is gone. */
export async function readPassage(
  { pool }: Pick<SourcesDeps, 'pool'>,
  { accountId, id }: { accountId: string; id: string },
): Promise<{ source: KnowledgeSource; passage: SourcePassage }> {
  const found = await findPassage.first(pool, { accountId, id });
  const row = found?.sourceId ? await findSource.first(pool, { accountId, id: found.sourceId }) : undefined;
  if (found === undefined || row === undefined) throw new AppError('knowledge.passage_not_found');
  return { source: showSource(row), passage: showPassage(found) };
}

const showPassage = ({ id, trail, body, place }: PassageRow): SourcePassage => ({ id, trail, text: body, place });

async function findOffset({ pool }: SourcesDeps, page: Page & { passageId: string }): Promise<number> {
  const { accountId, id: sourceId, passageId: id, limit } = page;
  const found = await countBefore.first(pool, { accountId, sourceId, id });
  if (found === undefined) throw new AppError('knowledge.passage_not_found');
  return Math.floor(found.count / limit) * limit;
}
