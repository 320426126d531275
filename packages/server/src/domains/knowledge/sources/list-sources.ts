import type { KnowledgeSource, SourcePassage } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requireBase } from '../bases.ts';
import type { SourcesDeps } from './deps.ts';
import { showSource } from './show-source.ts';
import { countBefore, listPassages } from './source-passage-store.ts';
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

type Page = { accountId: string; id: string; passageId?: string | undefined; limit: number; offset: number };

/** A page of a source's passages in their order; the one that holds `passageId` where it is given. */
export async function readPassages(
  deps: SourcesDeps,
  { passageId, ...page }: Page,
): Promise<{ source: KnowledgeSource; passages: SourcePassage[]; count: number; offset: number }> {
  const { accountId, id: sourceId } = page;
  const row = await findSource.first(deps.pool, page);
  if (row === undefined) throw new AppError('knowledge.source_not_found');
  const offset = passageId === undefined ? page.offset : await findOffset(deps, { ...page, passageId });
  const rows = await listPassages.all(deps.pool, { accountId, sourceId, limit: page.limit, offset });
  const passages = rows.map(({ id, trail, body, place }) => ({ id, trail, text: body, place }));
  return { source: showSource(row), passages, count: row.passages, offset };
}

async function findOffset({ pool }: SourcesDeps, page: Page & { passageId: string }): Promise<number> {
  const { accountId, id: sourceId, passageId: id, limit } = page;
  const found = await countBefore.first(pool, { accountId, sourceId, id });
  if (found === undefined) throw new AppError('knowledge.passage_not_found');
  return Math.floor(found.count / limit) * limit;
}
