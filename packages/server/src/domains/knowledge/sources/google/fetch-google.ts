import { isDocumentName, readEnding } from '@otvet/contract';
import { OutboundError, type OutboundFetch, type OutboundResponse } from '../../../../platform/outbound/index.ts';
import { readAskedWait } from '../answers/asked-wait.ts';
import { requireWhole } from '../answers/require-whole.ts';
import { charsetOf, type FetchedDocument, isOfWhole } from '../fetch-page.ts';
import { SourceFault } from '../source-fault.ts';
import { type ExportPlan, exportPlans } from './export-plans.ts';
import { parseGoogleLink } from './google-link.ts';

/** Fetches a document by its link; `attempt`: of those to read it for the first time, from 1. Throws SourceFault and OutboundError. */
export type FetchGoogle = (link: string, attempt: number) => Promise<FetchedDocument>;

type GoogleDeps = {
  fetch: OutboundFetch;
  /** Stands for all hosts of Google. */
  standIn: string | undefined;
  /** Before each request. */
  pace(): Promise<void>;
};

const HOSTS = new Set(['docs.google.com', 'drive.google.com', 'drive.usercontent.google.com']);
const CONTENT_HOSTS = '.googleusercontent.com';
const MAX_REDIRECTS = 5;
const FIRST_BYTE_MS = 30_000;
const TOTAL_MS = 120_000;
/** A document that could never be exported, so often, is too large to be. */
const MAX_SERVER_FAULTS = 3;
const LOOKED_AT = 512;
const SAYS_BUSY = /unusual traffic|captcha|recaptcha/i;
const MAX_PAGE = 20_000;

/** Without a login: what everybody with the link may read. The links of exports are those of Google's own menus, no API. */
export function createFetchGoogle(deps: GoogleDeps): FetchGoogle {
  return async (text, attempt) => {
    const link = parseGoogleLink(text);
    if (link === undefined || link === 'unsupported') throw new SourceFault('google_link');
    let failure: unknown;
    for (const plan of exportPlans(link)) {
      try {
        return await fetchPlan(deps, plan);
      } catch (error) {
        if (!isTooBig(error)) throw error;
        failure = error;
      }
    }
    const isGivenUp = failure instanceof ServerFault && attempt >= MAX_SERVER_FAULTS;
    throw isGivenUp ? new SourceFault('too_large', { cause: failure }) : failure;
  };
}

/** The host failed to export, which it does with what is too large for it. */
class ServerFault extends SourceFault {
  constructor() {
    super('site_error', { isPassing: true });
  }
}

const isTooBig = (error: unknown) =>
  error instanceof ServerFault || (error instanceof OutboundError && error.reason === 'too_large');

async function fetchPlan({ fetch, standIn, pace }: GoogleDeps, plan: ExportPlan): Promise<FetchedDocument> {
  await pace();
  const allowed = standIn === undefined ? undefined : new URL(standIn).host;
  const isHopAllowed = ({ host, hostname, protocol }: URL) =>
    host === allowed || (protocol === 'https:' && (HOSTS.has(hostname) || hostname.endsWith(CONTENT_HOSTS)));
  const base = standIn ?? `https://${plan.host}.google.com`;
  const answer = await fetch(`${base}${plan.path}`, {
    headers: { 'accept-language': 'en' },
    maxRedirects: MAX_REDIRECTS,
    isHopAllowed,
    timeoutMs: TOTAL_MS,
    idleMs: FIRST_BYTE_MS,
  }).catch((error: unknown) => {
    // To the login, or out of Google: nobody but those who are signed in may read it.
    if (error instanceof OutboundError && error.reason === 'redirect_refused')
      throw new SourceFault('google_permission', { cause: error });
    throw error;
  });
  refuseGoogleStatus(answer);
  refusePage(answer, plan);
  const title = titleOf(answer);
  const ending = plan.types === 'any' ? endingOf(answer, title) : plan.ending;
  requireWhole(answer, ending);
  const name = `${plan.types === 'any' ? 'file' : 'document'}.${ending}`;
  const bytes = answer.body;
  return {
    kind: 'fetched',
    bytes,
    name,
    charset: charsetOf(answer),
    etag: null,
    lastModified: null,
    title: bare(title),
  };
}

function refuseGoogleStatus({ status, headers }: Pick<OutboundResponse, 'status' | 'headers'>): void {
  if (isOfWhole(status)) return;
  if (status < 400) throw new SourceFault('site_error', { isPassing: true });
  if (status === 401 || status === 403) throw new SourceFault('google_permission');
  if (status === 429) throw new SourceFault('busy', { isPassing: true, retryAfterMs: readAskedWait(headers) });
  if (status >= 500) throw new ServerFault();
  throw new SourceFault('google_link');
}

/** Whatever is no document is a page for people: of the login, of a refusal, or one that asks to wait. */
function refusePage({ contentType, body }: OutboundResponse, { types, ending }: ExportPlan): void {
  const head = body
    .subarray(0, LOOKED_AT)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  if (head === '') throw new SourceFault('no_text');
  const isPage = contentType === 'text/html' || head.startsWith('<!doctype') || head.startsWith('<html');
  if (isPage && ending !== 'html') {
    if (SAYS_BUSY.test(body.subarray(0, MAX_PAGE).toString('utf8'))) throw new SourceFault('busy', { isPassing: true });
    throw new SourceFault('google_permission');
  }
  if (types !== 'any' && !types.includes(contentType)) throw new SourceFault('google_permission');
}

/** The name of the document, as the export calls its file. */
function titleOf({ headers }: OutboundResponse): string | undefined {
  const disposition = headers['content-disposition'] ?? '';
  const encoded = /filename\*=UTF-8''([^;]{1,600})/i.exec(disposition)?.[1];
  const plain = /filename="([^"]{1,300})"/i.exec(disposition)?.[1];
  if (encoded === undefined) return plain;
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Not UTF-8 after all.
    return plain;
  }
}

function bare(title = ''): string | undefined {
  const name = isDocumentName(title) ? title.trim().slice(0, -`.${readEnding(title)}`.length) : title;
  return name.toWellFormed().replaceAll('\u0000', '') || undefined;
}

function endingOf({ contentType }: OutboundResponse, title = ''): string {
  if (isDocumentName(title)) return readEnding(title);
  if (contentType === 'application/pdf') return 'pdf';
  if (contentType.startsWith('text/')) return contentType === 'text/csv' ? 'csv' : 'txt';
  throw new SourceFault('wrong_type');
}
