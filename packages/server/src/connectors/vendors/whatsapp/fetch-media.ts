import { createHash } from 'node:crypto';
import { limits } from '@otvet/contract';
import { z } from 'zod';
import { missingFile } from '../../calls/fetch-link.ts';
import { ConnectorError, type MediaDownload } from '../../port.ts';
import type { WhatsAppTransport } from './transport.ts';

// https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media, read 2026-11-23.

/** The provider could not load it: the message comes without a number of the file. */
export const LOST_MEDIA = 'lost';

const described = z.object({
  url: z.string().min(1),
  mime_type: z.string().optional().catch(undefined),
  sha256: z.string().optional().catch(undefined),
  file_size: z.coerce.number().optional().catch(undefined),
});

/** Two steps: the address lives for five minutes, and wants the same key as the call that gave it. */
export async function fetchWhatsAppMedia(transport: WhatsAppTransport, id: string): Promise<MediaDownload> {
  if (id === LOST_MEDIA) throw missingFile('file_lost');
  const { url, mime_type: mime, sha256, file_size: size } = await describe(transport, id);
  if ((size ?? 0) > limits.mediaBytes) throw new ConnectorError('rejected', { reason: 'file_too_large' });
  const { status, contentType, body } = await transport.download(url);
  // A link that has just ended is a new one at the next try.
  if (status === 404 || status === 410) throw missingFile('link_expired');
  if (status !== 200 || body === undefined) throw new ConnectorError('retry', { reason: 'vendor_error' });
  const isPage = contentType === 'text/html' && mime !== 'text/html';
  if (isPage) throw missingFile('file_is_page');
  const isWhole = (size === undefined || size === body.length) && isSameDigest(body, sha256);
  if (!isWhole) throw new ConnectorError('retry', { reason: 'connection_lost' });
  return { bytes: body, contentType: mime ?? (contentType || null), name: null };
}

async function describe(transport: WhatsAppTransport, id: string) {
  try {
    return await transport.call({ method: 'GET', path: encodeURIComponent(id), result: described });
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'rejected') throw missingFile('file_gone');
    throw error;
  }
}

/** Written as hex or as base64. */
function isSameDigest(body: Buffer, digest: string | undefined): boolean {
  if (digest === undefined) return true;
  const hash = createHash('sha256').update(body).digest();
  return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')].includes(digest);
}
