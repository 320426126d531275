import { createHash } from 'node:crypto';
import { isSheetName } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { OutboundFetch } from '../../../platform/outbound/index.ts';
import type { AccountTurns } from '../account-turns.ts';
import { fetchNow } from '../sources/fetch-now.ts';
import { fetchPage } from '../sources/fetch-page.ts';
import type { FetchGoogle } from '../sources/google/fetch-google.ts';
import { describeGoogleLink, parseGoogleLink } from '../sources/google/google-link.ts';
import { parsePageLink } from '../sources/page-link.ts';
import type { SourceFault } from '../sources/source-fault.ts';
import type { FetchedSheet, KeptLinks } from './keep-links.ts';
import type { ReadSheets, Sheet } from './rows.ts';

export type SheetsDeps = {
  readSheets: ReadSheets;
  fetchLink: OutboundFetch;
  fetchGoogle: FetchGoogle;
  /** Two lines: whoever waits for a slow site keeps nobody from reading. */
  turns: { fetch: AccountTurns; read: AccountTurns };
  kept: KeptLinks;
};
/** `hash`: of the bytes, by which a later step knows that they are the same. */
export type GotSheets = { sheets: Sheet[]; hash: string };
export type SheetsInput = { accountId: string; file?: File | undefined; url?: string | undefined };

/**
 * The rows of a file or of what stands at a link, fetched anew with `isFresh`. Throws AppError in words for whoever chose it.
 */
export async function getSheets(
  deps: SheetsDeps,
  { accountId, file, url = '', isFresh }: SheetsInput & { isFresh: boolean },
): Promise<GotSheets> {
  if (file === undefined && url === '') throw new AppError('knowledge.file_or_link');
  if (file !== undefined) requireSheet(file);
  const isLink = file === undefined;
  const linked = isLink ? await getLinked(deps, { accountId, url, isFresh }) : undefined;
  // A file lies on disk until then.
  return await deps.turns.read(accountId, async () => {
    const found = linked ?? (file === undefined ? undefined : await openFile(file));
    if (found === undefined) throw new AppError('knowledge.file_or_link');
    const result = await deps.readSheets({ accountId, ...found });
    if (result.kind === 'read') return { sheets: result.sheets, hash: hashOf(found.bytes) };
    if (result.reason === 'wrong_type') throw new AppError(isLink ? 'knowledge.link_no_sheet' : 'knowledge.sheet_type');
    if (result.reason === 'too_large') throw new AppError('knowledge.sheet_too_large');
    throw new AppError('knowledge.file_unreadable', { details: { file: result.reason } });
  });
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function requireSheet({ name, size }: File): void {
  if (size === 0) throw new AppError('files.empty');
  if (!isSheetName(name)) throw new AppError('knowledge.sheet_type');
}

async function getLinked(
  deps: SheetsDeps,
  { isFresh, ...place }: { accountId: string; url: string; isFresh: boolean },
): Promise<FetchedSheet> {
  const known = isFresh ? undefined : deps.kept.find(place);
  if (known !== undefined) return known;
  return await deps.turns.fetch(place.accountId, async () => {
    const fetched = await fetchSheet(deps, place.url);
    if (!isSheetName(fetched.name)) throw new AppError('knowledge.link_no_sheet');
    deps.kept.keep(place, fetched);
    return fetched;
  });
}

async function openFile(file: File): Promise<FetchedSheet> {
  return { bytes: Buffer.from(await file.arrayBuffer()), name: file.name.trim() };
}

async function fetchSheet({ fetchLink, fetchGoogle }: SheetsDeps, url: string): Promise<FetchedSheet> {
  const google = parseGoogleLink(url);
  if (google === 'unsupported') throw new AppError('knowledge.google_unsupported');
  const page = parsePageLink(url);
  if (google === undefined && page === undefined) throw new AppError('knowledge.link_wrong');
  return await fetchNow(
    () =>
      google === undefined
        ? fetchPage(fetchLink, page?.link ?? '', { etag: null, lastModified: null })
        : fetchGoogle(describeGoogleLink(google).link, 1),
    toAppError,
  );
}

function toAppError(fault: SourceFault): AppError {
  const options = { cause: fault };
  switch (fault.reason) {
    case 'google_permission':
    case 'google_link':
      return new AppError('knowledge.google_link', options);
    case 'page_missing':
      return new AppError('knowledge.page_missing', options);
    case 'page_closed':
      return new AppError('knowledge.page_closed', options);
    case 'link_wrong':
      return new AppError('knowledge.link_wrong', options);
    case 'wrong_type':
    case 'no_text':
      return new AppError('knowledge.link_no_sheet', options);
    case 'too_large':
      return new AppError('knowledge.sheet_too_large', options);
    default:
      return new AppError('knowledge.link_unreachable', options);
  }
}
