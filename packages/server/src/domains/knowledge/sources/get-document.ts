import { isPictureName } from '@otvet/contract';
import type { FileOfJob } from '../../../platform/confined/index.ts';
import type { SourcesDeps } from './deps.ts';
import { type FetchedDocument, fetchPage } from './fetch-page.ts';
import { SourceFault } from './source-fault.ts';
import type { SourceRow } from './source-store.ts';

type Stored = Omit<Extract<FetchedDocument, { kind: 'fetched' }>, 'bytes'> & { bytes: Buffer | FileOfJob };
/** Of a stored file only a picture is in memory: a document is read where it lies. */
export type FoundDocument = FetchedDocument | Stored;

/** What a source holds now: its stored file, or what its link gives. Throws SourceFault and OutboundError. */
export async function getDocument(
  deps: Pick<SourcesDeps, 'files' | 'fetchLink' | 'fetchGoogle'>,
  source: SourceRow & { accountId: string },
): Promise<FoundDocument> {
  if (source.kind === 'file') return await getFile(deps, source);
  if (source.link === null) throw new SourceFault('link_wrong');
  // What was read once is not too large for its host, which has a bad day.
  const attempt = source.version === 0 ? source.attempts : 1;
  if (source.kind !== 'page') return await deps.fetchGoogle(source.link, attempt);
  // Before the first good reading there is nothing that could be unchanged.
  const known = source.version === 0 ? { etag: null, lastModified: null } : source;
  return await fetchPage(deps.fetchLink, source.link, known);
}

async function getFile(
  { files }: Pick<SourcesDeps, 'files'>,
  { accountId, fileId, name }: SourceRow & { accountId: string },
): Promise<Stored> {
  if (fileId === null) throw new SourceFault('file_lost');
  const file = { accountId, fileId };
  const bytes = isPictureName(name) ? await files.read(file) : await files.locate(file);
  if (bytes === undefined) throw new SourceFault('file_lost');
  return { kind: 'fetched', bytes, name, etag: null, lastModified: null };
}
