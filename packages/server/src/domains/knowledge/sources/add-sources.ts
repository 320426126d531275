import { hash } from 'node:crypto';
import {
  isPictureName,
  isSourceName,
  type KnowledgeSource,
  type KnownFile,
  limits,
  type RefusedFile,
  readEnding,
  type SourceKind,
} from '@otvet/contract';
import type pg from 'pg';
import { createAudit } from '../../../platform/audit/index.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Uploader } from '../../../platform/storage/index.ts';
import { requireBase } from '../bases.ts';
import { dropFiles } from '../drop-files.ts';
import { lockKnowledge } from '../memory-store.ts';
import { findBase } from '../store.ts';
import type { SourceTools } from './deps.ts';
import { earliestLook } from './earliest-look.ts';
import { describeGoogleLink, parseGoogleLink } from './google/google-link.ts';
import { parsePageLink } from './page-link.ts';
import type { PictureReader } from './pictures/picture-reader.ts';
import { showSource } from './show-source.ts';
import { countSources, findSame, findSource, insertSource, renewSource, type SourceRow } from './source-store.ts';

const MAX_NAME = 150;

/** `replaces`: the file whose place the document takes, whatever its name. */
type Place = { accountId: string; knowledgeBaseId: string; hint: string; replaces?: string | undefined };
type NewDocument = {
  kind: SourceKind;
  name: string;
  identity: string;
  link: string | null;
  fileId: string | null;
  fileHash: string | null;
};

/** What of many files was taken, the names of those that were not, with the code of the reason, and of those that were there. */
export type AddedFiles = { sources: KnowledgeSource[]; refused: RefusedFile[]; known: KnownFile[] };

/** Faults of the account or its base that are met midway: what was taken before stays. */
const MET_MIDWAY = ['knowledge.source_limit', 'files.quota'] as const;

/** Stores files and has each of them read; one that the base has already is read anew. All are judged before any is stored. */
export async function addFiles(
  deps: SourceTools,
  { files, userId, ...place }: Place & { files: File[]; userId: string },
): Promise<AddedFiles> {
  for (const file of files) requireReadable(file, deps.pictures.reader);
  await requireBase(deps, place.accountId, place.knowledgeBaseId);
  if (place.replaces !== undefined) {
    if (files.length > 1) throw new AppError('request.invalid', { details: { file: 'too_many' } });
    requireFileOf(place, await findSource.first(deps.pool, { ...place, id: place.replaces }));
  }
  const added: AddedFiles = { sources: [], refused: [], known: [] };
  let fault: AppError | undefined;
  for (const file of files) {
    try {
      const source = await addFile(deps, place, { file, userId });
      const name = cleanFileName(file.name);
      added.sources.push(source);
      if (source.name !== name) added.known.push({ name, sourceId: source.id, knownAs: source.name });
    } catch (error) {
      const code = error instanceof AppError ? MET_MIDWAY.find((one) => one === error.code) : undefined;
      if (!(error instanceof AppError) || code === undefined) throw error;
      fault ??= error;
      added.refused.push({ name: cleanFileName(file.name), code });
    }
  }
  if (added.sources.length === 0 && fault !== undefined) throw fault;
  return added;
}

async function addFile(
  deps: SourceTools,
  place: Place,
  { file, userId }: { file: File; userId: string },
): Promise<KnowledgeSource> {
  const name = cleanFileName(file.name);
  const by = { kind: 'member' as const, userId };
  const kept = { accountId: place.accountId, name, maxBytes: limits.sourceBytes, by };
  const document = { kind: 'file' as const, name, identity: `file:${name.toLowerCase()}`, link: null };
  return await addDocument(deps, place, { ...document, ...(await storeFile(deps.files, { ...kept, file })) });
}

type Kept = { file: File; accountId: string; name: string; maxBytes: number; by: Uploader };

/** `fileHash`: of what was sent. */
async function storeFile(files: SourceTools['files'], { file, ...kept }: Kept) {
  if (!isPictureName(kept.name)) {
    const { id, sha256 } = await files.saveDocument({ ...kept, content: file });
    return { fileId: id, fileHash: sha256.toString('hex') };
  }
  // It is decoded, which takes all of it at once, and stored as another one.
  const bytes = Buffer.from(await file.arrayBuffer());
  const { id } = await files.saveFile({ ...kept, bytes });
  return { fileId: id, fileHash: hash('sha256', bytes) };
}

/** Has a document or a sheet read that everybody with the link may read. Throws `knowledge.google_*`. */
export async function addGoogleLink(
  deps: SourceTools,
  { url, ...place }: Place & { url: string },
): Promise<KnowledgeSource> {
  const link = parseGoogleLink(url);
  if (link === 'unsupported') throw new AppError('knowledge.google_unsupported');
  if (link === undefined) throw new AppError('knowledge.google_link');
  return await addDocument(deps, place, { ...describeGoogleLink(link), fileId: null, fileHash: null });
}

/** Has a public page read. Throws `knowledge.link_wrong`. A document by link that is pasted here is one all the same. */
export async function addPage(deps: SourceTools, { url, ...place }: Place & { url: string }): Promise<KnowledgeSource> {
  if (parseGoogleLink(url) !== undefined) return await addGoogleLink(deps, { url, ...place });
  const page = parsePageLink(url);
  if (page === undefined) throw new AppError('knowledge.link_wrong');
  return await addDocument(deps, place, { ...page, kind: 'page', fileId: null, fileHash: null });
}

