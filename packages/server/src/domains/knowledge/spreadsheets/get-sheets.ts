import { AppError } from '../../../platform/errors/app-error.ts';
import type { OutboundFetch } from '../../../platform/outbound/index.ts';
import type { AccountTurns } from '../account-turns.ts';
import { fetchPage } from '../sources/fetch-page.ts';
import type { FetchGoogle } from '../sources/google/fetch-google.ts';
import { describeGoogleLink, parseGoogleLink } from '../sources/google/google-link.ts';
import { parsePageLink } from '../sources/page-link.ts';
import { type SourceFault, toSourceFault } from '../sources/source-fault.ts';
import type { ReadSheets, Sheet, SheetFile } from './rows.ts';

const ENDING = /\.(?:csv|xlsx?)$/i;

export type SheetsDeps = {
  readSheets: ReadSheets;
  fetchLink: OutboundFetch;
  fetchGoogle: FetchGoogle;
  inTurn: AccountTurns;
};
export type SheetsInput = { accountId: string; file?: File | undefined; url?: string | undefined };

/** The rows of a file or of what stands at a link. Throws AppError in words for whoever chose it. */
export async function getSheets(deps: SheetsDeps, { accountId, file, url = '' }: SheetsInput): Promise<Sheet[]> {
  if (file === undefined && url === '') throw new AppError('knowledge.file_or_link');
  if (file !== undefined) requireSheet(file);
  // A file lies on disk until then.
  return await deps.inTurn(accountId, async () => {
    const found = file === undefined ? await fetchSheet(deps, url) : await openFile(file);
    const isLink = file === undefined;
    if (!ENDING.test(found.name)) throw new AppError('knowledge.link_no_sheet');
    const result = await deps.readSheets({ accountId, ...found });
    if (result.kind === 'read') return result.sheets;
    if (result.reason === 'wrong_type') throw new AppError(isLink ? 'knowledge.link_no_sheet' : 'knowledge.sheet_type');
    if (result.reason === 'too_large') throw new AppError('knowledge.sheet_too_large');
    throw new AppError('knowledge.file_unreadable', { details: { file: result.reason } });
  });
}

function requireSheet({ name, size }: File): void {
  if (size === 0) throw new AppError('files.empty');
  if (!ENDING.test(name.trim())) throw new AppError('knowledge.sheet_type');
}

async function openFile(file: File): Promise<Omit<SheetFile, 'accountId'>> {
  return { bytes: Buffer.from(await file.arrayBuffer()), name: file.name.trim() };
}

async function fetchSheet({ fetchLink, fetchGoogle }: SheetsDeps, url: string): Promise<Omit<SheetFile, 'accountId'>> {
  const google = parseGoogleLink(url);
  if (google === 'unsupported') throw new AppError('knowledge.google_unsupported');
  const page = parsePageLink(url);
  if (google === undefined && page === undefined) throw new AppError('knowledge.link_wrong');
  try {
    const found =
      google === undefined
        ? await fetchPage(fetchLink, page?.link ?? '', { etag: null, lastModified: null })
        : await fetchGoogle(describeGoogleLink(google).link, 1);
    if (found.kind === 'fetched') return found;
  } catch (error) {
    const fault = toSourceFault(error);
    throw fault === undefined ? error : toAppError(fault);
  }
  throw new AppError('knowledge.link_unreachable');
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
