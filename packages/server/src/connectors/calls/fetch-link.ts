import { limits } from '@otvet/contract';
import { OutboundError, type OutboundReason, type OutboundResponse } from '../../platform/outbound/index.ts';
import { ConnectorError, type ConnectorIo, type MediaDownload } from '../port.ts';

const DEADLINE_MS = 75_000;
/** Whoever wrote the message may name a host that answers and then says nothing. */
const IDLE_MS = 10_000;
/** A link that ended, and one that leads to nothing. */
const refusals: Partial<Record<number, MissingFile>> = {
  400: 'file_gone',
  401: 'link_expired',
  403: 'link_expired',
  404: 'file_gone',
  410: 'link_expired',
};
const lasting: Partial<Record<OutboundReason, string>> = {
  url: 'file_gone',
  address_refused: 'file_gone',
  too_many_redirects: 'file_gone',
  too_large: 'file_too_large',
};

/** Why a platform has no file at a link (`dialogs.media.reason.*`): the same file may stand at a newer one. */
const missingFiles = ['file_gone', 'link_expired', 'file_is_page', 'file_lost'] as const;
type MissingFile = (typeof missingFiles)[number];

export const missingFile = (reason: MissingFile): ConnectorError => new ConnectorError('rejected', { reason });

/** Whether a newer link may help. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof ConnectorError && missingFiles.some((reason) => reason === error.reason);

/**
 * The bytes behind a link of a message. `isPage`: the customer may have sent a page; else a page in the place of a file
 * says that the file is not there. Throws ConnectorError.
 */
export async function fetchLink(
  io: Pick<ConnectorIo, 'fetchLink'>,
  { url, isPage }: { url: string; isPage: boolean },
): Promise<MediaDownload> {
  const { status, contentType, body, url: end } = await open(io, url);
  if (status === 200 && (isPage || contentType !== 'text/html'))
    return { bytes: body, contentType: contentType || null, name: lastPart(end) };
  const reason = status === 200 ? 'file_is_page' : refusals[status];
  if (reason !== undefined) throw missingFile(reason);
  throw new ConnectorError('retry', { reason: 'vendor_error' });
}

async function open(io: Pick<ConnectorIo, 'fetchLink'>, url: string): Promise<OutboundResponse> {
  try {
    return await io.fetchLink(url, { maxBytes: limits.mediaBytes, timeoutMs: DEADLINE_MS, idleMs: IDLE_MS });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const reason = lasting[error.reason];
    if (reason !== undefined) throw new ConnectorError('rejected', { reason, cause: error });
    throw new ConnectorError('retry', { reason: error.reason === 'too_slow' ? 'no_answer' : 'network', cause: error });
  }
}

function lastPart(url: string): string | null {
  const part = new URL(url).pathname.split('/').at(-1) ?? '';
  return part === '' ? null : part;
}
