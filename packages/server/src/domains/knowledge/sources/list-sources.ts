import type { KnowledgeSource, SourceChanges, SourcePassage } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requireBase } from '../bases.ts';
import { readSearch, type SearchTexts } from '../search-turns.ts';
import type { SourcesDeps } from './deps.ts';
import { showSource } from './show-source.ts';
import {
  countBefore,
  findPassage,
  listPassages,
  listPassagesOf,
  type PassageRow,
  searchPassages,
} from './source-passage-store.ts';
import { countSources, findSource, listSources, readChangedTexts, type SourceRow } from './source-store.ts';

/** A page of what a base is taught from, newest first. */
export async function listPage(
  deps: SourcesDeps,
  page: { accountId: string; knowledgeBaseId: string; limit: number; offset: number },
): Promise<{ sources: KnowledgeSource[]; count: number; readsPictures: boolean }> {
  await requireBase(deps, page.accountId, page.knowledgeBaseId);
  const [rows, found] = await Promise.all([listSources.all(deps.pool, page), countSources.first(deps.pool, page)]);
  return { sources: rows.map(showSource), count: found?.count ?? 0, readsPictures: deps.pictures.reader.canSee() };
}

type Page = { accountId: string; id: string; search: string; limit: number; offset: number };
type OpenedSource = {
  source: KnowledgeSource;
  passages: SourcePassage[];
  count: number;
  offset: number;
  fileUrl: string | null;
  changes: SourceChanges | null;
};

/** A page of a source's passages in their order; the one that holds `passageId` where it is given. */
export async function readPassages(
  deps: SourcesDeps & { searchTexts: SearchTexts },
  { passageId, ...page }: Page & { passageId?: string | undefined },
): Promise<OpenedSource> {
  const { accountId } = page;
  const search = passageId === undefined ? readSearch(page.search) : '';
  const row = await findSource.first(deps.pool, page);
  if (row === undefined) throw new AppError('knowledge.source_not_found');
  const offset = passageId === undefined ? page.offset : await findOffset(deps, { ...page, passageId });
  const [{ rows, count }, change] = await Promise.all([
    findPage(deps, { ...page, offset, search }, row),
    readChangedTexts.first(deps.pool, { ...row, accountId }),
  ]);
  const fileUrl = row.fileId && deps.files.links.make({ accountId, fileId: row.fileId });
  const changes = change?.changedTexts ?? null;
  const passages = rows.map(showPassage);
  return { source: showSource(row), passages, count, offset, fileUrl, changes };
}

async function findPage(
  { pool, searchTexts }: SourcesDeps & { searchTexts: SearchTexts },
  { accountId, id: sourceId, search, limit, offset }: Page,
  { passages }: SourceRow,
): Promise<{ rows: PassageRow[]; count: number }> {
  const page = { accountId, sourceId, limit, offset };
  if (search === '') return { rows: await listPassages.all(pool, page), count: passages };
  return await searchTexts(accountId, async (tx) => {
    const found = await searchPassages.first(tx, { ...page, search: search.toLowerCase() });
    const { count, ids } = found ?? { count: 0, ids: [] };
    return { rows: ids.length === 0 ? [] : await listPassagesOf.all(tx, { accountId, sourceId, ids }), count };
  });
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