function requireReadable({ name, size }: File, reader: PictureReader): void {
  if (size === 0) throw new AppError('files.empty');
  if (!isSourceName(name)) throw new AppError('knowledge.source_type');
  if (isPictureName(name) && !reader.canSee()) throw new AppError('knowledge.pictures_not_read');
}

function requireFileOf({ knowledgeBaseId }: Place, row: SourceRow | undefined): SourceRow {
  if (row?.kind !== 'file' || row.knowledgeBaseId !== knowledgeBaseId) throw new AppError('knowledge.source_not_found');
  return row;
}

/** What the reader judges by: the last part of the path, with its ending. */
function cleanFileName(name: string): string {
  const last = name.normalize('NFC').trim().split(/[/\\]/).at(-1) ?? '';
  const bare = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  const ending = isSourceName(bare) ? `.${readEnding(bare)}` : '';
  return `${[...bare.slice(0, bare.length - ending.length)].slice(0, MAX_NAME).join('') || 'file'}${ending}`;
}

/** People see it beside the file: on one line, without signs that show nothing or turn the text around. */
function cleanHint(hint: string): string {
  return hint
    .replaceAll(/[\s\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
}

async function addDocument(deps: SourceTools, asked: Place, document: NewDocument): Promise<KnowledgeSource> {
  const place = { ...asked, hint: cleanHint(asked.hint) };
  const { row, gone } = await withTransaction(deps.pool, (tx) => putDocument(deps, tx, { place, document }));
  const { accountId } = place;
  await dropFiles(deps, { accountId, fileIds: gone });
  deps.tell({ ...row, accountId });
  return showSource(row);
}

type Put = { place: Place; document: NewDocument };

async function putDocument(
  deps: SourceTools,
  tx: pg.PoolClient,
  { place, document }: Put,
): Promise<{ row: SourceRow; gone: string[] }> {
  const { accountId, knowledgeBaseId, hint } = place;
  const now = deps.clock.now();
  // Two calls at once with one document find each other here.
  await lockKnowledge.run(tx, place);
  if ((await findBase.first(tx, { accountId, id: knowledgeBaseId })) === undefined)
    throw new AppError('knowledge.not_found');
  const { fileId } = document;
  if (fileId !== null && (await deps.files.attach({ accountId, fileIds: [fileId] }, tx)).length === 0)
    throw new AppError('files.not_found');
  const { same, ...kept } = await findFormer(tx, { place, document });
  // It is being fetched this very moment: it is not asked for twice.
  if (same?.state === 'reading' && same.link !== null && ['', same.hint].includes(hint)) return { row: same, gone: [] };
  const dueAt = same ? earliestLook(same, now) : null;
  const row = same
    ? await renewSource.first(tx, { ...document, ...kept, accountId, id: same.id, hint, dueAt, now })
    : await insertNew(deps, tx, { place, document });
  if (row === undefined) throw new AppError('knowledge.source_not_found');
  const details = { knowledgeBaseId, kind: document.kind };
  const entry = { accountId, action: 'knowledge.source_added' as const, object: `source:${row.id}`, details };
  await createAudit(deps).record(entry, tx);
  if (dueAt === null) await deps.enqueue({ ...row, accountId }, { tx });
  const given = [same?.fileId ?? [], fileId ?? []].flat();
  const formerIds = given.filter((id) => id !== row.fileId);
  return { row, gone: await deps.files.discard({ accountId, fileIds: formerIds }, tx) };
}

type Former = Pick<NewDocument, 'name' | 'identity' | 'fileId'> & { same: SourceRow | undefined };

/**
 * What the document takes the place of, and what it is known by from now on. Where another source has its name already, each
 * keeps its own; a file with the same content as another one is that one, under the name that its owner knows.
 */
async function findFormer(tx: pg.PoolClient, { place, document }: Put): Promise<Former> {
  const { name, identity, fileId } = document;
  const ending = `.${readEnding(name)}`;
  if (place.replaces !== undefined) {
    const same = requireFileOf(place, await findSource.first(tx, { ...place, id: place.replaces }));
    const named = await findSame.first(tx, { ...place, identity, fileHash: null, ending });
    return { same, name, fileId, identity: named === undefined ? identity : same.identity };
  }
  const same = await findSame.first(tx, { ...place, ...document, ending });
  if (same === undefined || same.identity === identity || isNamed(same, name)) return { same, name, identity, fileId };
  const isLost = same.reason === 'file_lost';
  return { same, name: same.name, identity: same.identity, fileId: isLost ? fileId : same.fileId };
}

const isNamed = (row: SourceRow, name: string): boolean => row.name.toLowerCase() === name.toLowerCase();

async function insertNew(
  deps: SourceTools,
  tx: pg.PoolClient,
  { place, document }: Put,
): Promise<SourceRow | undefined> {
  const count = (await countSources.first(tx, place))?.count ?? 0;
  if (count >= limits.sourcesPerBase) throw new AppError('knowledge.source_limit');
  const checkEvery = document.kind === 'file' ? 'never' : 'day';
  const now = deps.clock.now();
  return await insertSource.first(tx, { ...place, ...document, id: deps.newId(), checkEvery, now });
}
