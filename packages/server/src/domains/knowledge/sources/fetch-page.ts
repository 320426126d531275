import { isDocumentName, readEnding } from '@otvet/contract';
import type { OutboundFetch, OutboundResponse } from '../../../platform/outbound/index.ts';
import { readAskedWait } from './answers/asked-wait.ts';
import { isSentHome, isSentToLogin } from './answers/led-elsewhere.ts';
import { requireWhole } from './answers/require-whole.ts';
import { SourceFault } from './source-fault.ts';

/** What a look at a link gave. `name`: its ending says what the bytes should be. */
export type FetchedDocument =
  | { kind: 'unchanged' }
  | {
      kind: 'fetched';
      bytes: Buffer;
      name: string;
      charset?: string | undefined;
      etag: string | null;
      lastModified: string | null;
      /** What it is called where it lies. */
      title?: string | undefined;
      /** The site leads from its page to the home page. */
      isSentHome?: boolean;
    };

export type Validators = { etag: string | null; lastModified: string | null };

const MAX_VALIDATOR = 500;
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,application/pdf;q=0.8,text/plain;q=0.8,*/*;q=0.5';
const endings: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
};
/** Types that say nothing: the address has to. */
const unspecific = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download']);

/** Fetches one public page, or a document behind the address. Throws SourceFault and OutboundError. */
export async function fetchPage(fetchLink: OutboundFetch, link: string, known: Validators): Promise<FetchedDocument> {
  const asked = conditions(known);
  const answer = await fetchLink(link, { headers: { accept: ACCEPT, ...asked } });
  if (answer.status === 304 && Object.keys(asked).length > 0) return { kind: 'unchanged' };
  refuseStatus(answer);
  if (isSentToLogin(link, answer.url)) throw new SourceFault('page_closed');
  const ending = endingOf(answer);
  if (ending === undefined) throw new SourceFault('wrong_type');
  requireWhole(answer, ending);
  if (answer.body.length === 0) throw new SourceFault('no_text');
  const { etag, 'last-modified': lastModified } = answer.headers;
  return {
    kind: 'fetched',
    bytes: answer.body,
    name: `page.${ending}`,
    charset: charsetOf(answer),
    etag: shortOrNull(etag),
    lastModified: shortOrNull(lastModified),
    isSentHome: isSentHome(link, answer.url),
  };
}

/** With all that was asked for. */
export const isOfWhole = (status: number) => status === 200 || status === 203;

/** Throws what the status of an answer means for a page. */
function refuseStatus({ status, headers }: Pick<OutboundResponse, 'status' | 'headers'>): void {
  if (isOfWhole(status)) return;
  // A part that nobody asked for, a page that will be there later, or "unchanged" to whoever knows none.
  if (status < 400) throw new SourceFault('site_error', { isPassing: true });
  if (status === 401 || status === 403 || status === 407 || status === 451) throw new SourceFault('page_closed');
  if (status === 429 || status === 503)
    throw new SourceFault('busy', { isPassing: true, retryAfterMs: readAskedWait(headers) });
  if (status === 408) throw new SourceFault('unreachable', { isPassing: true });
  if (status >= 500) throw new SourceFault('site_error', { isPassing: true });
  throw new SourceFault('page_missing');
}

function conditions({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

function endingOf({ contentType, url }: OutboundResponse): string | undefined {
  if (!unspecific.has(contentType)) return endings[contentType];
  const { pathname } = new URL(url);
  return isDocumentName(pathname) ? readEnding(pathname) : undefined;
}

export function charsetOf({ headers }: Pick<OutboundResponse, 'headers'>): string | undefined {
  return /;\s*charset="?([\w.:-]{1,40})/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
}

/** One that is too long to send back is no use. */
const shortOrNull = (value: string | undefined) => (value && value.length <= MAX_VALIDATOR ? value : null);
